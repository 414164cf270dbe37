// Offers as the build holds them, invented by fast-check or by hand.

import fc from 'fast-check'
import type { CatalogueOffer } from '../../../build/catalogue/catalogue-offer.ts'

export function offer(changes: Partial<CatalogueOffer> = {}): CatalogueOffer {
  return {
    id: 'off_a',
    status: 'active',
    issuer: 'banco-norte',
    category: 'cines',
    comunas: ['maipu'],
    valid_until: null,
    updated_at: '2026-03-01T10:00:00.000Z',
    left: null,
    line: 0,
    ...changes,
  }
}

/** Up to so many listed offers, of few issuers, categories and comunas, so that they meet. */
export function someOffers(most: number): fc.Arbitrary<CatalogueOffer[]> {
  const one = fc.record({
    issuer: fc.constantFrom('a', 'b', 'c', 'd'),
    category: fc.constantFrom('x', 'y', 'z'),
    comunas: fc.uniqueArray(fc.constantFrom('k', 'l', 'm', 'n'), { maxLength: 4 }),
  })
  return fc
    .array(one, { maxLength: most, size: 'max' })
    .map((offers) =>
      offers.map((each, n) => offer({ ...each, id: `off_${String(n).padStart(4, '0')}`, line: n })),
    )
}
