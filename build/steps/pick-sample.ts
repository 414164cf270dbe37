// Step: the offers in a demo key's snapshot: few, but of every issuer and every category, and the same for
// everyone all day.

import { SAMPLE_SIZE } from '../../contract/keys/kinds.ts'
import type { CatalogueOffer } from '../catalogue/catalogue-offer.ts'

/**
 * Picks positions in the order of the catalogue, ascending. First one offer for each issuer and each category,
 * then round robin over the issuers, and within an issuer over its categories.
 * @param listed in the order of the catalogue
 */
export function sample(listed: readonly CatalogueOffer[], size: number = SAMPLE_SIZE): number[] {
  if (listed.length <= size) return listed.map((_, position) => position)
  const picked = new Set(cover(listed).slice(0, size))
  for (const position of roundRobin(listed)) {
    if (picked.size === size) break
    picked.add(position)
  }
  return [...picked].sort((a, b) => a - b)
}

/** For each issuer an offer, of a category that is still missing where it has one; then the other categories. */
function cover(listed: readonly CatalogueOffer[]): number[] {
  const picks: number[] = []
  const categories = new Set<string>()
  const pick = (position: number | undefined) => {
    const offer = position === undefined ? undefined : listed[position]
    if (position === undefined || !offer) return
    picks.push(position)
    categories.add(offer.category)
  }
  for (const [, positions] of groupPositions(listed, ({ issuer }) => issuer)) {
    const isNew = (position: number) => !categories.has(listed[position]?.category ?? '')
    pick(positions.find(isNew) ?? positions[0])
  }
  for (const [category, positions] of groupPositions(listed, (offer) => offer.category)) {
    if (!categories.has(category)) pick(positions[0])
  }
  return picks
}

/** All positions: in each round one of every issuer that has any left, each time of its next category. */
function* roundRobin(listed: readonly CatalogueOffer[]): Generator<number> {
  const issuers = groupPositions(listed, ({ issuer }) => issuer)
  yield* byTurns(
    issuers.map(([, ofIssuer]) => {
      const categories = groupPositions(listed, ({ category }) => category, ofIssuer)
      return byTurns(categories.map(([, positions]) => positions.values()))
    }),
  )
}

/** One value of each in turn, until all are empty. */
function* byTurns(sources: readonly Iterator<number>[]): Generator<number> {
  let left = sources
  while (left.length > 0) {
    const still: Iterator<number>[] = []
    for (const source of left) {
      const next = source.next()
      if (next.done) continue
      yield next.value
      still.push(source)
    }
    left = still
  }
}

/** Positions by what `keyOf` says of the offers there, sorted by it; each group in the order of the catalogue. */
function groupPositions(
  listed: readonly CatalogueOffer[],
  keyOf: (offer: CatalogueOffer) => string,
  positions: Iterable<number> = listed.keys(),
): [key: string, positions: number[]][] {
  const groups = new Map<string, number[]>()
  for (const position of positions) {
    const offer = listed[position]
    if (!offer) continue
    const group = groups.get(keyOf(offer))
    if (group) group.push(position)
    else groups.set(keyOf(offer), [position])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}
