// A day that can be published: the result of the first half of a build. Its offers are rendered; the second half makes
// pages of them.

import type { Comuna, Issuer, SlugAndName } from '../../contract/offers/offer.ts'
import type { SourceCatalogue } from '../../contract/offers/source.ts'
import type { Verdict } from './broken-issuer.ts'
import type { Offers } from './catalogue-offer.ts'
import type { ChangeReport } from './changes.ts'
import type { LineStore } from './line-store.ts'
import type { Previous } from './memory.ts'
import type { RefBook } from './ref-book.ts'

export interface Day {
  previous: Previous
  reference: Reference
  /**
   * The date to publish. A build as of now first has the date of the last release, if both are of one calendar day, so
   * that equal data makes the same release. If the data differ, claim-moment.ts replaces it by `asked`.
   */
  date: ReleaseDate
  /** The requested date; null if the last release is only to be repaired. */
  asked: ReleaseDate | null
  verdict: Verdict
  /** All offers that can be read today, by id. */
  offers: Offers
  changes: ChangeReport
  /** Which offers refs name from today on. */
  book: RefBook
  /** The rendered lines of the offers. */
  lines: LineStore
}

/** The moment and the calendar day of a release. */
export interface ReleaseDate {
  /** ISO 8601 UTC with milliseconds. */
  data_as_of: string
  /** The calendar day of `data_as_of` in the catalogue's time zone. */
  day: string
}

/** The small files of the source, in their published form. */
export interface Reference {
  catalogue: SourceCatalogue
  /** All three maps are by slug. */
  issuers: ReadonlyMap<string, Issuer>
  categories: ReadonlyMap<string, SlugAndName>
  comunas: ReadonlyMap<string, Comuna>
}
