// `run`: one day's build, and its summary.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ParsedOptions } from '../../contract/lib/cli-options.ts'
import { jsonLine } from '../../contract/lib/json.ts'
import { build } from '../pipeline.ts'
import { chooseProgress } from '../progress/choose-progress.ts'
import { withLock } from '../release/build-lock.ts'
import { defaultRejectsPath } from '../release/work-folder.ts'
import { type BuildReport, emptyReport } from '../report/build-report.ts'
import { jsonReport } from '../report/json-report.ts'
import { markdownReport } from '../report/markdown-report.ts'
import { summarise } from '../report/summarise.ts'
import { textReport } from '../report/text-report.ts'
import type { CommandContext } from './command-context.ts'
import { explainError } from './explain-error.ts'
import { readRunSettings } from './run-settings.ts'

/** @throws {OperatorError} if the build is refused, after the summary has said so */
export async function run(given: ParsedOptions, terminal: CommandContext): Promise<void> {
  const { clock } = terminal
  const settings = readRunSettings(given)
  const progress = chooseProgress(given.flag('quiet'), terminal)
  const report = emptyReport()
  await withLock(settings.out, clock, async () => {
    try {
      await build(settings, { clock, progress, report })
    } catch (error) {
      const failure = explainError(error, settings.out)
      report.failure = { code: failure.code, message: failure.message }
      throw failure
    } finally {
      writeSummary(report, given, terminal)
    }
  })
}

function writeSummary(report: BuildReport, given: ParsedOptions, { stdout }: CommandContext): void {
  const rejectsFile = given.text('rejects') ?? defaultRejectsPath(given.required('out'))
  const summary = summarise(report, rejectsFile)
  stdout.write(given.flag('json') ? jsonReport(report, rejectsFile) : textReport(summary))
  writeWithFolder(rejectsFile, report.rejects.map((reject) => `${jsonLine(reject)}\n`).join(''))
  const page = given.text('summary')
  if (page !== undefined) writeWithFolder(page, markdownReport(summary))
}

function writeWithFolder(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
