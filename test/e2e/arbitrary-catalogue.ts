// Catalogues and queries for property tests: small enough to be built by the hundred, with texts of every kind.

import fc from 'fast-check'
import type { FilterName } from '../../contract/api/filters.ts'
import { BENEFIT_KINDS, type Benefit, ISSUER_TYPES, WEEKDAYS } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import type { NaiveCatalogue, NaiveQuery } from './naive-model.ts'

const DATA_AS_OF = '2026-09-01T10:00:00.000Z'

/** Control characters other than white space are rejected. */
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .map((value) => `t${value}\u2028`.toWellFormed().replaceAll(/(?![\t-\r])\p{Cc}/gu, '·'))

const slugs = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}-${i}`)
const ISSUERS = slugs('issuer', 4)
const CATEGORIES = slugs('category', 3)
const COMUNAS = slugs('comuna', 5)

const money = fc.record({
  value: fc.integer({ min: 1, max: 100_000 }),
  currency: fc.constantFrom('CLP', 'USD'),
})
const day = fc.constantFrom(null, '2026-08-01', '2026-08-31', '2026-09-01', '2026-09-02', '2027-01-31')

const benefit: fc.Arbitrary<Benefit> = fc
  .record({
    kind: fc.constantFrom(...BENEFIT_KINDS),
    number: fc.integer({ min: 2, max: 99 }),
    cap: fc.option(money),
    summary: text,
  })
  .map(({ kind, number, cap, summary }) => {
    const currency = kind === 'amount' || kind === 'fixed_price' ? 'CLP' : null
    return { kind, value: kind === 'other' ? null : number, currency, cap, summary }
  })

/** All members that a record may have, except names and days: without one of them this does not compile. */
const members = {
  issuer: fc.constantFrom(...ISSUERS),
  title: text,
  category: fc.constantFrom(...CATEGORIES),
  comunas: fc.subarray(COMUNAS),
  benefit,
  merchant: fc.option(text),
  url: fc.option(fc.constant('https://ofertas.example/a')),
  weekdays: fc.option(fc.shuffledSubarray([...WEEKDAYS], { minLength: 1 })),
}
members satisfies Record<Exclude<keyof SourceOffer, 'ref' | 'id' | 'valid_from' | 'valid_until'>, unknown>

const offer: fc.Arbitrary<Omit<SourceOffer, 'ref'>> = fc
  .record(
    { ...members, dates: fc.tuple(day, day) },
    { requiredKeys: ['issuer', 'title', 'category', 'comunas', 'benefit', 'dates'] },
  )
  .map(({ dates: [a, b], ...rest }) => {
    const swapped = a !== null && b !== null && a > b
    return { ...rest, valid_from: swapped ? b : a, valid_until: swapped ? a : b }
  })

/** Catalogues that hold at least one offer that lists show. */
export const arbitraryCatalogue: fc.Arbitrary<NaiveCatalogue> = fc
  .record({
    offers: fc.array(offer, { minLength: 1, maxLength: 260, size: 'max' }),
    attribution: text,
    names: text,
  })
  .map(({ offers, attribution, names }) => ({
    attribution,
    data_as_of: DATA_AS_OF,
    issuers: ISSUERS.map((slug, i) => ({
      slug,
      name: `${names}${i}`,
      type: ISSUER_TYPES[i] ?? 'other',
      country: 'CL',
    })),
    categories: CATEGORIES.map((slug) => ({ slug, name: slug.toUpperCase() })),
    comunas: COMUNAS.map((slug) => ({ slug, name: `Ñ ${slug}` })),
    offers: offers.map((each, i) =>
      i === 0 ? { ...each, ref: '0', valid_until: null } : { ...each, ref: `${i}` },
    ),
  }))

const filter = (values: readonly string[]) =>
  fc.option(fc.constantFrom(...values, 'unknown'), { nil: undefined })

/** Values for every filter: without one of them this does not compile. */
const FILTERS_OF_QUERIES: Readonly<Record<FilterName, fc.Arbitrary<string | undefined>>> = {
  issuer: filter(ISSUERS),
  category: filter(CATEGORIES),
  comuna: filter(COMUNAS),
}

/** Queries that a kind of key may make; offsets of every kind: aligned, near the edges, beyond the end. */
export function arbitraryQuery(maxLimit: number, maxOffset: number): fc.Arbitrary<NaiveQuery> {
  const offset = fc.oneof(
    fc.constantFrom(
      ...[0, 1, 24, 25, 26, 50, 75, 99, 100, 101, 199, 200, 250].filter((each) => each <= maxOffset),
    ),
    fc.nat(Math.min(300, maxOffset)),
    fc.nat(maxOffset),
  )
  return fc
    .record({
      ...FILTERS_OF_QUERIES,
      limit: fc.oneof(fc.constantFrom(1, 25, maxLimit), fc.integer({ min: 1, max: maxLimit })),
      offset,
    })
    .map((query) => {
      const given = Object.entries(query).filter(([, value]) => value !== undefined)
      return { limit: query.limit, offset: query.offset, ...Object.fromEntries(given) }
    })
}
