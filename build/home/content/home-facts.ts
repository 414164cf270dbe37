// The facts that the page shows. All of them follow from the release and its memory, so the same input gives the same
// page, and a build that finds nothing new makes the same page again.

import type { DescribedDay } from '../../../contract/api/description/described-day.ts'
import type { CategoryWithCount, ComunaWithCount, IssuerWithCount } from '../../../contract/api/responses.ts'
import type { Offer } from '../../../contract/offers/offer.ts'

export interface HomeFacts {
  described: DescribedDay
  /** The first offer of the list, or null on a day without any. */
  first: Offer | null
  /** The country of the catalogue, two letters: `CL`. */
  country: string
  /** Offers in lists, by status. */
  listed: { active: number; scheduled: number }
  issuers: readonly IssuerWithCount[]
  categories: readonly CategoryWithCount[]
  comunas: readonly ComunaWithCount[]
  /** The changes since the previous release; null in the first one. */
  changes: { since: string; newOrChanged: number; gone: number } | null
  broken: readonly BrokenFacts[]
  /** Questions with their answers, of which the page begins with the first; none on a day without offers. */
  questions: readonly Question[]
  /** What starts and ends on this day and the six after it. */
  week: readonly WeekDay[]
}

/** A question that the page answers before any click. */
export interface Question {
  /** In a few words of the catalogue: `2x1`. */
  label: string
  /** How it is asked: a query of the list, or the argument of the client's `find`, as code. */
  ask: { query: Readonly<Record<string, string>> } | { find: string }
  /** The first offers that it finds. */
  offers: readonly Offer[]
  /** How many it finds. */
  total: number
}

/** A day of the calendar on the page. */
export interface WeekDay {
  /** `YYYY-MM-DD`. */
  day: string
  starts: TitledCount
  ends: TitledCount
}

/** A number of offers, and the title of the first; undefined if there are none. */
export interface TitledCount {
  count: number
  title: string | undefined
}

/** Records that cannot be read, missing offers, or a way in which the data changed overnight. */
export type BrokenFault = 'rejected' | 'gone' | { reason: 'lost' | 'swapped_days' | 'scaled'; member: string }

/** An issuer whose source is broken. */
export interface BrokenFacts {
  name: string
  /** The first day on which it was broken, `YYYY-MM-DD`. */
  since: string
  /** The faults. */
  faults: readonly BrokenFault[]
  /** How many of its listed offers are shown as last known. */
  kept: number
}
