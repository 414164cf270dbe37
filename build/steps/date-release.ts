// Step: the moment that the release is of. It never goes back: clients trust that what they have is older.

import { OperatorError } from '../../contract/lib/errors.ts'
import { type ReleaseDate, todayOf } from '../today.ts'
import type { Previous } from './load-previous.ts'
import type { Reference } from './read-reference.ts'

/**
 * @param asOf from the command line; it wins over the catalogue's own
 * @throws {OperatorError} `bad-source` where neither says the moment, `not-newer` where an earlier release is later
 */
export function dateRelease(
  { catalogue }: Reference,
  asOf: string | undefined,
  { standing, memory }: Previous,
): ReleaseDate {
  const moment = asOf ?? catalogue.data_as_of
  if (moment === undefined) {
    throw new OperatorError(
      'bad-source',
      'catalogue.json: /data_as_of: found nothing, expected it there or as --as-of',
    )
  }
  for (const earlier of [standing?.data_as_of, memory.header?.data_as_of]) {
    if (earlier !== undefined && moment < earlier) {
      throw new OperatorError('not-newer', `the source is of ${moment}, the last release of ${earlier}`)
    }
  }
  return todayOf({ data_as_of: moment, attribution: catalogue.attribution }, catalogue.time_zone)
}
