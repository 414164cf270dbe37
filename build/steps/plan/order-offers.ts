// Step: the order of every list and of the snapshots. A daily client can stop at the first offer that it knows.

import { isListed } from '../../../contract/offers/offer.ts'
import { compareText } from '../../../lib/text/compare.ts'
import type { CatalogueOffer, Offers } from '../../day/catalogue-offer.ts'

export interface OrderedOffers {
  /** What lists hold, in catalogue order: `updated_at` descending, then `id` ascending. */
  listed: readonly CatalogueOffer[]
  /** All that can be read by id, by id. */
  readable: readonly CatalogueOffer[]
  /** All that can be read by id, in catalogue order: what changed last comes first. */
  changes: readonly CatalogueOffer[]
}

export function orderOffers(offers: Offers): OrderedOffers {
  const readable = [...offers.values()].sort((a, b) => compareText(a.id, b.id))
  // The sort is stable: offers of one moment stay in the order of their ids.
  const changes = readable.toSorted((a, b) => compareText(b.updated_at, a.updated_at))
  const listed = changes.filter(({ status }) => isListed(status))
  return { listed, readable, changes }
}
