// The whole build, as a list of steps: a source folder in, a release out. Each step is a file in steps/ by its name;
// the first ones are in read-day.ts, for `check` takes them as well.

import { ReleaseWriter } from '../contract/release/writer.ts'
import { type Progress, withPhase } from '../lib/progress/progress.ts'
import type { Clock } from '../lib/time/clock.ts'
import { aMillisecondLater } from '../lib/time/moment.ts'
import type { RunSettings } from './cli/run-settings.ts'
import { LineStore } from './day/line-store.ts'
import { readDay } from './read-day.ts'
import { isSignedBy } from './releases/signing.ts'
import { WorkerPool } from './render/worker-pool.ts'
import type { BuildReport } from './report/build-report.ts'
import { stepTimer } from './report/step-timer.ts'
import { claimMoment } from './steps/plan/claim-moment.ts'
import { fingerprint } from './steps/plan/fingerprint.ts'
import { keepHistory } from './steps/plan/keep-history.ts'
import { orderOffers } from './steps/plan/order-offers.ts'
import { pickSample } from './steps/plan/pick-sample.ts'
import { planChanges, planPages } from './steps/plan/plan-pages.ts'
import { renderDocuments } from './steps/plan/render-documents.ts'
import { renderHome } from './steps/plan/render-home.ts'
import { buildTargetTable } from './steps/write/build-target-table.ts'
import { checkRelease } from './steps/write/check-release.ts'
import { prepareOutput } from './steps/write/prepare-output.ts'
import { publishRelease } from './steps/write/publish-release.ts'
import { type Contents, type Rendered, renderResponses } from './steps/write/render-responses.ts'
import { renderSnapshots } from './steps/write/render-snapshots.ts'
import { signRelease } from './steps/write/sign-release.ts'
import { writeRelease } from './steps/write/write-release.ts'

/** What a build needs of the program that runs it. */
export interface BuildContext {
  clock: Clock
  progress: Progress
  /** Filled in on the way, so that a refused build can say as much as it came to know. */
  report: BuildReport
}

/**
 * Builds a release and makes it the current one. Needs the lock of the output folder.
 * @throws {OperatorError} if the build is refused; the release that was current then still is
 */
export async function build(settings: RunSettings, context: BuildContext): Promise<void> {
  const pool = new WorkerPool(settings.threads)
  try {
    await runSteps(settings, context, { pool })
  } finally {
    await pool.close()
  }
}

async function runSteps(
  settings: RunSettings,
  context: BuildContext,
  { pool, notBefore }: { pool: WorkerPool; notBefore?: string },
): Promise<void> {
  const { report, progress, clock } = context
  const step = stepTimer(report.steps, clock)
  const lines = new LineStore()

  // What is known of today, before a single byte is written.
  const { out, previous: from, trust } = settings
  const continued = settings.isFresh ? undefined : { out, previous: from, trust }
  const day = await readDay({ ...settings, continued, notBefore }, { ...context, step, lines })
  const { previous, reference, date, verdict, offers, changes } = day
  const broken = verdict.broken_issuers
  const { listed, readable, changes: changed } = await step('order-offers', () => orderOffers(offers))
  const documents = await step('render-documents', () => renderDocuments(listed, { reference, date, lines }))
  const timeZone = reference.catalogue.time_zone
  const history = await step('keep-history', () =>
    keepHistory(changed, { state: previous.memory, date, timeZone, offers }),
  )
  const home = await step('render-home', () =>
    renderHome({ listed, readable }, { date, reference, documents, history, broken }),
  )
  const ofVersions = [...documents.bodies.values()].flatMap((each) => Object.values(each))
  const bodies = [...ofVersions, ...home.map(({ body }) => body)]
  const digest = await step('fingerprint', () => fingerprint(readable, lines, bodies, broken))
  const { current } = previous
  if (current?.fingerprint === digest && (await isVouchedFor(current.id, settings, clock))) {
    report.outcome = 'unchanged'
    report.release = current.id
    return
  }
  if (!(await step('claim-moment', () => claimMoment(settings.out, digest, { date, previous })))) {
    return runSteps(settings, context, { pool, notBefore: aMillisecondLater(date.data_as_of) })
  }

  // What the release holds, on disk.
  const sample = await step('pick-sample', () => pickSample(listed))
  const writer = new ReleaseWriter(settings.out)
  await step('prepare-output', () => prepareOutput(writer))
  const { data_as_of, attribution } = date
  pool.start({ root: settings.out, edition: { data_as_of, attribution }, lines: lines.share() })
  const snapshotOffers = { snapshots: { full: listed, sample }, readable }
  const planAndRender = async () => {
    const { pages: ofLists, coverage } = await step('plan-pages', () => planPages(listed))
    const pages = [...ofLists, ...planChanges(changed)]
    const contents: Contents = { ...snapshotOffers, documents: documents.bodies, home, pages }
    const responses = await step('render-responses', () => renderResponses(contents, { pool, progress }))
    return { contents, coverage, responses }
  }
  // Threads write the snapshots while this one plans the pages.
  const [snapshots, { contents, coverage, responses }] = await Promise.all([
    step('render-snapshots', () => renderSnapshots(snapshotOffers, { pool, writer })),
    planAndRender(),
  ])
  const rendered: Rendered = { ...snapshots, ...responses }
  // Flushing takes a while: it starts before the last files are written.
  writer.flushAhead()
  const manifest = await withPhase(progress.begin('writing', 4, 'steps'), async ({ advance }) => {
    const table = await step('build-target-table', () =>
      buildTargetTable(contents, rendered, { data_as_of, fingerprint: digest }),
    )
    advance(1)
    const made = {
      previous,
      reference,
      date,
      issuers: documents.counted.issuers.length,
      coverage,
      changes,
      verdict,
      history,
    }
    const { manifest, pointer } = await step('write-release', () =>
      writeRelease({ ...made, fingerprint: digest, contents, rendered, table }, writer),
    )
    advance(2)
    await step('check-release', () => checkRelease(settings.out, manifest))
    if (settings.sign) {
      const { sign } = settings
      const signing = { writer, clock, after: current ? [current.id] : [] }
      await step('sign-release', () => signRelease(manifest.id, sign, signing))
    }
    advance(3)
    await step('publish-release', () => publishRelease(pointer, previous, { writer, now: clock() }))
    advance(4)
    return manifest
  })
  report.outcome = 'published'
  report.release = manifest.id
  report.manifest = manifest
}

/** A release that lacks our signature is made once more: only what this very build made is signed. */
async function isVouchedFor(release: string, { out, sign }: RunSettings, clock: Clock): Promise<boolean> {
  return sign === undefined || (await isSignedBy(out, release, sign, clock))
}
