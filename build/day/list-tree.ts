// The lists of a catalogue: one for each combination of filters that an offer matches.

import { FILTER_NAMES, type FilterSlugs, type Filters } from '../../contract/api/filters.ts'

/** Has a level for each filter, with a branch for each value and one for lists without the filter. Lists are leaves. */
export class ListTree {
  readonly #branches = new Map<string | undefined, ListTree>()
  readonly #lines: number[] = []

  /** Adds an offer to all its lists. */
  add(line: number, slugs: FilterSlugs, level = 0): void {
    const name = FILTER_NAMES[level]
    if (name === undefined) {
      this.#lines.push(line)
      return
    }
    this.#branch(undefined).add(line, slugs, level + 1)
    for (const slug of slugs[name]) this.#branch(slug).add(line, slugs, level + 1)
  }

  /** All lists: their filters, and their offers in the order in which they were added. */
  lists(filters: Filters = {}, level = 0): [filters: Filters, lines: readonly number[]][] {
    const name = FILTER_NAMES[level]
    if (name === undefined) return [[filters, this.#lines]]
    return [...this.#branches].flatMap(([slug, branch]) =>
      branch.lists(slug === undefined ? filters : { ...filters, [name]: slug }, level + 1),
    )
  }

  #branch(slug: string | undefined): ListTree {
    const known = this.#branches.get(slug)
    if (known) return known
    const branch = new ListTree()
    this.#branches.set(slug, branch)
    return branch
  }
}
