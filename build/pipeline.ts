// The whole build as a list of steps, from a source folder to a release. Each step has a file of the same name in
// steps/. The first ones are in read-day.ts, because `check` runs them as well.

import { explainError } from '../lib/errors.ts'
import type { SecretKey } from '../lib/minisign/keys.ts'
import { aMillisecondLater } from '../lib/time/calendar.ts'
import type { Clock } from '../lib/time/clock.ts'
import { LineStore } from './day/line-store.ts'
import type { KnownOf, StepResults } from './day/step-list.ts'
import { type DaySettings, READ_DAY } from './read-day.ts'
import type { OutputFolder } from './releases/output-folder.ts'
import { removeUnnamedObjects } from './releases/prune.ts'
import { WorkerPool } from './render/worker-pool.ts'
import { type BuildReport, reportOf } from './report/build-report.ts'
import { claimMoment } from './steps/plan/claim-moment.ts'
import { compareCurrent } from './steps/plan/compare-current.ts'
import { fingerprint } from './steps/plan/fingerprint.ts'
import { keepHistory } from './steps/plan/keep-history.ts'
import { orderOffers } from './steps/plan/order-offers.ts'
import { pickSample } from './steps/plan/pick-sample.ts'
import { planPages } from './steps/plan/plan-pages.ts'
import { renderDocuments } from './steps/plan/render-documents.ts'
import { renderHome } from './steps/plan/render-home.ts'
import { buildTargetTable } from './steps/write/build-target-table.ts'
import { mendCurrent } from './steps/write/mend-current.ts'
import { publishRelease } from './steps/write/publish-release.ts'
import { renderResponses } from './steps/write/render-responses.ts'
import { renderSnapshots } from './steps/write/render-snapshots.ts'
import { writeRelease } from './steps/write/write-release.ts'

export interface BuildSettings extends DaySettings {
  output: OutputFolder
  /** The key that signs the release; undefined signs nothing. */
  sign: SecretKey | undefined
  /** 0 renders in the main thread; undefined starts a thread for each core, up to a bound. */
  threads: number | undefined
}

const BUILD = READ_DAY.and<Pick<BuildSettings, 'output' | 'sign'> & { pool: WorkerPool }>()
  .step((day) => orderOffers(day.offers))
  .step((day) => ({ documents: renderDocuments(day.listed, day) }))
  .step((day) => ({ history: keepHistory(day.byChange, day) }))
  .step(async (day) => ({ home: await renderHome(day) }))
  .step((day) => ({ fingerprint: fingerprint(day) }))
  .step((planned) => compareCurrent(planned))
  .step((planned) => claimMoment(planned.output, planned))
  .step(({ listed }) => ({ snapshots: { full: listed, sample: pickSample(listed) } }))
  // Worker threads write the snapshots while the main thread plans the pages.
  .step((planned) => renderSnapshots(planned, planned))
  .step((planned) => planPages(planned))
  .step((planned) => renderResponses(planned, planned))
  .step((rendered) => ({ table: buildTargetTable(rendered) }))
  .step((rendered) => mendCurrent(rendered))
  .step((rendered) => writeRelease(rendered, rendered.output))
  .step((release) => publishRelease(release.pointer, release.previous, release))

/**
 * Builds a release and makes it the current one. The caller must hold the lock of the output folder.
 * @returns the report; if the build is refused, with the failure, and the current release stays current
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
export async function build({ threads, ...settings }: BuildSettings, clock: Clock): Promise<BuildReport> {
  let found: StepResults<KnownOf<typeof BUILD>> = {}
  const pool = new WorkerPool(threads)
  try {
    for (let notBefore: string | undefined; ; ) {
      found = {}
      const work = { ...settings, clock, pool, notBefore, lines: new LineStore() }
      await BUILD.run(work, found)
      const { outcome, date } = found
      if (outcome !== undefined && outcome !== 'taken') return reportOf(found, outcome)
      notBefore = date && aMillisecondLater(date.data_as_of)
    }
  } catch (error) {
    await pool.close()
    await removeWritten(settings.output.path, found.began)
    return reportOf(found, 'refused', explainError(error, settings.output.path))
  } finally {
    await pool.close()
  }
}

/** Frees a full disk again. */
async function removeWritten(root: string, began: number | undefined): Promise<void> {
  if (began === undefined) return
  // The failure of the build is reported, not that of a folder that cannot be read.
  await removeUnnamedObjects(root, began).catch(() => {})
}
