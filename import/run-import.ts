// One import with all its output: the source folder, the report for people or programs, and the summary.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OFFERS_FILE } from '../contract/offers/source-files.ts'
import type { CommandContext } from '../lib/command-line/command-context.ts'
import { explainError, type OperatorError } from '../lib/errors.ts'
import { writeForPeople } from '../lib/files/write-for-people.ts'
import { prettyJson } from '../lib/json/json.ts'
import type { Answers } from './asking/answers.ts'
import { askText, type Dialog } from './asking/ask.ts'
import { answerTo, OpenQuestions } from './asking/questions.ts'
import type { CatalogueFacts } from './catalogue-facts.ts'
import { chooseMapping, type MappingSettings } from './choose-mapping.ts'
import { withStandardInput } from './formats/standard-input.ts'
import { importFiles } from './import-files.ts'
import { MAPPING_FILE } from './mapping/load-mapping.ts'
import { boundedError } from './report/bounded-lines.ts'
import { ImportCauses, type ImportResult, importReport, importText } from './report/import-report.ts'
import { importMarkdown } from './report/import-summary.ts'

/** The files are paths, or `-` for standard input. */
export interface ImportSettings extends Omit<MappingSettings, 'dialog' | 'print'> {
  /** Facts to set in `catalogue.json`. */
  facts: CatalogueFacts
  /** Whether to print the report as JSON, and nothing else. */
  json: boolean
  /** The path of the summary; undefined writes none. */
  summary: string | undefined
}

/**
 * Prints the report of an import that is not refused, and writes the summary of any import.
 * @throws {OperatorError} if the import is refused, or the summary cannot be written
 */
export async function runImport(settings: ImportSettings, context: CommandContext): Promise<void> {
  const { json, summary } = settings
  const isFirst = !existsSync(join(settings.source, OFFERS_FILE))
  const isProposed = settings.mapping === undefined && !existsSync(join(settings.source, MAPPING_FILE))
  const result = await importOnce(settings, context)
  const { report, failure } = result
  if (!failure) context.stdout.write(json ? prettyJson(report) : importText(report, { isFirst, isProposed }))
  const unwritten = writeSummary(summary, result)
  if (failure ?? unwritten) throw failure ?? unwritten
}

/** Chooses the mapping, and imports by it. An error before the import has begun gives an empty report. */
async function importOnce(settings: ImportSettings, context: CommandContext): Promise<ImportResult> {
  const { source, replace, json, facts } = settings
  const print = (text: string) => {
    if (!json) context.stdout.write(text)
  }
  try {
    const { paths: files, remove } = await withStandardInput(settings.files, context.stdin)
    try {
      const dialog = context.dialog?.()
      const attempt = async (answers: Answers) => {
        const chosen = await chooseMapping({ ...settings, answers, files, dialog, print })
        const { progress } = context
        return importFiles({ ...chosen, files, source, replace, facts, progress })
      }
      return await untilAnswered(attempt, settings.answers, dialog)
    } finally {
      await remove()
    }
  } catch (error) {
    const [report, causes] = [importReport(source), new ImportCauses()]
    return { report, causes, failure: boundedError(explainError(error, source)) }
  }
}

/** Imports again with the answers that a person gives to the questions of a refusal. */
async function untilAnswered(
  attempt: (answers: Answers) => Promise<ImportResult>,
  given: Answers,
  dialog: Dialog | undefined,
): Promise<ImportResult> {
  for (let answers = given; ; ) {
    const ended = await attempt(answers).catch((error: unknown) => ({ failure: error }))
    if (!dialog || !(ended.failure instanceof OpenQuestions)) {
      if ('report' in ended) return ended
      throw ended.failure
    }
    for (const question of ended.failure.questions) {
      const { key, parse } = answerTo(question)
      await askText(dialog, question.text, (text) => {
        answers = { ...answers, [key]: parse(text) }
      })
    }
  }
}

/** Returns an error instead of throwing it, because it must not hide the result of the import. */
function writeSummary(path: string | undefined, result: ImportResult): OperatorError | undefined {
  if (path === undefined) return undefined
  try {
    writeForPeople(path, importMarkdown(result))
    return undefined
  } catch (error) {
    return explainError(error, path)
  }
}
