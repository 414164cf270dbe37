// Step: the moment that the release is of. It never goes back: clients trust that what they have is older.

import type { Edition } from '../../contract/api/edition.ts'
import { OperatorError } from '../../contract/lib/errors.ts'
import { calendarDay } from '../catalogue/calendar.ts'
import type { Previous } from './load-previous.ts'
import type { Reference } from './read-reference.ts'

export interface ReleaseDate extends Edition {
  /** The calendar day of `data_as_of` in the catalogue's time zone. */
  day: string
}

/**
 * @param asOf from the command line; it wins over the catalogue's own
 * @throws {OperatorError} `bad-source` if neither says the moment, `not-newer` if an earlier release is later
 */
export function dateRelease(
  { catalogue }: Reference,
  asOf: string | undefined,
  { current, state }: Previous,
): ReleaseDate {
  const moment = asOf ?? catalogue.data_as_of
  if (moment === undefined) {
    throw new OperatorError('bad-source', 'catalogue.json: /data_as_of: missing; give it there or as --as-of')
  }
  for (const earlier of [current?.data_as_of, state.header?.data_as_of]) {
    if (earlier !== undefined && moment < earlier) {
      throw new OperatorError('not-newer', `the source is of ${moment}, the last release of ${earlier}`)
    }
  }
  return {
    data_as_of: moment,
    attribution: catalogue.attribution,
    day: calendarDay(moment, catalogue.time_zone),
  }
}
