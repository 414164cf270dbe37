// `run`: one day's build, and its summary.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ParsedOptions } from '../../lib/command-line/cli-options.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { chooseProgress } from '../../lib/progress/choose-progress.ts'
import { printable } from '../../lib/text/printable.ts'
import { describeBroken } from '../day/broken-issuer.ts'
import { build } from '../pipeline.ts'
import type { OutputFolder } from '../releases/output-folder.ts'
import { type BuildReport, emptyReport } from '../report/build-report.ts'
import { jsonReport } from '../report/json-report.ts'
import { markdownReport } from '../report/markdown-report.ts'
import { summarise } from '../report/summarise.ts'
import { textReport } from '../report/text-report.ts'
import { readRunSettings } from './run-settings.ts'

/** @throws {OperatorError} if the build is refused, after the summary has said so */
export async function run(given: ParsedOptions, terminal: CommandContext): Promise<void> {
  const { clock } = terminal
  const settings = readRunSettings(given, clock)
  const progress = chooseProgress(given.flag('quiet'), terminal)
  const report = emptyReport()
  let failure: OperatorError | undefined
  try {
    await settings.output.withLock(clock, async () => {
      try {
        await build(settings, { clock, progress, report })
      } catch (error) {
        report.failure = failureFacts(explainError(error, settings.output.path))
        throw error
      } finally {
        writeSummary(report, given, { ...terminal, output: settings.output })
        warnOfBroken(report, terminal)
      }
    })
  } catch (error) {
    failure = explainError(error, settings.output.path)
  }
  const unwritten = await writeMetrics(report, failure, given, clock())
  if (failure || unwritten) throw bothOf(failure, unwritten)
}

function failureFacts({ code, message }: OperatorError): Pick<OperatorError, 'code' | 'message'> {
  return { code, message }
}

function bothOf(first: OperatorError | undefined, second: OperatorError | undefined): OperatorError {
  const messages = [first, second].flatMap((each) => each?.message ?? [])
  return new OperatorError((first ?? second)?.code ?? 'system', messages.join('\n'), {
    cause: first ?? second,
  })
}

/** Returns what went wrong: it must not hide how the build itself ended. */
async function writeMetrics(
  report: BuildReport,
  failure: OperatorError | undefined,
  given: ParsedOptions,
  now: number,
): Promise<OperatorError | undefined> {
  const path = given.text('metrics')
  // The build that holds the lock tells how it went itself.
  if (path === undefined || failure?.code === 'locked') return undefined
  // A full disk may hold neither lock nor summary: then the build did not come to say why it failed.
  const facts = failure ? { ...report, failure: failureFacts(failure) } : report
  try {
    // Loaded here: who asks for no metrics does not wait for prom-client.
    const { writeMetricsReport } = await import('../report/metrics-report.ts')
    await writeMetricsReport(path, facts, now)
    return undefined
  } catch (error) {
    return explainError(error, path)
  }
}

function writeSummary(
  report: BuildReport,
  given: ParsedOptions,
  { stdout, output }: CommandContext & { output: OutputFolder },
): void {
  const rejectsFile = given.text('rejects') ?? output.rejectsPath
  const summary = summarise(report, rejectsFile)
  stdout.write(given.flag('json') ? jsonReport(report, rejectsFile) : textReport(summary))
  writeWithFolder(rejectsFile, report.rejects.listed.map((reject) => `${jsonLine(reject)}\n`).join(''))
  const page = given.text('summary')
  if (page !== undefined) writeWithFolder(page, markdownReport(summary))
}

/** Those that are refused are named by the error. */
function warnOfBroken({ verdict }: BuildReport, { stderr }: CommandContext): void {
  for (const broken of verdict?.broken_issuers ?? []) {
    if (broken.decision !== 'refuse') stderr.write(`offers-build: ${describeBroken(broken)}\n`)
  }
}

function writeWithFolder(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  // People look at these in a terminal as well.
  writeFileSync(path, printable(text))
}
