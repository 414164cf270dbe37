// The small files next to the offers, by slug: what the offers of a day may name.

import type { Comuna, Issuer, SlugAndName } from '../../contract/offers/offer.ts'
import type { SourceCatalogue } from '../../contract/offers/source.ts'

/** All members as they are published. */
export interface Reference {
  catalogue: SourceCatalogue
  /** By slug, as are the others. */
  issuers: ReadonlyMap<string, Issuer>
  categories: ReadonlyMap<string, SlugAndName>
  comunas: ReadonlyMap<string, Comuna>
}
