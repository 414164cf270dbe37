// The issuers, categories, comunas and regions in a copy, and the one that a name means.

import { FILTERS } from '../api/description.ts'
import type { FilterName, Named, Offer } from '../api/types.ts'
import { OffersError } from '../lib/errors.ts'
import { printable } from '../lib/printable.ts'
import { oncePerCopy } from '../mirror/copy-indexes.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { plain, suggestionFor } from '../mirror/suggest.ts'

export interface KnownValue {
  /** The value of a filter: a slug, of a region its name. */
  value: string
  name: string
  /** How many offers have it. */
  offers: number
}

/** The filters whose values are names of the catalogue. */
export type NameFilter = FilterName | 'region'
export type KnownValues = Readonly<Record<NameFilter, readonly KnownValue[]>>

const NAMED_OF: Readonly<Record<FilterName, (offer: Offer) => readonly Named[]>> = {
  issuer: ({ issuer }) => [issuer],
  category: ({ category }) => [category],
  comuna: ({ comunas }) => comunas,
}

/** Those with the most offers first. */
export const knownValues = oncePerCopy((copy): KnownValues => {
  const named = (filter: FilterName) => {
    const unused = (copy.slugs?.[filter] ?? []).map((slug) => ({ slug, name: slug }))
    return tally(copy.offers.map(NAMED_OF[filter]), unused)
  }
  return {
    issuer: named('issuer'),
    category: named('category'),
    comuna: named('comuna'),
    region: regionsOf(copy),
  }
})

function regionsOf({ offers, regions }: CatalogueCopy): KnownValue[] {
  const asNamed = (name: string) => ({ slug: name, name })
  const ofOffers = offers.map(({ comunas }) => {
    const names = new Set(comunas.flatMap(({ slug }) => regions[slug] ?? []))
    return [...names].map(asNamed)
  })
  return tally(ofOffers, [...new Set(Object.values(regions))].map(asNamed))
}

/** @param unused names that no offer may have */
function tally(ofOffers: readonly (readonly Pick<Named, 'slug' | 'name'>[])[], unused: readonly Named[]) {
  const values = new Map<string, KnownValue>()
  for (const { slug, name } of ofOffers.flat()) {
    const known = values.get(slug) ?? { value: slug, name, offers: 0 }
    known.offers += 1
    values.set(slug, known)
  }
  for (const { slug, name } of unused) {
    if (!values.has(slug)) values.set(slug, { value: slug, name, offers: 0 })
  }
  return [...values.values()].sort((a, b) => b.offers - a.offers || (a.value < b.value ? -1 : 1))
}

/** SECURITY: agents trust a description more than an answer, so only plain words of the catalogue get into one. */
const IS_PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} .'’-]{0,59}$/u

/** The values of offers that descriptions may name, the most used first. */
export function plainValues(values: readonly KnownValue[]): string[] {
  return values.flatMap(({ value, offers }) => (offers > 0 && IS_PLAIN.test(value) ? [value] : []))
}

/** More values than this are not listed in an error. */
const MAX_LISTED = 30

/**
 * The value that is meant by a slug or a name; case, accents and separators don't matter.
 * @throws {OffersError} `unknown_name` if there is none, with a similar name, or if there are several
 */
export function valueFor(filter: NameFilter, given: string, values: readonly KnownValue[]): string {
  const wanted = plain(given)
  const isMeant = ({ value, name }: KnownValue) => [value, name].some((each) => plain(each) === wanted)
  const same = values.find(({ value, name }) => value === given || name === given)
  const found = same || wanted === '' ? [] : values.filter(isMeant)
  const [meant = same, another] = found
  if (meant && !another) return meant.value
  const shown = printable(given.slice(0, MAX_SHOWN))
  if (another) {
    const choices = found.map(({ value }) => value).join(', ')
    throw new OffersError(
      'unknown_name',
      `${filter} ${shown}: several have this name; give one of ${choices}`,
    )
  }
  throw new OffersError(
    'unknown_name',
    `no ${filter} ${shown}${suggestionIn(given, values)} ${allOf(filter, values)}`,
  )
}

const MAX_SHOWN = 100

function suggestionIn(given: string, values: readonly KnownValue[]): string {
  const meant =
    suggestionFor(
      given,
      values.map(({ value }) => value),
    ) ??
    suggestionFor(
      given,
      values.map(({ name }) => name),
    )
  return meant === undefined ? '.' : `; did you mean ${printable(meant)}?`
}

function allOf(filter: NameFilter, values: readonly KnownValue[]): string {
  return values.length > MAX_LISTED
    ? `list_filters with filter "${filter}" names all ${values.length}`
    : `Known: ${values.map(({ value }) => printable(value)).join(', ')}`
}

/** The same filters, with names turned into values. @throws {OffersError} `unknown_name` */
export function withValues<F extends Partial<Record<NameFilter, string | undefined>>>(
  filters: F,
  copy: CatalogueCopy,
): F {
  const known = knownValues(copy)
  const names: readonly NameFilter[] = [...FILTERS.map(({ name }) => name), 'region']
  const found = names.flatMap((name) => {
    const given = filters[name]
    return given === undefined ? [] : [[name, valueFor(name, given, known[name])]]
  })
  return { ...filters, ...Object.fromEntries(found) }
}
