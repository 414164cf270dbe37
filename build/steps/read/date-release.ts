// Step: the moment that the release is of. It never goes back: clients trust that what they have is older.

import { OperatorError } from '../../../lib/errors.ts'
import { calendarDay } from '../../../lib/time/calendar.ts'
import type { Reference, ReleaseDate } from '../../day/day.ts'
import type { Previous } from '../../day/memory.ts'

/** What is so little older than the last release is of its moment: two releases of one moment get two (claim-moment). */
const SAME_MOMENT_MS = 1000

/**
 * @param asked ISO 8601 UTC with milliseconds, see choose-moment
 * @param notBefore a moment that is free, if the one that is asked for is taken
 * @throws {OperatorError} `bad-source` if neither says the moment, `not-newer` if an earlier release is later
 */
export function dateRelease(
  { catalogue }: Reference,
  asked: string | undefined,
  { current, memory }: Previous,
  notBefore = '',
): ReleaseDate {
  if (asked === undefined) {
    throw new OperatorError(
      'bad-source',
      'catalogue.json: /data_as_of: missing; give it there, or as --as-of (--as-of now is the present)',
    )
  }
  let moment = asked > notBefore ? asked : notBefore
  for (const earlier of [current?.data_as_of, memory.header?.data_as_of]) {
    if (earlier === undefined || moment >= earlier) continue
    if (Date.parse(earlier) - Date.parse(moment) >= SAME_MOMENT_MS) {
      throw new OperatorError('not-newer', `the source is of ${moment}, the last release of ${earlier}`)
    }
    moment = earlier
  }
  return {
    data_as_of: moment,
    attribution: catalogue.attribution,
    day: calendarDay(moment, catalogue.time_zone),
  }
}
