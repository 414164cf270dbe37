// The offers of a tiny release: complete, all different, and the same each time.

import type { Issuer, Offer } from '../../contract/offers/offer.ts'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import { sha256 } from '../../lib/digest.ts'

export const TINY_ISSUER: Issuer = {
  id: 'iss_tiny-bank',
  slug: 'tiny-bank',
  name: 'Tiny Bank',
  type: 'bank',
  country: 'CL',
}

/** @param updatedAt ISO 8601 UTC with milliseconds */
export function tinyOffer(index: number, updatedAt: string): Offer {
  return {
    id: mintOfferId(TINY_ISSUER.slug, String(index)),
    status: 'active',
    title: `Offer ${index}`,
    merchant: null,
    benefit: { kind: 'percentage', value: 10, currency: null, cap: null, summary: noise(index) },
    issuer: TINY_ISSUER,
    category: { slug: 'food', name: 'Food' },
    comunas: [],
    weekdays: null,
    valid_from: null,
    valid_until: null,
    url: null,
    updated_at: updatedAt,
    terms: { text: null },
  }
}

// 1.5 kB of hexadecimal digits, which gzip cannot make smaller than half: a snapshot of some hundred offers takes several
// reads.
function noise(index: number): string {
  return Array.from({ length: 24 }, (_, part) => sha256(`${index} ${part}`)).join('')
}
