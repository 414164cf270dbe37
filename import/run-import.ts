// One import with all its output: the source folder, and reports for people and programs.

import { basename } from 'node:path'
import type { CommandContext } from '../lib/command-line/command-context.ts'
import { explainError, OperatorError } from '../lib/errors.ts'
import { writeForPeople } from '../lib/files/write-for-people.ts'
import { prettyJson } from '../lib/json/json.ts'
import { chooseProgress } from '../lib/progress/choose-progress.ts'
import { type ChosenMapping, chooseMapping, MAPPING_FILE } from './choose-mapping.ts'
import { STANDARD_INPUT, STANDARD_INPUT_NAME, withStandardInput } from './formats/standard-input.ts'
import { importFiles } from './import-files.ts'
import { loadMapping, type ReadyMapping } from './mapping/load-mapping.ts'
import type { Answers } from './proposing/questions.ts'
import { emptyImportReport, ImportCauses, type ImportReport, importText } from './report/import-report.ts'
import { importMarkdown } from './report/import-summary.ts'
import { PageExtra } from './report/page/page-extra.ts'

export interface ImportSettings {
  /** Paths, or `-` for standard input. */
  files: readonly string[]
  /** The source folder. */
  source: string
  /** A mapping file; the default is the mapping in the source folder, or a proposal. */
  mapping?: string | undefined
  answers: Answers
  /** Whether to replace offers that no import made. */
  replace: boolean
}

export interface ImportOutputs {
  json: boolean
  quiet: boolean
  /** Paths; undefined writes no file. */
  summary: string | undefined
  metrics: string | undefined
  /** The page for the person who fills in the table. */
  page: string | undefined
}

/** @throws {OperatorError} if the import is refused or an output cannot be written; reports are written first */
export async function runImport(
  settings: ImportSettings,
  outputs: ImportOutputs,
  context: CommandContext,
): Promise<void> {
  const { json, quiet, page } = outputs
  const { source } = settings
  const report = emptyImportReport(source)
  const causes = new ImportCauses()
  const extra = new PageExtra(source)
  let failure: OperatorError | undefined
  try {
    const print = (text: string) => json || context.stdout.write(text)
    await extra.before()
    const inspect: Inspect = async (paths, mapping) =>
      page === undefined ? undefined : extra.inspect(paths, mapping)
    await importOnce(settings, { report, causes, quiet, print, inspect }, context)
    await extra.after()
    context.stdout.write(json ? prettyJson(report) : importText(report, extra.since()))
  } catch (error) {
    failure = explainError(error, source)
  }
  const ended = { report, causes, failure, extra, files: settings.files.map(shownName) }
  const unwritten = await writeOutputs(ended, outputs, context)
  if (failure || unwritten.length > 0) throw allOf([...(failure ? [failure] : []), ...unwritten])
}

function shownName(file: string): string {
  return file === STANDARD_INPUT ? STANDARD_INPUT_NAME : basename(file)
}

/** Called with the paths of the tables and their mapping, before the import. */
type Inspect = (paths: readonly string[], mapping: ReadyMapping) => Promise<void> | undefined

interface Collected {
  report: ImportReport
  causes: ImportCauses
  quiet: boolean
  /** Prints text for people before the import begins. */
  print(text: string): unknown
  inspect?: Inspect
}

/** Chooses the mapping, and imports by it. @throws {OperatorError} if nothing is imported */
export async function importOnce(
  settings: ImportSettings,
  { report, causes, quiet, print, inspect }: Collected,
  context: CommandContext,
): Promise<void> {
  const { source, replace } = settings
  const { paths, remove } = await withStandardInput(settings.files, context.stdin)
  try {
    const { mapping, proposed } = await mappingFor({ ...settings, files: paths }, print, context)
    await inspect?.(paths, mapping)
    const kept = proposed && { file: MAPPING_FILE, mapping: proposed }
    const progress = chooseProgress(quiet, context)
    await importFiles({ files: paths, mapping, source, replace, progress, report, causes, kept })
  } finally {
    report.causes = causes.list()
    report.more = causes.more
    await remove()
  }
}

async function mappingFor(
  { files, source, mapping, answers }: ImportSettings,
  print: Collected['print'],
  context: CommandContext,
): Promise<ChosenMapping> {
  if (mapping !== undefined) return { mapping: await loadMapping(mapping) }
  const dialog = context.dialog?.()
  return chooseMapping({ files, source, answers, dialog, print })
}

interface Ended {
  report: ImportReport
  causes: ImportCauses
  failure: OperatorError | undefined
  extra: PageExtra
  /** Names for people. */
  files: readonly string[]
}

/** Returns the errors of outputs instead of throwing them, because they must not hide the result of the import. */
async function writeOutputs(
  { report, causes, failure, extra, files }: Ended,
  { summary, metrics, page }: ImportOutputs,
  { clock }: CommandContext,
): Promise<OperatorError[]> {
  const problems: OperatorError[] = []
  const write = async (path: string | undefined, how: (path: string) => unknown) => {
    if (path === undefined) return
    try {
      await how(path)
    } catch (error) {
      problems.push(explainError(error, path))
    }
  }
  await write(summary, (path) => writeForPeople(path, importMarkdown(report, failure)))
  await write(page, async (path) => {
    const { reportPage } = await import('./report/page/report-page.ts')
    const facts = { report, cells: causes.cells(), failure, files, now: clock() }
    writeForPeople(path, reportPage({ ...facts, ...extra.facts() }))
  })
  await write(metrics, async (path) => {
    // Loaded on demand, because loading prom-client takes time.
    const { writeImportMetrics } = await import('./report/import-metrics.ts')
    await writeImportMetrics(path, { report, failure, now: clock() })
  })
  return problems
}

function allOf(errors: readonly OperatorError[]): OperatorError {
  const [first] = errors
  const message = errors.map((error) => error.message).join('\n')
  return new OperatorError(first?.code ?? 'system', message, { cause: first })
}
