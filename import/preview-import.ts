// Tables as the source of a preview: imported into a temporary folder, again after each change.

import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { REFERENCE_FILES } from '../contract/offers/source-files.ts'
import type { CommandContext } from '../lib/command-line/command-context.ts'
import { OperatorError } from '../lib/errors.ts'
import { replaceFile } from '../lib/files/replace-file.ts'
import { prettyJson } from '../lib/json/json.ts'
import { silent } from '../lib/progress/progress.ts'
import { chooseMapping, MAPPING_FILE } from './choose-mapping.ts'
import { STANDARD_INPUT } from './formats/standard-input.ts'
import { importFiles } from './import-files.ts'
import { loadMapping } from './mapping/load-mapping.ts'
import type { Answers } from './proposing/questions.ts'
import { emptyImportReport, ImportCauses, importText } from './report/import-report.ts'
import { comparedFiles } from './writing/source-folder.ts'

export interface PreviewTables {
  files: readonly string[]
  /** A source folder with a mapping and lists to use, and an import to compare with. Nothing is written there. */
  source: string | undefined
  /** A mapping file to use instead of the one in the source folder. */
  mapping: string | undefined
  answers: Answers
}

export class PreviewImport {
  /** The folder that the tables are imported into. */
  readonly source: string
  readonly #tables: PreviewTables
  #mapping: string
  /** The path for a proposed mapping. */
  readonly #proposed: string

  /** @param folder a temporary folder of the preview */
  constructor(tables: PreviewTables, folder: string) {
    this.source = join(folder, 'source')
    this.#tables = tables
    this.#mapping = tables.mapping ?? join(tables.source ?? folder, MAPPING_FILE)
    if (tables.files.includes(STANDARD_INPUT))
      throw new OperatorError(
        'usage',
        'standard input (-) cannot be watched for changes: import it, and preview the source',
      )
    this.#proposed = join(folder, MAPPING_FILE)
  }

  /** The files that the result depends on. */
  get watched(): string[] {
    const { files, source } = this.#tables
    const references = source === undefined ? [] : REFERENCE_FILES.map((file) => join(source, file))
    return [...files, this.#mapping, ...references]
  }

  /** Chooses the mapping. @throws {OperatorError} `usage` if questions are open */
  async begin({ stdout, dialog }: CommandContext): Promise<void> {
    const { files, answers, source = this.source, mapping } = this.#tables
    if (mapping !== undefined) return
    const print = (text: string) => stdout.write(text)
    const { proposed } = await chooseMapping({ files, answers, source, dialog: dialog?.(), print })
    if (!proposed) return
    await replaceFile(this.#proposed, prettyJson(proposed))
    this.#mapping = this.#proposed
  }

  /**
   * Imports the tables as they are now.
   * @returns the report as text
   * @throws {OperatorError} what `import` into the source folder would refuse them with
   */
  async make(): Promise<string> {
    const { files, source: owned } = this.#tables
    const { source } = this
    await rm(source, { recursive: true, force: true })
    await mkdir(source, { recursive: true })
    if (owned !== undefined) {
      const taken = REFERENCE_FILES.filter((file) => existsSync(join(owned, file)))
      for (const file of [...taken, ...(await comparedFiles(owned))])
        await copyFile(join(owned, file), join(source, file))
    }
    const report = emptyImportReport(source)
    const causes = new ImportCauses()
    const mapping = await loadMapping(this.#mapping)
    await importFiles({ files, mapping, source, replace: false, progress: silent, report, causes })
    return importText({ ...report, written: [] })
  }
}
