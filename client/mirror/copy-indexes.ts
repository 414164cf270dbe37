// Indexes that the searches of one copy share. Each is made when it is first needed, and dropped with the copy.

import type { Offer } from '../api/types.ts'
import type { CatalogueCopy } from './store.ts'
import { WordIndex } from './word-index.ts'

/** A function that computes its result once for each copy. */
export function oncePerCopy<T>(make: (copy: CatalogueCopy) => T): (copy: CatalogueCopy) => T {
  const made = new WeakMap<CatalogueCopy, { value: T }>()
  return (copy) => {
    const kept = made.get(copy) ?? { value: make(copy) }
    made.set(copy, kept)
    return kept.value
  }
}

export const offersById = oncePerCopy(
  ({ offers }): ReadonlyMap<string, Offer> => new Map(offers.map((offer) => [offer.id, offer])),
)

export const wordsOf = oncePerCopy(({ offers }) => new WordIndex(offers))
