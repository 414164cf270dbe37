// A check of a source: the first steps of a build, up to its verdict, and on to the end of the records even if the
// reference files are bad. Nothing is written.

import type { Clock } from '../contract/lib/clock.ts'
import { OperatorError } from '../contract/lib/errors.ts'
import { countKept } from './catalogue/catalogue-offer.ts'
import { LineStore } from './catalogue/line-store.ts'
import type { RunSettings } from './cli/run-settings.ts'
import { NO_PREVIOUS_STATE } from './previous-state/read-state.ts'
import { silent } from './progress/progress.ts'
import type { BuildReport } from './report/build-report.ts'
import { stepTimer } from './report/step-timer.ts'
import { hintsOf } from './source/hints.ts'
import { carryOver } from './steps/carry-over.ts'
import { chooseMoment } from './steps/choose-moment.ts'
import { dateRelease } from './steps/date-release.ts'
import { enforceVerdict } from './steps/enforce-verdict.ts'
import { judgeSource } from './steps/judge-source.ts'
import { loadPrevious } from './steps/load-previous.ts'
import { readOffers, validateOffers } from './steps/read-offers.ts'
import { type Reference, readReference } from './steps/read-reference.ts'
import { reportChanges } from './steps/report-changes.ts'

export type CheckSettings = Pick<RunSettings, 'source' | 'asOf' | 'previous' | 'policy'>

/** Fills in the report: its failure is what `run` would refuse with. */
export async function checkSource(
  settings: CheckSettings,
  { report, clock }: { report: BuildReport; clock: Clock },
): Promise<void> {
  try {
    await steps(settings, report, clock)
    report.outcome = 'would publish'
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'usage') throw error
    report.outcome = 'would refuse'
    report.failure = { code: error.code, message: error.message }
  }
}

/** What is wrong with the records is told all the same. */
async function withRecords(
  error: unknown,
  source: string,
  reference: Reference | undefined,
  report: BuildReport,
): Promise<unknown> {
  if (!(error instanceof OperatorError)) return error
  try {
    report.rejects = await validateOffers(source, reference)
    report.hints = hintsOf(report.rejects)
    return error
  } catch (more) {
    if (!(more instanceof OperatorError)) return more
    return new OperatorError(error.code, `${error.message}\n${more.message}`)
  }
}

async function steps(settings: CheckSettings, report: BuildReport, clock: Clock): Promise<void> {
  const { source, policy } = settings
  const step = stepTimer(report.steps, clock)
  const lines = new LineStore()
  const previous = await step('load-previous', async () =>
    settings.previous === undefined
      ? { current: null, state: NO_PREVIOUS_STATE }
      : loadPrevious({ out: settings.previous, previous: settings.previous, trust: undefined }, lines),
  )
  const known = previous.state.offers
  let reference: Reference | undefined
  const date = await step('read-reference', async () => {
    try {
      reference = await readReference(source)
      const moment = chooseMoment(settings.asOf, reference.catalogue, clock())
      return dateRelease(reference, moment, previous)
    } catch (error) {
      throw await withRecords(error, source, reference, report)
    }
  })
  if (!reference) return
  const { issuers } = reference
  report.data_as_of = date.data_as_of
  const context = { reference, date, known, lines }
  const intake = await step('read-offers', () => readOffers(source, context, silent))
  report.rejects = intake.rejected.rejects
  report.hints = [...hintsOf(report.rejects), ...intake.odd.hints()]
  const brokenBefore = previous.state.header?.broken ?? []
  const verdict = judgeSource(intake, { known, brokenBefore, issuers, day: date.day, policy })
  report.verdict = verdict
  const { keepDays, onBroken } = policy
  const rejected = intake.rejected.offers
  const broken = verdict.broken_issuers
  const offers = carryOver(intake.offers, { known, rejected, broken, keepDays, date, lines })
  report.kept_offers = countKept(offers.values())
  report.changes = reportChanges(known, offers, intake.rejected)
  enforceVerdict(verdict, offers, onBroken)
}
