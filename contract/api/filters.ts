// The filters of lists, a row each, in the order of the canonical target. Parsing, targets, the combinations that
// are prebuilt, the API description, the form of the page for people and the client read this table.

import { recordOf, rowsByName } from '../../lib/record-of.ts'
import { isSlug, MAX_SLUG_LENGTH } from '../../lib/text/patterns.ts'
import { hyphenated } from '../../lib/text/plain-letters.ts'
import type { Offer } from '../offers/offer.ts'

/** A JSON pointer to the strings in a record; `*` is each item of a list. */
type PointerInto<T> = T extends readonly (infer Item)[]
  ? `/*${PointerInto<Item>}`
  : T extends string
    ? ''
    : T extends object
      ? { [K in keyof T & string]: `/${K}${PointerInto<T[K]>}` }[keyof T & string]
      : never

interface FilterRow {
  /** The name of the query parameter. */
  name: string
  /** A sentence for the API description. */
  description: string
  /** The name of its field in the form of the page for people. */
  label: string
  /** Explains the label in the form; null if everybody knows the word. */
  help: string | null
  /** The strings of an offer that the filter compares. Names are compared as slugs: `La Unión` as `la-union`. */
  at: PointerInto<Offer>
  /** The resource that lists the values with their names; null if only offers name them. */
  list: string | null
}

export const FILTERS = [
  {
    name: 'issuer',
    description: 'Keeps only offers of this issuer.',
    label: 'Issuer',
    help: 'An issuer makes the offers: a bank, a shop, a town hall.',
    at: '/issuer/slug',
    list: 'issuers',
  },
  {
    name: 'category',
    description: 'Keeps only offers of this category.',
    label: 'Category',
    help: null,
    at: '/category/slug',
    list: 'categories',
  },
  {
    name: 'comuna',
    description: 'Keeps only offers of this comuna (municipality).',
    label: 'Comuna',
    help: 'A comuna is a municipality.',
    at: '/comunas/*/slug',
    list: 'comunas',
  },
] as const satisfies readonly FilterRow[]

export type FilterName = (typeof FILTERS)[number]['name']

export const FILTER_NAMES: readonly FilterName[] = FILTERS.map(({ name }) => name)

/** The filters of one list, by name; a filter that is absent keeps every offer. */
export type Filters = { readonly [name in FilterName]?: string }

/** Slugs for each filter, such as the values that keep an offer. */
export type FilterSlugs = Readonly<Record<FilterName, readonly string[]>>

const ROWS = rowsByName(FILTERS)

/** The steps of each pointer: `/issuer/slug` has the steps `issuer` and `slug`. */
const STEPS = recordOf(FILTER_NAMES, (name): string[] => ROWS[name].at.split('/').slice(1))

/** The values of each filter that keep this offer. */
export function filterSlugsOf(offer: Offer): FilterSlugs {
  return recordOf(FILTER_NAMES, (name) => [...new Set(stringsAt(offer, STEPS[name]).flatMap(slugOf))])
}

/** The strings at the end of these steps; none if a member on the way is null. */
function stringsAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (value === null) return []
  if (step === undefined) return [String(value)]
  if (step === '*') return (value as readonly unknown[]).flatMap((item) => stringsAt(item, rest))
  return stringsAt((value as Readonly<Record<string, unknown>>)[step], rest)
}

/** The slug of a string, in a list; the list is empty if the string has no letter or digit that a slug can have. */
function slugOf(text: string): string[] {
  // A slug that is cut after a word would end with a hyphen.
  const slug = isSlug(text) ? text : hyphenated(text).slice(0, MAX_SLUG_LENGTH).replace(/-$/, '')
  return slug === '' ? [] : [slug]
}
