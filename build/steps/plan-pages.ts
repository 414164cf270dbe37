// Step: which lists exist (every combination of issuer, category and comuna that holds an offer) and which of
// their pages are built.

import type { Filters } from '../../contract/api/filters.ts'
import { DEFAULT_LIMIT, KEY_LIMITS, LARGE_PAGE_SIZE } from '../../contract/keys/kinds.ts'
import type { CatalogueOffer } from '../catalogue/catalogue-offer.ts'
import type { Coverage } from '../previous-state/state-header.ts'
import { sharedNumbers, sharedZeros } from '../shared-numbers.ts'
import { Combinations } from './combinations.ts'

/** All lists, the members of one after those of another, so that threads can share them. */
export interface Lists {
  /** By number of the list. */
  filters: readonly Filters[]
  /** Where the members of each list begin; one more entry than there are lists. */
  starts: Uint32Array
  /** Positions in the order of the catalogue, ascending within a list. */
  members: Uint32Array
}

/** Three numbers a page: list, limit, offset. */
export type Pages = Uint32Array

export const PAGE_NUMBERS = 3

export interface Selection {
  lists: Lists
  pages: Pages
  reach: Coverage
}

/** @param listed in the order of the catalogue */
export function select(listed: readonly CatalogueOffer[]): Selection {
  const lists = selectLists(listed)
  const pages = selectPages(lists)
  const furthest = KEY_LIMITS.named.maxOffset + LARGE_PAGE_SIZE
  const beyond = lists.filters.filter((_, list) => totalOf(lists, list) > furthest).length
  return { lists, pages, reach: { lists: lists.filters.length, pages: pages.length / PAGE_NUMBERS, beyond } }
}

/** The number of offers in a list. */
export function totalOf({ starts }: Lists, list: number): number {
  return (starts[list + 1] ?? 0) - (starts[list] ?? 0)
}

// Counted first, so that every member can be written at its place.
function selectLists(listed: readonly CatalogueOffer[]): Lists {
  const combinations = new Combinations()
  const listsOf = listed.map((offer) => combinations.of(offer))
  const starts = sharedZeros(combinations.filters.length + 1)
  for (const list of listsOf.flat()) starts[list + 1] = (starts[list + 1] ?? 0) + 1
  for (const list of starts.keys()) starts[list] = (starts[list] ?? 0) + (starts[list - 1] ?? 0)
  const members = sharedZeros(starts.at(-1) ?? 0)
  const ends = starts.slice()
  listsOf.forEach((lists, position) => {
    for (const list of lists) {
      const end = ends[list] ?? 0
      members[end] = position
      ends[list] = end + 1
    }
  })
  return { filters: combinations.filters, starts, members }
}

function selectPages(lists: Lists): Pages {
  const numbers: number[] = []
  lists.filters.forEach((_, list) => {
    const total = totalOf(lists, list)
    for (const limit of [DEFAULT_LIMIT, LARGE_PAGE_SIZE]) {
      const last = Math.min(Math.max(total - 1, 0), KEY_LIMITS.named.maxOffset)
      for (let offset = 0; offset <= last; offset += limit) numbers.push(list, limit, offset)
    }
  })
  return sharedNumbers(numbers)
}
