// The facts that the page, the reference and llms.txt show. All of them follow from the release and its memory, so the same
// input gives the same page, and a build that finds nothing new makes the same page again.

import type { DescribedDay } from '../../../contract/api/description/described-day.ts'
import type { CategoryWithCount, ComunaWithCount, IssuerWithCount } from '../../../contract/api/responses.ts'
import type { Offer } from '../../../contract/offers/offer.ts'
import type { RefReason } from '../../../contract/release/manifest.ts'

export interface HomeFacts {
  described: DescribedDay
  /** The first offer of the list, or null on a day without any. */
  first: Offer | null
  /** The country of the catalogue, two letters: `CL`. */
  country: string
  /** Offers in lists, by status. */
  listed: { active: number; scheduled: number }
  /** How these numbers fall, and those of the values of filters that have offers. */
  lastDays: Readonly<Record<'listed' | 'scheduled' | 'issuers' | 'categories' | 'comunas', LastDays>>
  // All of the catalogue, ordered by slug, also those without offers.
  issuers: readonly IssuerWithCount[]
  categories: readonly CategoryWithCount[]
  comunas: readonly ComunaWithCount[]
  /**
   * The moment of the previous release, and the offers that changed since: those in lists, and those that ended or were
   * withdrawn. Null in the first release, and if the previous one is more than `WITHDRAWN_DAYS` days old.
   */
  changes: { since: string; newOrChanged: number; gone: number } | null
  broken: readonly BrokenFacts[]
  /** At most three, as many as `style.css` shows. The page first shows the first one. A day without offers has none. */
  questions: readonly Question[]
  /**
   * The number of offers that start and end on each of fourteen days, of which the first is that of the data. The page shows
   * seven of them, from the day on which it is read.
   */
  week: readonly WeekDay[]
}

/**
 * How a number falls after the day of the data: days, the earliest first, and by how much it is less after each of them; more,
 * if that is negative. The script of the page corrects the number by it.
 */
export type LastDays = readonly (readonly [day: string, count: number])[]

/** A question that the page was built with, and its answer. */
export interface Question {
  /** The question in a few words, e.g. `2x1`. */
  label: string
  /** The call that asks it: the query of a list, or the argument of the client's `find`, as code. */
  ask: { query: Readonly<Record<string, string>> } | { find: string }
  /** The first offers that it finds. */
  offers: readonly Offer[]
  /**
   * Those that follow in place of the first ones that end on the day, for the night until the next build. For a week: those
   * that are first on each of the next seven days.
   */
  next: readonly Offer[]
  /** The first and the last day of a question about a week, `YYYY-MM-DD`; null for the others. */
  week: { from: string; last: string } | null
  /** The number of offers that it finds. */
  total: number
  lastDays: LastDays
}

/** A day of the calendar on the page. */
export interface WeekDay {
  /** `YYYY-MM-DD`. */
  day: string
  starts: TitledCount
  ends: TitledCount
}

/** A number of offers, and the title of the first of them in the catalogue; undefined if there are none. */
export interface TitledCount {
  count: number
  title: string | undefined
}

/** Records that cannot be read, missing offers, or a way in which the data changed overnight. */
export type BrokenFault =
  | 'rejected'
  | 'gone'
  | { reason: 'lost' | 'swapped_days' | 'scaled' | RefReason; member: string }

/** An issuer whose source is broken. */
export interface BrokenFacts {
  name: string
  /** The first day on which it was broken, `YYYY-MM-DD`. */
  since: string
  faults: readonly BrokenFault[]
  /** The number of its listed offers that are shown as last known. */
  kept: number
}
