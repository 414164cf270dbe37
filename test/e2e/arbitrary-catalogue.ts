// Catalogues and queries for property tests: small enough to be built by the hundred, with texts of every kind.

import fc from 'fast-check'
import { FILTER_NAMES } from '../../contract/api/filters.ts'
import { BENEFIT_KINDS, type Benefit, ISSUER_TYPES, WEEKDAYS } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { type NaiveCatalogue, type NaiveQuery, naiveSlugs } from './naive-model.ts'

const DATA_AS_OF = '2026-09-01T10:00:00.000Z'

/** Control characters other than white space are rejected. */
const text = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 12 })
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

/** A query, once there are offers with values to filter by. */
type QueryOf = (catalogue: NaiveCatalogue) => NaiveQuery

/** Queries that a kind of key may make; offsets of every kind: aligned, near the edges, beyond the end. */
export function arbitraryQuery(maxLimit: number, maxOffset: number): fc.Arbitrary<QueryOf> {
  const offset = fc.oneof(
    fc.constantFrom(
      ...[0, 1, 24, 25, 26, 50, 75, 99, 100, 101, 199, 200, 250].filter((each) => each <= maxOffset),
    ),
    fc.nat(Math.min(300, maxOffset)),
    fc.nat(maxOffset),
  )
  return fc
    .record({
      // For each filter the value of one of the offers, or one that none has.
      filters: fc.array(fc.option(fc.nat()), {
        minLength: FILTER_NAMES.length,
        maxLength: FILTER_NAMES.length,
      }),
      limit: fc.oneof(fc.constantFrom(1, 25, maxLimit), fc.integer({ min: 1, max: maxLimit })),
      offset,
    })
    .map(({ filters, ...window }) => (catalogue) => {
      const given = FILTER_NAMES.flatMap((name, index) => {
        const chosen = filters[index] ?? null
        const values = [...naiveSlugs(catalogue, name), 'unknown']
        return chosen === null ? [] : [[name, values[chosen % values.length]]]
      })
      return { ...window, ...Object.fromEntries(given) }
    })
}
