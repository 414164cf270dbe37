// The names by which a copy is filtered: the values of the filters of the API, and regions.

import { FILTER_NAMES, valuesOf } from '../api/filter-values.ts'
import type { FilterName, Named } from '../api/types.ts'
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

/** Those with the most offers first. */
export const knownValues = oncePerCopy(
  async (copy): Promise<Readonly<Record<NameFilter, readonly KnownValue[]>>> => {
    const tallies = NAME_FILTERS.map((filter) => [filter, tallyOf(copy, filter)] as const)
    const turn = inSlices()
    for (const offer of copy.offers) {
      for (const [filter, tally] of tallies) {
        const values =
          filter === 'region' ? regionsOf(valuesOf(offer, 'comuna'), copy) : valuesOf(offer, filter)
        for (const value of values) count(tally, value, 1)
      }
      await turn()
    }
    return Object.fromEntries(tallies.map(([filter, tally]) => [filter, byUse(tally)])) as Record<
      NameFilter,
      KnownValue[]
    >
  },
)

type Tally = Map<string, KnownValue>

/** The values that no offer may have. */
function tallyOf({ slugs, regions }: CatalogueCopy, filter: NameFilter): Tally {
  const names = filter === 'region' ? Object.values(regions) : (slugs?.[filter] ?? [])
  const tally: Tally = new Map()
  for (const name of names) count(tally, { slug: name, name }, 0)
  return tally
}

function count(tally: Tally, { slug, name }: Pick<Named, 'slug' | 'name'>, offers: number): void {
  const known = tally.get(slug)
  tally.set(slug, { value: slug, name, offers: (known?.offers ?? 0) + offers })
}

function regionsOf(comunas: readonly Named[], { regions }: CatalogueCopy): Named[] {
  const names = new Set(comunas.flatMap(({ slug }) => regions[slug] ?? []))
  return [...names].map((name) => ({ slug: name, name }))
}

function byUse(tally: Tally): KnownValue[] {
  return [...tally.values()].sort((a, b) => b.offers - a.offers || (a.value < b.value ? -1 : 1))
}
