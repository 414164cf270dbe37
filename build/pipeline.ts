// The whole build as a list of steps, from a source folder to a release. Each step has a file of the same
// name in steps/. The first steps are in read-day.ts, because `check` runs them as well.

import type { ReleaseManifest } from '../contract/release/manifest.ts'
import type { SecretKey } from '../lib/minisign/keys.ts'
import { withPhase } from '../lib/progress/progress.ts'
import { aMillisecondLater } from '../lib/time/calendar.ts'
import type { PagePlan, PlannedRelease, RenderedRelease, StoredResponses } from './day/release-draft.ts'
import { type DayContext, type DaySettings, readDay } from './read-day.ts'
import type { OutputFolder } from './releases/output-folder.ts'
import { isSignedBy } from './releases/signing.ts'
import { WorkerPool } from './render/worker-pool.ts'
import { stepTimer } from './report/build-report.ts'
import { claimMoment } from './steps/plan/claim-moment.ts'
import { fingerprint } from './steps/plan/fingerprint.ts'
import { keepHistory } from './steps/plan/keep-history.ts'
import { orderOffers } from './steps/plan/order-offers.ts'
import { pickSample } from './steps/plan/pick-sample.ts'
import { planPages } from './steps/plan/plan-pages.ts'
import { renderDocuments } from './steps/plan/render-documents.ts'
import { renderHome } from './steps/plan/render-home.ts'
import { buildTargetTable } from './steps/write/build-target-table.ts'
import { checkRelease } from './steps/write/check-release.ts'
import { prepareOutput } from './steps/write/prepare-output.ts'
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

/** The services that a build gets from its program. */
export type BuildContext = Omit<DayContext, 'step'>

/** The settings and services that all steps of a build share. */
interface Work extends BuildSettings, DayContext {
  pool: WorkerPool
}

/**
 * Builds a release and makes it the current one. The caller must hold the lock of the output folder.
 * @throws {OperatorError} if the build is refused; the current release then stays current
 * @example
 * ```ts
 * import { build } from './pipeline.ts'
 * import { emptyReport } from './report/build-report.ts'
 * import { OutputFolder } from './releases/output-folder.ts'
 * import { silent } from '../lib/progress/progress.ts'
 * import { systemClock as clock } from '../lib/time/clock.ts'
 *
 * const output = new OutputFolder('public-out')
 * const policy = {
 *   maxRejected: { percent: 10 },
 *   onBroken: { otherwise: 'keep' as const, byIssuer: new Map() },
 *   keepDays: 7,
 * }
 * const settings = { source: 'source', output, policy, asOf: undefined, continued: undefined, sign: undefined, threads: 0 }
 * const report = emptyReport()
 * await output.withLock(clock, () => build(settings, { clock, progress: silent, report }))
 * console.log(report.outcome, report.release)
 * ```
 */
export async function build(settings: BuildSettings, context: BuildContext): Promise<void> {
  const { report, clock } = context
  const pool = new WorkerPool(settings.threads)
  const work: Work = { ...settings, ...context, step: stepTimer(report.steps, clock), pool }
  try {
    const planned = await planRelease(work)
    if (planned) await publish(await renderRelease(planned, work), work)
  } finally {
    await pool.close()
  }
}

/**
 * @param notBefore the earliest moment to try, if the requested one is taken
 * @returns undefined if the current release is the same
 */
async function planRelease(work: Work, notBefore?: string): Promise<PlannedRelease | undefined> {
  const { step, report } = work
  const day = await readDay(work, notBefore)
  const ordered = await step('order-offers', () => orderOffers(day.offers))
  const documents = await step('render-documents', () => renderDocuments(ordered.listed, day))
  const history = await step('keep-history', () => keepHistory(ordered.byChange, day))
  const home = await step('render-home', () => renderHome({ ...day, ...ordered, documents, history }))
  const draft = { ...day, ...ordered, documents, history, home }
  const planned = { ...draft, fingerprint: await step('fingerprint', () => fingerprint(draft)) }
  const { current } = day.previous
  if (current && (await isSame(planned, current, work))) {
    report.outcome = 'unchanged'
    report.release = current.id
    return undefined
  }
  if (await step('claim-moment', () => claimMoment(work.output, planned))) return planned
  return planRelease(work, aMillisecondLater(day.date.data_as_of))
}

/** A release not signed by this key is built again: a build signs only releases that it made itself. */
async function isSame(
  planned: PlannedRelease,
  current: ReleaseManifest,
  { sign, output, clock }: Work,
): Promise<boolean> {
  if (current.fingerprint !== planned.fingerprint) return false
  return sign === undefined || isSignedBy(output.path, current.id, sign, clock)
}

async function renderRelease(planned: PlannedRelease, work: Work): Promise<RenderedRelease> {
  const { step } = work
  const sample = await step('pick-sample', () => pickSample(planned.listed))
  const draft = { ...planned, snapshots: { full: planned.listed, sample } }
  await step('prepare-output', () => prepareOutput(planned, work))
  // Worker threads write the snapshots while the main thread plans the pages.
  const [snapshots, responses] = await Promise.all([
    step('render-snapshots', () => renderSnapshots(draft, work)),
    renderPages(planned, work),
  ])
  // Flushing takes a while, so it starts before the last files are written.
  work.output.writer.flushAhead()
  return { ...draft, ...snapshots, ...responses }
}

/** Plans the pages of all lists, and renders all responses. */
async function renderPages(planned: PlannedRelease, work: Work): Promise<PagePlan & StoredResponses> {
  const { step } = work
  const plan = await step('plan-pages', () => planPages(planned))
  const responses = await step('render-responses', () => renderResponses({ ...planned, ...plan }, work))
  return { ...plan, ...responses }
}

async function publish(rendered: RenderedRelease, work: Work): Promise<void> {
  const { step, report, progress, output } = work
  await withPhase(progress.begin('writing', 4, 'steps'), async ({ advance }) => {
    const table = await step('build-target-table', () => buildTargetTable(rendered))
    advance(1)
    const { manifest, pointer } = await step('write-release', () =>
      writeRelease({ ...rendered, table }, output),
    )
    advance(2)
    await step('check-release', () => checkRelease(output, manifest))
    advance(3)
    await step('publish-release', () => publishRelease(pointer, rendered.previous, work))
    advance(4)
    report.outcome = 'published'
    report.release = manifest.id
    report.manifest = manifest
  })
}
