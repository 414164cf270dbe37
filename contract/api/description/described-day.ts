// The part of a description of the API that differs from day to day.

import type { Offer } from '../../offers/offer.ts'
import type { Edition } from '../edition.ts'
import type { FilterSlugs } from '../filters.ts'
import type { ResponseSchemaName } from '../responses.ts'
import type { Version } from '../versions.ts'

/** What of the day is in the description. */
export interface DescribedDay {
  /** The version of the API that is described. */
  version: Version
  edition: Edition
  /** By which days begin and end, e.g. `America/Santiago`. */
  timeZone: string
  /** The calendar day of the catalogue, `YYYY-MM-DD`. */
  day: string
  license?: { name: string; url?: string } | undefined
  contact?: { name?: string; url?: string; email?: string } | undefined
  /** The slugs that lists can be filtered by, sorted. */
  slugs: FilterSlugs
  /** An offer that lists hold, or null on a day without any. */
  offer: Offer | null
  /** An answer for each schema of one; undefined if the day has none. */
  bodies: Readonly<Record<ResponseSchemaName, unknown>>
}
