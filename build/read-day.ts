// The first half of a build, which `check` shares: the steps up to the verdict on the source. It writes nothing.

import { expectSourceFolder } from '../contract/offers/source-files.ts'
import { OperatorError } from '../lib/errors.ts'
import { type Progress, silent } from '../lib/progress/progress.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { BrokenPolicy } from './day/broken-policy.ts'
import { countKept } from './day/catalogue-offer.ts'
import type { Day, Reference, ReleaseDate } from './day/day.ts'
import { LineStore } from './day/line-store.ts'
import type { Previous } from './day/memory.ts'
import { type BuildReport, stepTimer, type TimeStep } from './report/build-report.ts'
import { fewChanges } from './source/nature-changes.ts'
import { carryOver } from './steps/judge/carry-over.ts'
import { enforceVerdict } from './steps/judge/enforce-verdict.ts'
import { judgeSource } from './steps/judge/judge-source.ts'
import { reportChanges } from './steps/judge/report-changes.ts'
import { chooseMoment } from './steps/read/choose-moment.ts'
import { dateRelease } from './steps/read/date-release.ts'
import { loadPrevious, type PreviousPlaces } from './steps/read/load-previous.ts'
import { readOffers, validateOffers } from './steps/read/read-offers.ts'
import { readReference } from './steps/read/read-reference.ts'

export interface DaySettings {
  /** The source folder. */
  source: string
  /** The moment of the release as typed; undefined takes it from the catalogue. */
  asOf: string | undefined
  policy: BrokenPolicy
  /** The release that the day continues; undefined for a first day. */
  continued: PreviousPlaces | undefined
}

export interface DayContext {
  clock: Clock
  progress: Progress
  /** Filled in on the way, so that a refused build can report what it knows so far. */
  report: BuildReport
  step: TimeStep
}

/**
 * @param notBefore the earliest moment to try, if the requested one is taken
 * @throws {OperatorError} if the day is refused; the report has all other faults
 */
export async function readDay(work: DaySettings & DayContext, notBefore?: string): Promise<Day> {
  const { source, continued, policy, report, step } = work
  const lines = new LineStore()
  const previous = await step('load-previous', () => loadPrevious(continued, lines))
  const { header, offers: known } = previous.memory
  if (header) report.reach_before = header.reach
  const { reference, date } = await readSmallFiles(work, previous, notBefore)
  report.data_as_of = date.data_as_of
  const intake = await step('read-offers', () =>
    readOffers(source, { reference, date, known, lines }, work.progress),
  )
  report.rejects = intake.rejected.faults()
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
  const named = new Set(broken.filter(({ reasons }) => reasons).map(({ issuer }) => issuer))
  report.hints = [...intake.odd.hints(), ...fewChanges(intake.nature, named)]
  const { keepDays, onBroken } = policy
  const rejected = intake.rejected.offers
  const offers = await step('carry-over', () =>
    carryOver(intake.offers, { known, rejected, broken, keepDays, date, lines }),
  )
  report.kept_offers = countKept(offers.values())
  const changes = await step('report-changes', () => reportChanges(known, offers, intake.rejected))
  report.changes = changes
  await step('enforce-verdict', () => enforceVerdict(verdict, { offers, day: date.day, onBroken }))
  return { previous, reference, date, verdict, offers, changes, lines }
}

/** Reads the small files. If they are bad, the records are still checked, so that all faults are reported at once. */
async function readSmallFiles(
  { source, asOf, clock, report, step }: DaySettings & DayContext,
  previous: Previous,
  notBefore: string | undefined,
): Promise<{ reference: Reference; date: ReleaseDate }> {
  await expectSourceFolder(source)
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
    throw error
  }
}

/** Reads a day without publishing it. Fills in the report, with the failure that `run` would end with. */
export async function checkSource(
  settings: DaySettings,
  { report, clock }: Pick<DayContext, 'report' | 'clock'>,
): Promise<void> {
  try {
    await readDay({ ...settings, report, clock, progress: silent, step: stepTimer(report.steps, clock) })
    report.outcome = 'would publish'
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'usage') throw error
    report.outcome = 'would refuse'
    report.failure = { code: error.code, message: error.message }
  }
}
