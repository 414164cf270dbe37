// The moment of a release, and its calendar day.

import type { Edition } from '../../contract/api/edition.ts'

export interface ReleaseDate extends Edition {
  /** The calendar day of `data_as_of` in the catalogue's time zone. */
  day: string
}
