// `run`: builds the release of a day and prints the summary.

import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { integer } from '../../lib/command-line/parsers.ts'
import { noProgress, QUIET } from '../../lib/command-line/progress.ts'
import { explainError, isFullDisk, OperatorError } from '../../lib/errors.ts'
import { writeForPeople } from '../../lib/files/write-for-people.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { formatBytes } from '../../lib/text/format-numbers.ts'
import { describeBroken } from '../day/broken-issuer.ts'
import { type BuildSettings, build } from '../pipeline.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { roomOfReleases } from '../releases/prune.ts'
import { type BuildReport, emptyReport, jsonReport } from '../report/build-report.ts'
import { summarise } from '../report/summarise.ts'
import { describeRenamedIssuer } from '../steps/judge/renamed-issuers.ts'
import { AS_OF, BROKEN_OPTIONS, OUT, SIGN, SOURCE, TRUST } from './options.ts'

/** More than any machine has use for: each thread takes some 60 MB. */
const MAX_THREADS = 256

/** If the build is refused, prints the summary first and then fails. */
export const run = command({
  name: 'run',
  about:
    'Builds a release from a source folder and publishes it. An unchanged source publishes nothing; objects that the current release lacks are written again.',
  options: {
    source: SOURCE,
    out: OUT,
    asOf: AS_OF,
    continued: {
      previous: {
        name: 'previous',
        value: 'DIR|FILE',
        about:
          'The release to continue: another output folder, or the memory.gz of a release. The default is the current release of the output folder.',
      },
      mustContinue: {
        name: 'must-continue',
        about:
          'Refuse to build if there is no release to continue, e.g. because the output folder was lost. Use it for every build but the first.',
      },
      trust: {
        ...TRUST,
        about:
          'A public key, or its file, that must have signed the release to continue. If given several times, a signature by one of them is enough.',
      },
    },
    repair: {
      name: 'repair',
      about:
        'Only write missing and damaged objects of the current release again, if it was made from this source. Hashes every object. Publishes nothing new.',
    },
    policy: BROKEN_OPTIONS,
    sign: SIGN,
    threads: {
      name: 'threads',
      value: 'N',
      hidden: true,
      about:
        'The number of worker threads: fewer leave cores to a gateway on this machine. The default is one for each core, ' +
        'at most 6. 0 uses none.',
      parse: integer(0, MAX_THREADS),
    },
    outputs: {
      json: { name: 'json', about: 'Print the summary as JSON.' },
      quiet: QUIET,
      metrics: {
        name: 'metrics',
        value: 'FILE',
        about:
          'Write the result of the build for Prometheus, as a text file for node_exporter, whether it publishes or not.',
      },
    },
  },
  examples: [
    'run --source my/source --out my/public-out --as-of now',
    'run --source my/source --out my/public-out --as-of now --on-broken accept:banco-x',
  ],
  async run({ source, out, asOf, continued, repair, policy, sign, threads, outputs, ...unused }, context) {
    unused satisfies NoUnusedOption
    expectApart(source, out)
    const output = new OutputFolder(out, context.flush)
    const progress = outputs.quiet ? noProgress : context.progress
    const from = { source, asOf, policy, continued: { out, ...continued } }
    const settings = { ...from, repair, output, sign, threads, progress }
    await buildWithSummary(settings, outputs, context)
  },
})

/**
 * SECURITY: origins publish everything in the output folder, so the source must not be inside it. Nor may the
 * source hold the output folder: a copy of it would hold all releases.
 */
function expectApart(source: string, out: string): void {
  const [from, to] = [finalPath(source), finalPath(out)]
  const isInside = (inner: string, outer: string) => `${inner}${sep}`.startsWith(join(outer, sep))
  if (!isInside(from, to) && !isInside(to, from)) return
  throw new OperatorError(
    'usage',
    `run: --source ${source} and --out ${out}: expected two folders, neither inside the other`,
  )
}

/**
 * The absolute path with links resolved. It need not exist; a path that cannot be read is refused later,
 * with the reason.
 */
function finalPath(path: string): string {
  const absolute = resolve(path)
  const parent = dirname(absolute)
  if (parent === absolute) return absolute
  try {
    return realpathSync(absolute)
  } catch {
    return join(finalPath(parent), basename(absolute))
  }
}

interface Outputs {
  json: boolean
  /** The path of the file of metrics; undefined writes none. */
  metrics: string | undefined
}

async function buildWithSummary(
  settings: BuildSettings,
  outputs: Outputs,
  context: CommandContext,
): Promise<void> {
  const { clock, stdout } = context
  const { output } = settings
  let report = emptyReport()
  try {
    await output.withLock(clock, async () => {
      // If it fails, the last call below fails as well, and reports it.
      await writeMetrics(outputs, (path, { writeBegan }) => writeBegan(path, clock()))
      report = await build(settings, clock)
      const { rejectsPath } = output
      stdout.write(outputs.json ? jsonReport(report, rejectsPath) : summarise(report, rejectsPath))
      writeRejects(rejectsPath, report, context)
      warn(report, context)
    })
  } catch (error) {
    // A full disk may lack space for the lock, or for the summary.
    const failure = explainError(error, output.path)
    report = { ...report, outcome: 'refused', failure: report.failure ?? failure }
  }
  // If another build holds the lock, the file is for its result.
  const isLocked = report.failure?.code === 'locked'
  const metricsFailure = await writeMetrics(isLocked ? {} : outputs, (path, { writeMetricsReport }) =>
    writeMetricsReport(path, report, clock()),
  )
  const failure = report.failure ?? metricsFailure
  if (failure && isFullDisk(failure)) throw await withRemedy(failure, output.path)
  if (failure) throw failure
}

/** Adds to the report of a full disk which command frees how much. */
async function withRemedy(failure: OperatorError, out: string): Promise<OperatorError> {
  // Releases that cannot be read, or another disk that is full, must not hide the failure.
  const rooms = await roomOfReleases(out).catch(() => [])
  const ways = rooms.map(
    ({ keep, bytes }) =>
      `\n\`prune --out ${out} --keep ${keep} --grace 0\` frees ${formatBytes(bytes)}` +
      (keep === 1 ? ', and leaves no release to go back to' : ''),
  )
  return new OperatorError(failure.code, `${failure.message}${ways.join('')}`, { cause: failure })
}

/** Writes the file of rejected records. If that fails, it only warns, because the release may be published. */
function writeRejects(path: string, { rejects }: BuildReport, { stderr }: CommandContext): void {
  try {
    writeForPeople(path, rejects.shown.map((reject) => `${jsonLine(reject)}\n`).join(''))
  } catch (error) {
    stderr.write(`offers-build: the rejected records are not listed: ${explainError(error, path).message}\n`)
  }
}

/** Writes to the file of metrics, if there is one. Returns an error, which must not hide the failure of the build. */
async function writeMetrics(
  { metrics: path }: Partial<Outputs>,
  write: (path: string, by: typeof import('../report/metrics-report.ts')) => Promise<void>,
): Promise<OperatorError | undefined> {
  if (path === undefined) return undefined
  try {
    // Loaded here, because a build without metrics need not wait for prom-client.
    await write(path, await import('../report/metrics-report.ts'))
    return undefined
  } catch (error) {
    return explainError(error, path)
  }
}

/** Prints a warning for each issuer that seems renamed or is broken, except refused ones, which the error names. */
function warn({ verdict, renamed = [] }: BuildReport, { stderr }: CommandContext): void {
  for (const each of renamed) stderr.write(`offers-build: ${describeRenamedIssuer(each)}\n`)
  for (const broken of verdict?.broken_issuers ?? []) {
    if (broken.decision !== 'refuse') stderr.write(`offers-build: ${describeBroken(broken)}\n`)
  }
}
