// The whole build, from a source folder to a release: a line for each step, which is a function in steps/. The first ones
// are in prepare-day.ts, because `check` runs them as well.

import { noProgress, type ShowProgress } from '../lib/command-line/progress.ts'
import { explainError } from '../lib/errors.ts'
import type { SecretKey } from '../lib/minisign/keys.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type DaySettings, prepareDay } from './prepare-day.ts'
import type { OutputFolder } from './releases/output-folder.ts'
import { removeLeftovers, unmarkBegan } from './releases/prune.ts'
import { WorkerPool } from './render/worker-pool.ts'
import { type BuildReport, reportOf, type StepResults } from './report/build-report.ts'
import { compareCurrent } from './steps/plan/compare-current.ts'
import { pickSample } from './steps/plan/pick-sample.ts'
import { planAnswers } from './steps/plan/plan-answers.ts'
import { planRelease } from './steps/plan/plan-release.ts'
import { readPackages } from './steps/read/read-packages.ts'
import { buildTargetTable } from './steps/write/build-target-table.ts'
import { publishRelease, repairCurrent } from './steps/write/publish-release.ts'
import { renderAnswers, renderLongFiles, startRendering } from './steps/write/render-answers.ts'
import { writeRelease } from './steps/write/write-release.ts'

export interface BuildSettings extends DaySettings {
  output: OutputFolder
  /** The key that signs the release; undefined signs nothing. */
  sign: SecretKey | undefined
  /** 0 renders in the main thread; undefined starts a thread for each core, up to a bound. */
  threads: number | undefined
  /** Shows how many answers are written; default: shows nothing. */
  progress?: ShowProgress
}

/**
 * Builds a release and makes it the current one. The caller must hold the lock of the output folder.
 * @returns the report. If the build is refused, it has the failure, and the current release stays current
 * @example
 * ```ts
 * import { build } from './pipeline.ts'
 * import { OutputFolder } from './releases/output-folder.ts'
 * import { systemClock as clock } from '../lib/time/clock.ts'
 *
 * const output = new OutputFolder('public-out')
 * const policy = {
 *   maxRejected: { percent: 10 },
 *   onBroken: { otherwise: 'keep' as const, byIssuer: new Map() },
 *   keepDays: 7,
 * }
 * const settings = { source: 'source', output, policy, asOf: undefined, continued: undefined, sign: undefined, threads: 0 }
 * const report = await output.withLock(clock, () => build(settings, clock))
 * console.log(report.outcome, report.release)
 * ```
 */
export async function build(
  { threads, progress = noProgress, ...settings }: BuildSettings,
  clock: Clock,
): Promise<BuildReport> {
  const { output, sign } = settings
  let results: StepResults = {}
  const pool = new WorkerPool(threads)
  const work = { output, pool, sign, clock }
  try {
    await removeLeftovers(output)
    const prepared = await prepareDay(settings, clock)
    results = prepared.results
    const { day } = prepared
    if (!day) throw prepared.error
    const entries = day.previous.memory.header?.packages ?? []
    const former = await readPackages(entries, settings.continued)
    results = { ...results, lostPackages: former.lost }
    const planned = await planRelease(day, former.packages, output)
    // The planned release may have another moment than the day, see claim-moment.ts.
    results = { ...results, date: planned.date }
    const current = await compareCurrent(planned, { ...work, hash: settings.repair === true })
    if (current === 'whole') return reportOf(results, 'unchanged')
    const snapshots = { full: planned.listed, sample: pickSample(planned.listed) }
    await startRendering(planned, work)
    const answering = async () => {
      const plan = planAnswers(planned)
      return { ...plan, bodies: await renderAnswers(plan.answers, { pool, progress }) }
    }
    // Threads render the long files while this one plans the answers.
    const [longFiles, answered] = await Promise.all([
      renderLongFiles({ ...planned, snapshots }, work),
      answering(),
    ])
    // Flushing takes a while, so it starts before the last files are written.
    output.writer.flushAhead()
    const rendered = { ...planned, snapshots, ...longFiles, ...answered }
    const table = buildTargetTable(rendered)
    // By now all objects are written, which is all that a damaged release lacked.
    if (current === 'damaged' && (await repairCurrent({ ...rendered, table }, output))) {
      await unmarkBegan(output)
      return reportOf(results, 'repaired')
    }
    const { manifest, pointer } = writeRelease({ ...rendered, table }, output)
    results = { ...results, manifest }
    await publishRelease(pointer, rendered, work)
    await unmarkBegan(output)
    return reportOf(results, 'published')
  } catch (error) {
    // A thread that still runs could write an object after the leftovers are removed, so all threads end first. The second
    // `close` below does no harm.
    await pool.close()
    await removeLeftovers(output, results.manifest?.id)
    return reportOf(results, 'refused', explainError(error, output.path))
  } finally {
    await pool.close()
  }
}
