// The first half of a build, which `check` shares: the steps up to the verdict on the source. It writes nothing.

import { expectSourceFolder } from '../contract/offers/source-files.ts'
import { OperatorError } from '../lib/errors.ts'
import { calendarDay } from '../lib/time/calendar.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { BrokenPolicy } from './day/broken-issuer.ts'
import type { Day, Reference } from './day/day.ts'
import { LineStore } from './day/line-store.ts'
import { bookOf, type Previous } from './day/memory.ts'
import { type BuildReport, reportOf, type StepResults } from './report/build-report.ts'
import { RefusedSource } from './source/faults.ts'
import { changedRefs } from './source/ref-changes.ts'
import { carryOver } from './steps/judge/carry-over.ts'
import { enforceVerdict } from './steps/judge/enforce-verdict.ts'
import { judgeSource } from './steps/judge/judge-source.ts'
import { findRenamedIssuers } from './steps/judge/renamed-issuers.ts'
import { reportChanges, reportListedBefore } from './steps/judge/report-changes.ts'
import { chooseMoment, dateOfLast, dateRelease, isAsOfNow } from './steps/read/date-release.ts'
import { loadPrevious, type PreviousPlaces } from './steps/read/load-previous.ts'
import { readOffers, validateOffers } from './steps/read/read-offers.ts'
import { readReference } from './steps/read/read-reference.ts'

export interface DaySettings {
  /** The source folder. */
  source: string
  /** The moment of the release as typed; undefined takes it from the catalogue. */
  asOf: string | undefined
  policy: BrokenPolicy
  /** Only repairs the last release, with the date of that release; default: false. */
  repair?: boolean
  /** The release that the day continues; undefined for a first day. */
  continued: PreviousPlaces | undefined
}

/** The results for the report, and the day, or what it is refused for. */
export interface PreparedDay {
  results: StepResults
  day: Day | undefined
  /** An `OperatorError` if the day is refused. */
  error: unknown
}

/** Runs the steps up to the verdict. */
export async function prepareDay(settings: DaySettings, clock: Clock): Promise<PreparedDay> {
  const results: StepResults = {}
  try {
    return { results, day: await judgedDay(settings, clock, results), error: undefined }
  } catch (error) {
    return { results, day: undefined, error }
  }
}

/** @param results gets the results of the steps as they come: a step that fails does not lose those before it */
async function judgedDay(settings: DaySettings, clock: Clock, results: StepResults): Promise<Day> {
  const { source, policy, continued } = settings
  const lines = new LineStore()
  const previous = await loadPrevious(continued, lines)
  results.previous = previous
  await expectSourceFolder(source)
  const reference = await orAllFaults({ source }, () => readReference(source))
  results.reference = reference
  const { date, asked } = await orAllFaults({ source, reference }, () =>
    datesOf(settings, { reference, previous, now: clock() }),
  )
  // A report without a release states the requested moment, not that of the last release, which is only tried first.
  results.date = asked ?? date
  const { day } = date
  const { issuers } = reference
  const { header, offers: known } = previous.memory
  const bookBefore = bookOf(previous.memory)
  const intake = await readOffers(source, { reference, date, known, lines, book: bookBefore })
  results.intake = intake
  const { rejected } = intake
  const verdict = judgeSource(intake, {
    known,
    brokenBefore: header?.broken ?? [],
    dayBefore: header ? calendarDay(header.data_as_of, reference.catalogue.time_zone) : undefined,
    issuers,
    day,
    policy,
  })
  results.verdict = verdict
  const { broken_issuers: broken } = verdict
  const { keepDays, onBroken } = policy
  const context = { known, rejected: rejected.offers, broken, keepDays, date, lines }
  const offers = carryOver(intake.offers, context)
  results.offers = offers
  const changes = reportChanges(known, offers, rejected)
  results.changes = changes
  results.listedBefore = reportListedBefore(known, offers, day)
  const refs = changedRefs(intake.ids, broken)
  results.refs = refs
  results.renamed = findRenamedIssuers(known, intake.offers, lines)
  enforceVerdict(verdict, { offers, day, onBroken })
  const book = bookBefore.after(refs, (id) => offers.has(id))
  return { previous, reference, date, asked, verdict, offers, changes, book, lines }
}

/**
 * The date to try first, and the requested one, see `Day`; for a repair, only the date of the last release. If a build as
 * of now continues a release of the same calendar day with equal data, it publishes nothing, so the ETags that clients
 * have stay valid.
 */
function datesOf(
  { asOf, repair, continued }: DaySettings,
  { reference, previous, now }: { reference: Reference; previous: Previous; now: number },
): Pick<Day, 'date' | 'asked'> {
  const last = dateOfLast(reference, previous)
  if (repair) {
    if (last) return { date: last, asked: null }
    throw new OperatorError(
      'no-release',
      `${continued?.out}: no release is current, so there is nothing to repair`,
    )
  }
  const asked = dateRelease(reference, chooseMoment(asOf, reference.catalogue, now), previous)
  const mayRepeatLast = isAsOfNow(asOf, reference.catalogue) && last?.day === asked.day
  return { date: mayRepeatLast ? last : asked, asked }
}

/**
 * Reads the small files, or chooses the date by them. If that fails, the records are still checked, so that all faults are
 * reported at once.
 * @param reference left out while the small files are read
 */
async function orAllFaults<T>(
  { source, reference }: { source: string; reference?: Reference },
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw await withFaults(error, source, reference)
  }
}

/** The error with the faults of all records; with a second message if the records cannot be read either. */
async function withFaults(
  error: OperatorError,
  source: string,
  reference: Reference | undefined,
): Promise<OperatorError> {
  try {
    return new RefusedSource(error, await validateOffers(source, reference))
  } catch (more) {
    if (!(more instanceof OperatorError)) throw more
    return new OperatorError(error.code, `${error.message}\n${more.message}`)
  }
}

/**
 * Reads a day without publishing it.
 * @returns the report, with the failure that `run` would end with
 * @throws {OperatorError} `usage` if an option is wrong, which the source has no part in; errors of the system unchanged
 */
export async function checkSource(settings: DaySettings, clock: Clock): Promise<BuildReport> {
  const { results, day, error } = await prepareDay(settings, clock)
  if (day) return reportOf(results, 'would publish')
  if (!(error instanceof OperatorError) || error.code === 'usage') throw error
  return reportOf(results, 'would refuse', error)
}
