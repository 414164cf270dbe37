// The first half of a build, which `check` shares: the steps up to the verdict on the source. Nothing is written.

import { OperatorError } from '../lib/errors.ts'
import { type Progress, silent } from '../lib/progress/progress.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { BuildSettings } from './day/build-settings.ts'
import { countKept } from './day/catalogue-offer.ts'
import type { Day, Reference, ReleaseDate } from './day/day.ts'
import { LineStore } from './day/line-store.ts'
import type { Previous } from './day/memory.ts'
import { type BuildReport, stepTimer, type TimeStep } from './report/build-report.ts'
import { hintsOf } from './source/hints.ts'
import { carryOver } from './steps/judge/carry-over.ts'
import { enforceVerdict } from './steps/judge/enforce-verdict.ts'
import { judgeSource } from './steps/judge/judge-source.ts'
import { reportChanges } from './steps/judge/report-changes.ts'
import { chooseMoment } from './steps/read/choose-moment.ts'
import { dateRelease } from './steps/read/date-release.ts'
import { loadPrevious, type PreviousPlaces } from './steps/read/load-previous.ts'
import { readOffers, validateOffers } from './steps/read/read-offers.ts'
import { readReference } from './steps/read/read-reference.ts'

export type DaySettings = Pick<BuildSettings, 'source' | 'asOf' | 'policy'> & {
  /** What the day continues; undefined for a day without any before it. */
  continued: PreviousPlaces | undefined
  /** A moment that is free, if the one that is asked for is taken. */
  notBefore?: string | undefined
}

export interface DayContext {
  clock: Clock
  progress: Progress
  /** Filled in on the way, so that a refused build can say as much as it came to know. */
  report: BuildReport
  step: TimeStep
}

/** @throws {OperatorError} what the day is refused with; the report says whatever else is wrong */
export async function readDay(settings: DaySettings, context: DayContext): Promise<Day> {
  const { report, step } = context
  const { source, continued, policy } = settings
  const lines = new LineStore()
  const previous = await step('load-previous', () => loadPrevious(continued, lines))
  const { header, offers: known } = previous.memory
  if (header) report.reach_before = header.reach
  const { reference, date } = await readBesideOffers(settings, previous, context)
  report.data_as_of = date.data_as_of
  const intake = await step('read-offers', () =>
    readOffers(source, { reference, date, known, lines }, context.progress),
  )
  report.rejects = intake.rejected.faults()
  report.hints = [...hintsOf(report.rejects), ...intake.odd.hints()]
  const verdict = await step('judge-source', () =>
    judgeSource(intake, {
      known,
      brokenBefore: header?.broken ?? [],
      issuers: reference.issuers,
      day: date.day,
      policy,
    }),
  )
  report.verdict = verdict
  const broken = verdict.broken_issuers
  const { keepDays, onBroken } = policy
  const rejected = intake.rejected.offers
  const offers = await step('carry-over', () =>
    carryOver(intake.offers, { known, rejected, broken, keepDays, date, lines }),
  )
  report.kept_offers = countKept(offers.values())
  const changes = await step('report-changes', () => reportChanges(known, offers, intake.rejected))
  report.changes = changes
  await step('enforce-verdict', () => enforceVerdict(verdict, offers, onBroken))
  return { previous, reference, date, verdict, offers, changes, lines }
}

/** The small files. If they are bad the records are looked at all the same: all faults are told at once. */
async function readBesideOffers(
  { source, asOf, notBefore }: DaySettings,
  previous: Previous,
  { clock, report, step }: DayContext,
): Promise<{ reference: Reference; date: ReleaseDate }> {
  let reference: Reference | undefined
  try {
    const read = await step('read-reference', () => readReference(source))
    reference = read
    const moment = await step('choose-moment', () => chooseMoment(asOf, read.catalogue, clock()))
    const date = await step('date-release', () => dateRelease(read, moment, previous, notBefore))
    return { reference, date }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    try {
      report.rejects = await validateOffers(source, reference)
    } catch (more) {
      if (!(more instanceof OperatorError)) throw more
      throw new OperatorError(error.code, `${error.message}\n${more.message}`)
    }
    report.hints = hintsOf(report.rejects)
    throw error
  }
}

export type CheckSettings = Pick<BuildSettings, 'source' | 'asOf' | 'previous' | 'policy'>

/** A day that is read and not published. Fills in the report: its failure is what `run` would refuse with. */
export async function checkSource(
  { previous, ...settings }: CheckSettings,
  { report, clock }: { report: BuildReport; clock: Clock },
): Promise<void> {
  const continued = previous === undefined ? undefined : { out: previous, previous, trust: undefined }
  const step = stepTimer(report.steps, clock)
  try {
    await readDay({ ...settings, continued }, { clock, progress: silent, report, step })
    report.outcome = 'would publish'
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'usage') throw error
    report.outcome = 'would refuse'
    report.failure = { code: error.code, message: error.message }
  }
}
