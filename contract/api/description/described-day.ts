// The part of a description of the API that differs from day to day.

import type { Offer } from '../../offers/offer.ts'
import type { FilterSlugs } from '../filters.ts'
import type { Edition, ResponseSchemaName } from '../responses.ts'
import type { Version } from '../versions.ts'

/** What readers of the description, of `llms.txt` and of the page learn if the source states no contact. */
export const NO_CONTACT = 'The provider names no contact to ask for a named key.'

/** The data of a day that its description holds. */
export interface DescribedDay {
  /** The version of the API that is described. */
  version: Version
  edition: Edition
  /** The time zone in which days begin and end, e.g. `America/Santiago`. */
  timeZone: string
  /** The calendar day of the catalogue, `YYYY-MM-DD`. */
  day: string
  license?: { name: string; url?: string } | undefined
  contact?: { name?: string; url?: string; email?: string } | undefined
  /** The address of the terms of use. */
  terms?: string | undefined
  /** The slugs that lists can be filtered by, sorted. */
  slugs: FilterSlugs
  /** A scheduled or active offer as an example, or null on a day without any. */
  offer: Offer | null
  /** An example answer for each schema; undefined if the day has none. */
  bodies: Readonly<Record<ResponseSchemaName, unknown>>
}
