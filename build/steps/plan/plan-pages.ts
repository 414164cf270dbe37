// The pages of all lists: one list for each combination of filters that an offer matches, and the list of changes. Lists
// with the same offers have the same pages, so they become one list with several addresses.

import { FILTER_NAMES, type FilterName, type Filters } from '../../../contract/api/filters.ts'
import { BELOW_BASE_PATH } from '../../../contract/api/request-target.ts'
import { DEFAULT_LIMIT, LARGE_PAGE_SIZE, WIDEST_LIMITS } from '../../../contract/keys/kinds.ts'
import { groupBy } from '../../../lib/lists.ts'
import type { CatalogueOffer } from '../../day/catalogue-offer.ts'
import type { PlannedList, PlannedPage } from '../../day/planned-answer.ts'
import type { OrderedOffers, Reach } from '../../day/release-draft.ts'

export interface PagePlan {
  pages: readonly PlannedPage[]
  reach: Reach
}

export function planPages({ listed, byChange }: Pick<OrderedOffers, 'listed' | 'byChange'>): PagePlan {
  const { pages, reach } = planLists(listed)
  return { pages: [...pages, ...planChanges(byChange)], reach }
}

/**
 * The pages of all lists but the changes, and the numbers of lists and addresses.
 * @param listed in the order of the catalogue
 */
export function planLists(listed: readonly CatalogueOffer[]): PagePlan {
  const linesByPrefix = new Map(listsOf(listed))
  const lists = mergeEqualLists(linesByPrefix)
  const pages = lists.flatMap(pagesOf)
  // The last page that a key may ask for begins after the first `maxOffset` offers.
  const reachable = WIDEST_LIMITS.maxOffset + LARGE_PAGE_SIZE
  const tooLong = [...linesByPrefix.values()].filter((lines) => lines.length > reachable)
  const addresses = pages.reduce((sum, { list }) => sum + list.prefixes.length, 0)
  return { pages, reach: { lists: linesByPrefix.size, pages: addresses, beyond: tooLong.length } }
}

/**
 * The pages of all changes, the latest first. For a request with `since`, the gateway cuts its answer out of them.
 * @param byChange all readable offers, in the order of the catalogue
 */
export function planChanges(byChange: readonly CatalogueOffer[]): PlannedPage[] {
  const lines = byChange.map(({ line }) => line)
  return pagesOf({ prefixes: [BELOW_BASE_PATH.changesPrefix], lines, ofChanges: true })
}

/**
 * A list for each combination of filters that an offer matches, and the unfiltered one even if it is empty. Each call
 * decides about one filter: it yields the lists without that filter, then the lists of each of its slugs.
 */
function* listsOf(
  offers: readonly CatalogueOffer[],
  [name, ...others]: readonly FilterName[] = FILTER_NAMES,
  filters: Filters = {},
): Generator<[prefix: string, lines: readonly number[]]> {
  if (name === undefined) {
    yield [BELOW_BASE_PATH.listPrefix(filters), offers.map(({ line }) => line)]
    return
  }
  yield* listsOf(offers, others, filters)
  const matches = offers.flatMap((offer) => offer.slugs[name].map((slug) => ({ slug, offer })))
  for (const [slug, matching] of groupBy(matches, (match) => match.slug)) {
    yield* listsOf(
      matching.map(({ offer }) => offer),
      others,
      { ...filters, [name]: slug },
    )
  }
}

/** All lists are in the order of the catalogue, so lists with the same offers have equal lines. */
function mergeEqualLists(linesByPrefix: ReadonlyMap<string, readonly number[]>): PlannedList[] {
  const lists = new Map<string, PlannedList>()
  for (const [prefix, lines] of linesByPrefix) {
    const key = lines.join()
    const list = lists.get(key)
    if (list) list.prefixes.push(prefix)
    else lists.set(key, { prefixes: [prefix], lines, ofChanges: false })
  }
  return [...lists.values()]
}

/** All pages within the bounds of the widest kind of key. A list without offers has one page of each size. */
function pagesOf(list: PlannedList): PlannedPage[] {
  const lastOffset = Math.min(Math.max(list.lines.length - 1, 0), WIDEST_LIMITS.maxOffset)
  const pages: PlannedPage[] = []
  for (const limit of [DEFAULT_LIMIT, LARGE_PAGE_SIZE]) {
    for (let offset = 0; offset <= lastOffset; offset += limit) pages.push({ list, limit, offset })
  }
  return pages
}
