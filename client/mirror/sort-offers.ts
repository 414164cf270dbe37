// The orders of an answer.

import type { Offer } from '../api/types.ts'

export const SORTS = ['relevance', 'ends', 'starts', 'updated', 'value'] as const
export type Sort = (typeof SORTS)[number]

/** The orders by a member of the offers. The order by relevance is that of the search. */
type SortByMember = Exclude<Sort, 'relevance'>

/** What offers are compared by; null if one does not state it, so that it comes last. */
const KEYS: Readonly<Record<SortByMember, (offer: Offer) => string | number | null>> = {
  ends: ({ valid_until }) => valid_until,
  starts: ({ valid_from }) => valid_from,
  updated: ({ updated_at }) => updated_at,
  value: ({ benefit }) => benefit.value,
}

/** The part that an offer may not state, in words for a hint; empty if every offer states it. */
const MISSING: Readonly<Record<SortByMember, string>> = {
  ends: 'end',
  starts: 'start',
  updated: '',
  value: 'value',
}

export interface Sorted {
  offers: Offer[]
  /** What the order could not compare, in words. */
  hints: string[]
}

/** Offers that are equal stay in their order. @param kind of all of them, if they are sorted by value */
export function sortOffers(offers: readonly Offer[], sort: SortByMember, kind?: string): Sorted {
  const key = KEYS[sort]
  const stated = offers.filter((offer) => key(offer) !== null)
  const unstated = offers.filter((offer) => key(offer) === null)
  const isDescending = sort === 'updated' || (sort === 'value' && kind !== 'fixed_price')
  const currencies = sort === 'value' ? currenciesOf(stated) : []
  const comparable =
    sort === 'value'
      ? currencies.map((currency) => stated.filter(({ benefit }) => benefit.currency === currency))
      : [stated]
  const direction = isDescending ? -1 : 1
  const sorted = comparable.flatMap((group) => group.sort((a, b) => direction * compared(key(a), key(b))))
  const hints: string[] = []
  if (currencies.length > 1)
    hints.push(
      `Values are compared within one currency: ${currencies.map((each) => each ?? 'percentages').join(', then ')}.`,
    )
  if (unstated.length > 0)
    hints.push(`${unstated.length} of ${offers.length} do not state their ${MISSING[sort]}: they come last.`)
  return { offers: [...sorted, ...unstated], hints }
}

function compared(a: string | number | null, b: string | number | null): number {
  if (a === b || a === null || b === null) return 0
  return a < b ? -1 : 1
}

/**
 * The currencies of offers, the most frequent first; null stands for values that are no money. Of the offers of one kind,
 * only cashback is money in some and percentages in others.
 */
function currenciesOf(offers: readonly Offer[]): (string | null)[] {
  const counts = new Map<string | null, number>()
  for (const { benefit } of offers) counts.set(benefit.currency, (counts.get(benefit.currency) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || compared(a, b)).map(([currency]) => currency)
}
