import type { Offer } from '../api/types.ts'

/**
 * Offers repeat the same issuers, categories and comunas. If equal parts are one object, a copy of 100,000 offers takes
 * half the memory.
 * @returns a function that replaces parts of an offer by the equal parts of earlier offers, and returns the offer
 */
export function partSharer(): <O extends Offer>(offer: O) => O {
  const known = new Map<string, unknown>()
  const shared = <T>(part: T): T => {
    const text = JSON.stringify(part)
    if (!known.has(text)) known.set(text, part)
    return known.get(text) as T
  }
  return (offer) => {
    offer.issuer = shared(offer.issuer)
    offer.category = shared(offer.category)
    offer.weekdays = shared(offer.weekdays)
    offer.terms = shared(offer.terms)
    offer.comunas = offer.comunas.map(shared)
    return offer
  }
}
