// Step: sorts the offers of all lists and snapshots, so that a daily client can stop at the first offer that it knows.

import { isListed } from '../../../contract/offers/offer.ts'
import { compareText } from '../../../lib/lists.ts'
import type { Offers } from '../../day/catalogue-offer.ts'
import type { OrderedOffers } from '../../day/release-draft.ts'

export function orderOffers(offers: Offers): OrderedOffers {
  const readable = [...offers.values()].sort((a, b) => compareText(a.id, b.id))
  // The sort is stable, so offers of one moment stay in the order of their ids.
  const byChange = readable.toSorted((a, b) => compareText(b.updated_at, a.updated_at))
  const listed = byChange.filter(({ status }) => isListed(status))
  return { listed, readable, byChange }
}
