// An offer of the catalogue as the build holds it: the few facts that steps ask for; all else lies rendered
// in the line store.

import type { Offer, OfferStatus } from '../../contract/offers/offer.ts'

export interface CatalogueOffer {
  readonly id: string
  readonly status: OfferStatus
  /** Slugs. */
  readonly issuer: string
  readonly category: string
  readonly comunas: readonly string[]
  readonly valid_until: string | null
  readonly updated_at: string
  /** The day on which it left the source; null while it is there. */
  readonly left: string | null
  /** The number of its rendered line. */
  readonly line: number
}

/** Offers by id. */
export type Offers = ReadonlyMap<string, CatalogueOffer>

export function catalogueOffer(offer: Offer, line: number, left: string | null): CatalogueOffer {
  return {
    id: offer.id,
    status: offer.status,
    issuer: offer.issuer.slug,
    category: offer.category.slug,
    comunas: offer.comunas.map(({ slug }) => slug),
    valid_until: offer.valid_until,
    updated_at: offer.updated_at,
    left,
    line,
  }
}

/** Reads back a line that the build rendered itself. */
export function parseLine(line: Buffer): Offer {
  return JSON.parse(line.toString('utf8')) as Offer
}

/** How many offers are in each state. */
export function countByStatus(offers: Iterable<CatalogueOffer>): Record<OfferStatus, number> {
  const counts = { scheduled: 0, active: 0, expired: 0, withdrawn: 0 }
  for (const { status } of offers) counts[status] += 1
  return counts
}
