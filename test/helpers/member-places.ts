// Whether the places that map, show or list offers have every member of one, or name it as an exception.

import type { Test } from 'tap'
import { type Offer, offerMembers } from '../../contract/offers/offer.ts'
import { keysOf } from '../../lib/record-of.ts'

/** An offer without unknown values. A new member does not compile without a value here. */
export const WHOLE_OFFER: Offer = {
  id: 'off_aaaaaaaaaaaaaaaa',
  status: 'active',
  title: 'Two for one',
  merchant: 'Kiosk',
  benefit: {
    kind: 'amount',
    value: 2,
    currency: 'CLP',
    cap: { value: 5, currency: 'CLP' },
    summary: 'Two off',
  },
  issuer: { id: 'iss_banco-x', slug: 'banco-x', name: 'Banco Equis', type: 'bank', country: 'CL' },
  category: { slug: 'cines', name: 'Cines' },
  comunas: [{ slug: 'arica', name: 'Arica' }],
  weekdays: ['monday'],
  valid_from: '2026-09-01',
  valid_until: '2026-09-30',
  url: 'https://banco.example/offers',
  updated_at: '2026-09-01T10:00:00.000Z',
  terms: { text: null },
}

export type Member = keyof Offer

/** The members that the build adds: no source has them. */
export const MADE: readonly Member[] = ['status', 'updated_at', 'terms']

/**
 * @param file the place, for the message
 * @param without the members that the place lacks on purpose
 */
export function expectMembers(
  t: Test,
  file: string,
  has: (member: Member) => boolean,
  without: readonly Member[],
) {
  for (const member of keysOf(offerMembers))
    t.equal(has(member), !without.includes(member), `${file}: ${member}`)
}

export const namedIn = (names: unknown) => (member: Member) => Object.keys(names as object).includes(member)

/** Makes a function: whether the result of `show` changes with a member. */
export const shownBy = (show: (offer: Offer) => unknown) => (member: Member) =>
  JSON.stringify(show(WHOLE_OFFER)) !==
  JSON.stringify(show({ ...WHOLE_OFFER, [member]: other(WHOLE_OFFER[member]) }))

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return value.replace(/^2026/, '2027').replace(/[a-z]$/, 'z')
  if (Array.isArray(value)) return value.map(other)
  if (value === null) return null
  return Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, other(each)]))
}
