// Offers as the build holds them, invented by fast-check or by hand.

import fc from 'fast-check'
import type { CatalogueOffer, Offers } from '../../../build/day/catalogue-offer.ts'
import { FILTER_NAMES, type FilterName } from '../../../contract/api/filters.ts'
import { recordOf } from '../../../lib/record-of.ts'

const NO_SLUGS = recordOf<FilterName, readonly string[]>(FILTER_NAMES, () => [])

/** The members of an offer that a test sets. Its filter slugs follow from them. */
export type OfferChoices = Partial<Omit<CatalogueOffer, 'slugs'>> & { comunas?: readonly string[] }

export function offer({ comunas = ['maipu'], ...changes }: OfferChoices = {}): CatalogueOffer {
  const { issuer = 'banco-norte', category = 'cines' } = changes
  return {
    id: 'off_a',
    status: 'active',
    issuer,
    category,
    slugs: { ...NO_SLUGS, issuer: [issuer], category: [category], comuna: comunas },
    valid_from: null,
    valid_until: null,
    kind: 'other',
    value: null,
    updated_at: '2026-03-01T10:00:00.000Z',
    withdrawnOn: null,
    keptSince: null,
    line: 0,
    ...changes,
  }
}

export function byId(offers: readonly CatalogueOffer[]): Offers {
  return new Map(offers.map((each) => [each.id, each]))
}

/** Up to this many listed offers of few issuers, categories and comunas, so that they share some. */
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
