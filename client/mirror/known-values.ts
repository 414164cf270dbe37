// The values by which a copy is filtered.

import { inSlices } from '../lib/slices.ts'
import { type FilterRow, LISTED_FILTERS } from './filters.ts'
import { oncePerCopy } from './once-per-copy.ts'
import { hasEnded } from './status-on.ts'
import type { CatalogueCopy } from './store.ts'

/** A value of a filter, and how often offers have it. */
export interface KnownValue {
  /** The value of a filter: a slug, of a region its name. */
  value: string
  /** As the offers have it; the value again if no offer has it. */
  name: string
  /** How many offers have it that have not ended. */
  offers: number
}

/** A function that lists the values of a filter: those with the most offers first. */
export const knownValues = oncePerCopy(
  async (copy, today): Promise<(filter: FilterRow['name']) => readonly KnownValue[]> => {
    const tallies = new Map(LISTED_FILTERS.map((row) => [row, tallyOf(copy, row)]))
    const turn = inSlices()
    for (const offer of copy.offers) {
      const offers = hasEnded(offer, today) ? 0 : 1
      for (const [{ valuesOf }, tally] of tallies)
        for (const { slug, name } of valuesOf?.(offer, copy) ?? [])
          count(tally, { value: slug, name, offers })
      await turn()
    }
    const lists = new Map([...tallies].map(([{ name }, tally]) => [name, byUse(tally)]))
    return (filter) => lists.get(filter) ?? []
  },
)

type Tally = Map<string, KnownValue>

/** A tally with the values that the API knows, of which some have no offer. */
function tallyOf({ slugs, regions }: CatalogueCopy, { name }: FilterRow): Tally {
  const known: Readonly<Record<string, readonly string[]>> = { ...slugs, region: Object.values(regions) }
  const tally: Tally = new Map()
  for (const value of known[name] ?? []) count(tally, { value, name: value, offers: 0 })
  return tally
}

function count(tally: Tally, { value, name, offers }: KnownValue): void {
  tally.set(value, { value, name, offers: (tally.get(value)?.offers ?? 0) + offers })
}

function byUse(tally: Tally): KnownValue[] {
  return [...tally.values()].sort((a, b) => b.offers - a.offers || (a.value < b.value ? -1 : 1))
}
