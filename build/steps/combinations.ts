// Numbers for combinations of filters, given out as offers bring them. Only combinations that hold an offer
// ever get one: most of issuer × category × comuna is empty.

import type { Filters } from '../../contract/api/filters.ts'
import type { CatalogueOffer } from '../catalogue/catalogue-offer.ts'

// Slugs hold no space, so a key can be read in one way only.
const keyOf = ({ issuer = '', category = '', comuna = '' }: Filters) => `${issuer} ${category} ${comuna}`

export class Combinations {
  /** By number; 0 is the unfiltered list, which is there even where nothing is. */
  readonly filters: Filters[] = [{}]
  readonly #numbers = new Map<string, number>([[keyOf({}), 0]])

  /** The lists that an offer stands in. */
  of({ issuer, category, comunas }: CatalogueOffer): number[] {
    const lists: number[] = []
    for (const byIssuer of [{}, { issuer }]) {
      for (const byCategory of [byIssuer, { ...byIssuer, category }]) {
        lists.push(this.#number(byCategory))
        for (const comuna of comunas) lists.push(this.#number({ ...byCategory, comuna }))
      }
    }
    return lists
  }

  #number(filters: Filters): number {
    const key = keyOf(filters)
    const number = this.#numbers.get(key)
    if (number !== undefined) return number
    this.#numbers.set(key, this.filters.length)
    this.filters.push(filters)
    return this.filters.length - 1
  }
}
