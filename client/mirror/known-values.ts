// The values by which a copy is filtered, and the one that a caller means.

import { FILTER_NAMES, valuesOf } from '../api/filter-values.ts'
import { benefitKindOf, type FilterName, type Named, type Offer } from '../api/types.ts'
import { inSlices } from '../lib/slices.ts'
import { oncePerCopy } from './once-per-copy.ts'
import type { CatalogueCopy } from './store.ts'

export interface KnownValue {
  /** The value of a filter: a slug, of a region its name. */
  value: string
  name: string
  /** How many offers have it. */
  offers: number
}

/** The filters whose values are names of the catalogue. */
export type NameFilter = FilterName | 'region'
export const NAME_FILTERS: readonly NameFilter[] = [...FILTER_NAMES, 'region']

type ListedFilter = NameFilter | 'kind' | 'weekday'
export const LISTED_FILTERS: readonly ListedFilter[] = [...NAME_FILTERS, 'kind', 'weekday']

/** Those with the most offers first. */
export const knownValues = oncePerCopy(
  async (copy): Promise<Readonly<Record<ListedFilter, readonly KnownValue[]>>> => {
    const tallies = LISTED_FILTERS.map((filter) => [filter, tallyOf(copy, filter)] as const)
    const turn = inSlices()
    for (const offer of copy.offers) {
      for (const [filter, tally] of tallies)
        for (const value of valuesIn(copy, offer, filter)) count(tally, value, 1)
      await turn()
    }
    return Object.fromEntries(tallies.map(([filter, tally]) => [filter, byUse(tally)])) as Record<
      ListedFilter,
      KnownValue[]
    >
  },
)

function valuesIn({ regions }: CatalogueCopy, offer: Offer, filter: ListedFilter): readonly Named[] {
  if (filter === 'kind') return [itself(benefitKindOf(offer))]
  if (filter === 'weekday') return (offer.weekdays ?? []).map(itself)
  if (filter !== 'region') return valuesOf(offer, filter)
  const names = new Set(valuesOf(offer, 'comuna').flatMap(({ slug }) => regions[slug] ?? []))
  return [...names].map(itself)
}

const itself = (name: string): Named => ({ slug: name, name })

type Tally = Map<string, KnownValue>

/** The values that no offer may have. */
function tallyOf({ slugs, regions }: CatalogueCopy, filter: ListedFilter): Tally {
  const known: Readonly<Record<string, readonly string[]>> = { ...slugs, region: Object.values(regions) }
  const tally: Tally = new Map()
  for (const name of known[filter] ?? []) count(tally, itself(name), 0)
  return tally
}

function count(tally: Tally, { slug, name }: Pick<Named, 'slug' | 'name'>, offers: number): void {
  const known = tally.get(slug)
  tally.set(slug, { value: slug, name, offers: (known?.offers ?? 0) + offers })
}

function byUse(tally: Tally): KnownValue[] {
  return [...tally.values()].sort((a, b) => b.offers - a.offers || (a.value < b.value ? -1 : 1))
}
