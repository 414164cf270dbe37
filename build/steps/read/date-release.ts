// Step: chooses the moment of the release, from the command line or the catalogue. It never goes back, because clients rely
// on newer releases having later ones, and never more than a day ahead of the clock: a wrong year would end most offers.

import type { SourceCatalogue } from '../../../contract/offers/source.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { refuseFile } from '../../../lib/json/json-file.ts'
import { calendarDay, canonicalMoment, dayStart, isCalendarDay } from '../../../lib/time/calendar.ts'
import { DAY_MS } from '../../../lib/time/clock.ts'
import type { Reference, ReleaseDate } from '../../day/day.ts'
import type { Previous } from '../../day/memory.ts'

/**
 * Data that is older than the last release by less than this gets the moment of that release: claim-moment.ts may have
 * dated it some milliseconds later than its data.
 */
const SAME_MOMENT_MS = 1000

/**
 * The date of a release.
 * @param asked as `chooseMoment` returns it
 * @throws {OperatorError} `bad-source` if `asked` is undefined, `not-newer` if the current or the continued release is
 *   later by a second or more
 */
export function dateRelease(
  { catalogue }: Reference,
  asked: string | undefined,
  { current, memory }: Previous,
): ReleaseDate {
  if (asked === undefined) {
    throw new OperatorError(
      'bad-source',
      'catalogue.json: /data_as_of: missing; add it, or use --as-of (--as-of now is the present)',
    )
  }
  // Moments of this form are in the order of their texts.
  let moment = asked
  for (const earlier of [current?.data_as_of, memory.header?.data_as_of]) {
    if (earlier === undefined || moment >= earlier) continue
    if (Date.parse(earlier) - Date.parse(moment) >= SAME_MOMENT_MS) {
      throw new OperatorError(
        'not-newer',
        `the source is of ${moment}, the last release of ${earlier}; ` +
          'use a later moment with --as-of (--as-of now is the present), or return to an earlier release with rollback',
      )
    }
    moment = earlier
  }
  return { data_as_of: moment, day: calendarDay(moment, catalogue.time_zone) }
}

/** The date of the current or the continued release, whichever is later; undefined if there is none. */
export function dateOfLast(
  { catalogue: { time_zone } }: Reference,
  { current, memory }: Previous,
): ReleaseDate | undefined {
  const moments = [current?.data_as_of, memory.header?.data_as_of].filter((each) => each !== undefined)
  const data_as_of = moments.sort().at(-1)
  return data_as_of === undefined ? undefined : { data_as_of, day: calendarDay(data_as_of, time_zone) }
}

/** Allows for differing clocks, and for data that is made the evening before. */
export const MAX_AHEAD_MS = DAY_MS

export const MOMENT_FORMS =
  'a moment like 2026-08-22T10:00:00Z or 2026-08-22T10:00:00.123+00:00 (at most three decimals), a day like 2026-08-22, or now'

/** Whether a text is a moment in one of these forms. */
export function saysMoment(text: string): boolean {
  return text === 'now' || isCalendarDay(text) || canonicalMoment(text) !== undefined
}

/** Whether the moment of the build is `now`. */
export function isAsOfNow(asOf: string | undefined, { data_as_of }: SourceCatalogue): boolean {
  return (asOf ?? data_as_of) === 'now'
}

/**
 * The requested moment of the release.
 * @param asOf from the command line, where options.ts has checked its form; it overrides the catalogue
 * @param now milliseconds since the epoch
 * @returns ISO 8601 UTC with milliseconds; undefined if neither states a moment
 * @throws {OperatorError} `bad-source` if the catalogue states an invalid one, `in-the-future` if it is more than 24
 *   hours ahead of the clock
 */
export function chooseMoment(
  asOf: string | undefined,
  { data_as_of, time_zone }: SourceCatalogue,
  now: number,
): string | undefined {
  const text = asOf ?? data_as_of
  if (text === undefined) return undefined
  if (!saysMoment(text)) {
    const found = JSON.stringify(text)
    refuseFile('catalogue.json', [{ pointer: '/data_as_of', found, expected: MOMENT_FORMS }])
  }
  const moment = momentOf(text, time_zone, now)
  if (Date.parse(moment) - now > MAX_AHEAD_MS) {
    const clock = new Date(now).toISOString()
    const way = `if the clock of this machine is right (${clock}), correct data_as_of or --as-of`
    throw new OperatorError('in-the-future', `the source is of ${moment}, more than 24 hours ahead\n${way}`)
  }
  return moment
}

function momentOf(text: string, timeZone: string, now: number): string {
  if (text === 'now') return new Date(now).toISOString()
  return canonicalMoment(text) ?? dayStart(text, timeZone)
}
