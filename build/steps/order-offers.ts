// Step: the order of every list and of the snapshot. A daily client can stop at the first offer that it knows.

import { isListed } from '../../contract/offers/offer.ts'
import type { CatalogueOffer, Offers } from '../catalogue/catalogue-offer.ts'

export interface Ordered {
  /** What lists hold, in catalogue order: `updated_at` descending, then `id` ascending. */
  listed: readonly CatalogueOffer[]
  /** All that can be read by id, by id. */
  readable: readonly CatalogueOffer[]
}

export function order(offers: Offers): Ordered {
  const readable = [...offers.values()].sort(byId)
  // The sort is stable: offers of one moment stay in the order of their ids.
  const listed = readable.filter(({ status }) => isListed(status)).sort(byMomentDescending)
  return { listed, readable }
}

function byId(a: CatalogueOffer, b: CatalogueOffer): number {
  return a.id < b.id ? -1 : 1
}

function byMomentDescending(a: CatalogueOffer, b: CatalogueOffer): number {
  if (a.updated_at === b.updated_at) return 0
  return a.updated_at > b.updated_at ? -1 : 1
}
