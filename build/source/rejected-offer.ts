// Which offer a rejected record most likely is: an offer that was known must not leave because its record is bad today.

import { mintOfferId } from '../../contract/offers/offer-id.ts'
import type { CatalogueOffer, Offers } from '../day/catalogue-offer.ts'

/** What a rejected record can still say. */
export interface RejectedNames {
  id?: string
  ref?: string
  issuer?: string
}

/** Trying every issuer for every record without one takes time with the product of both; no real source needs more. */
const MAX_TRIES = 2_000_000

/**
 * Makes a function that finds the known offer of a rejected record: by its id, by issuer and ref, or, if its issuer is
 * not known or can't be read, by its ref with every issuer that there is.
 */
export function createFindRejected(known: Offers): (names: RejectedNames) => CatalogueOffer | undefined {
  let left = MAX_TRIES
  let issuers: Set<string> | undefined
  return ({ id, ref, issuer }) => {
    if (id !== undefined && known.has(id)) return known.get(id)
    if (ref === undefined) return undefined
    const own = issuer === undefined ? undefined : known.get(mintOfferId(issuer, ref))
    if (own) return own
    issuers ??= new Set(Array.from(known.values(), (offer) => offer.issuer))
    // An issuer that is known has no such offer: the record is a new one.
    if (issuer !== undefined && issuers.has(issuer)) return undefined
    left -= issuers.size
    if (left < 0) return undefined
    for (const each of issuers) {
      const found = known.get(mintOfferId(each, ref))
      if (found) return found
    }
    return undefined
  }
}
