// Facts that searches of one copy share. Each is made when it is first needed, and dropped with the copy.

import type { Offer } from '../api/types.ts'
import type { CatalogueCopy } from './store.ts'
import { TextSearch } from './text-search.ts'

/** A function that computes its result once for each copy, and again on another day if it is given one. */
export function oncePerCopy<T>(
  make: (copy: CatalogueCopy, today: string) => T,
): (copy: CatalogueCopy, today?: string) => T {
  const made = new WeakMap<CatalogueCopy, { today: string; value: T }>()
  return (copy, today = '') => {
    const before = made.get(copy)
    const kept = before?.today === today ? before : { today, value: make(copy, today) }
    made.set(copy, kept)
    return kept.value
  }
}

export const offersById = oncePerCopy(
  ({ offers }): ReadonlyMap<string, Offer> => new Map(offers.map((offer) => [offer.id, offer])),
)

const searched = new WeakSet<CatalogueCopy>()

export const textSearchOf = oncePerCopy((copy) => {
  searched.add(copy)
  return TextSearch.of(copy.offers)
})

/** True once its texts were searched; those of the next copy are then indexed before they are. */
export const isSearched = (copy: CatalogueCopy | undefined): boolean => !!copy && searched.has(copy)
