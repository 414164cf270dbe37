// Step: chooses the moment of the release. It never goes back, because clients rely on newer releases having later ones.

import { OperatorError } from '../../../lib/errors.ts'
import { calendarDay } from '../../../lib/time/calendar.ts'
import type { Reference, ReleaseDate } from '../../day/day.ts'
import type { Previous } from '../../day/memory.ts'

/** Data that is less than this older than the last release counts as of its moment (see claim-moment). */
const SAME_MOMENT_MS = 1000

/**
 * @param asked ISO 8601 UTC with milliseconds, see choose-moment
 * @throws {OperatorError} `bad-source` if there is no moment, `not-newer` if the last release is later
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
  return {
    data_as_of: moment,
    attribution: catalogue.attribution,
    day: calendarDay(moment, catalogue.time_zone),
  }
}

/** The date of the last release; undefined if there is none. */
export function dateOfLast(
  { catalogue: { attribution, time_zone } }: Reference,
  { current, memory }: Previous,
): ReleaseDate | undefined {
  const [data_as_of] = [current?.data_as_of, memory.header?.data_as_of]
    .flatMap((each) => each ?? [])
    .sort()
    .reverse()
  return data_as_of === undefined
    ? undefined
    : { data_as_of, attribution, day: calendarDay(data_as_of, time_zone) }
}
