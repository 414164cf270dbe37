// What the page says of its day. All of it follows from what a release holds and remembers, so the same input gives
// the same page, and a build that finds nothing new makes the same page again.

import type { DescribedDay } from '../contract/api/description/described-day.ts'
import type { CategoryWithCount, ComunaWithCount, IssuerWithCount } from '../contract/api/responses.ts'
import type { Offer, Weekday } from '../contract/offers/offer.ts'

export interface HomeFacts {
  described: DescribedDay
  /** The first offer of the list, or null on a day without any. */
  first: Offer | null
  /** Where the catalogue is from, as two letters: `CL`. */
  country: string
  /** Offers in lists, by status. */
  listed: { active: number; scheduled: number }
  issuers: readonly IssuerWithCount[]
  categories: readonly CategoryWithCount[]
  comunas: readonly ComunaWithCount[]
  /** Listed offers that hold on each day of the week, and those whose source does not state their days. */
  weekdays: Readonly<Record<Weekday, number>>
  onUnknownDays: number
  /** What changed since the release before; null in the first one. */
  changes: { since: string; newOrChanged: number; gone: number } | null
  broken: readonly BrokenFacts[]
}

/** Records that can't be read, offers that are missing, or one way in which its data changed overnight. */
export type BrokenFault = 'rejected' | 'gone' | { reason: 'lost' | 'swapped_days' | 'scaled'; member: string }

/** An issuer whose source is broken. */
export interface BrokenFacts {
  name: string
  /** The first day of it, `YYYY-MM-DD`. */
  since: string
  /** What is wrong with it, most of it or all. */
  faults: readonly BrokenFault[]
  /** How many of its listed offers stand as last known. */
  kept: number
}
