// The filters of lists, a row each, in the order of the canonical target. Parsing, targets, the combinations that
// are prebuilt, verification, the API description and the page for people read this table.

import { recordOf, rowsByName } from '../../lib/record-of.ts'
import type { Offer } from '../offers/offer.ts'

interface FilterRow {
  /** The name of the query parameter. */
  name: string
  /** A sentence for the API description. */
  description: string
  /** The values of the parameter with which a list holds the offer: slugs. */
  slugsOf: (offer: Offer) => readonly string[]
}

export const FILTERS = [
  {
    name: 'issuer',
    description: 'Keeps only offers of this issuer.',
    slugsOf: ({ issuer }) => [issuer.slug],
  },
  {
    name: 'category',
    description: 'Keeps only offers of this category.',
    slugsOf: ({ category }) => [category.slug],
  },
  {
    name: 'comuna',
    description: 'Keeps only offers of this comuna (municipality).',
    slugsOf: ({ comunas }) => comunas.map(({ slug }) => slug),
  },
] as const satisfies readonly FilterRow[]

export type FilterName = (typeof FILTERS)[number]['name']

export const FILTER_NAMES: readonly FilterName[] = FILTERS.map(({ name }) => name)

/** The filters of one list, by name; a filter that is absent keeps every offer. */
export type Filters = { readonly [name in FilterName]?: string }

/** The values of each filter with which a list holds an offer. */
export type FilterSlugs = Readonly<Record<FilterName, readonly string[]>>

const ROWS: Readonly<Record<FilterName, FilterRow>> = rowsByName(FILTERS)

export function filterSlugsOf(offer: Offer): FilterSlugs {
  return recordOf(FILTER_NAMES, (name) => ROWS[name].slugsOf(offer))
}
