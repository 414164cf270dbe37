// A day that can be published: what the first half of a build makes of a source, and the second half renders; its
// moment, and what its offers may name.

import type { Edition } from '../../contract/api/edition.ts'
import type { Comuna, Issuer, SlugAndName } from '../../contract/offers/offer.ts'
import type { SourceCatalogue } from '../../contract/offers/source.ts'
import type { Verdict } from './broken-issuer.ts'
import type { Offers } from './catalogue-offer.ts'
import type { ChangeReport } from './changes.ts'
import type { LineStore } from './line-store.ts'
import type { Previous } from './memory.ts'
import type { Rewritten } from './rewritten.ts'

export interface Day {
  previous: Previous
  reference: Reference
  date: ReleaseDate
  verdict: Verdict
  /** All that can be read today, by id. */
  offers: Offers
  changes: ChangeReport
  rewritten: Rewritten
  /** The rendered lines of the offers. */
  lines: LineStore
}

/** The moment of a release, and its calendar day. */
export interface ReleaseDate extends Edition {
  /** The calendar day of `data_as_of` in the catalogue's time zone. */
  day: string
}

/** The small files of the source. All members are as they are published. */
export interface Reference {
  catalogue: SourceCatalogue
  /** By slug, as are the others. */
  issuers: ReadonlyMap<string, Issuer>
  categories: ReadonlyMap<string, SlugAndName>
  comunas: ReadonlyMap<string, Comuna>
}
