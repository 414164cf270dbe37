// Which state an offer of the source is in on a day.

import type { OfferStatus } from '../../contract/offers/offer.ts'

/** Both ends of the period belong to it: an offer that ends today is active today. Null means open. */
export function statusOn(day: string, validFrom: string | null, validUntil: string | null): OfferStatus {
  if (validUntil !== null && validUntil < day) return 'expired'
  if (validFrom !== null && validFrom > day) return 'scheduled'
  return 'active'
}
