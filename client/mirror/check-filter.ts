// The filters for searching a copy, as callers write them: a word with a typo must not look like an answer.

import { OffersError } from '../api/errors.ts'
import { FILTER_NAMES } from '../api/filter-values.ts'
import {
  type FilterName,
  KNOWN_KINDS,
  type KnownBenefitKind,
  type ListQuery,
  type Offer,
  WEEKDAYS,
  type Weekday,
} from '../api/types.ts'
import { plain, suggestionFor } from '../lib/words.ts'
import { type KnownValue, knownValues, NAME_FILTERS, type NameFilter } from './known-values.ts'
import type { CatalogueCopy } from './store.ts'

/** An offer must pass all filters that are given. Those of the API are slugs or names. */
export interface OfferFilter extends Pick<ListQuery, FilterName> {
  /**
   * Words in title, category, merchant, issuer, comunas, weekdays or summary; case, accents and plurals don't matter.
   * The best matches come first: those with more of the words, and with rarer ones.
   */
  text?: string | undefined
  /** Whether an offer must have `all` words of `text`, or `any` of them, the default. */
  match?: 'all' | 'any' | undefined
  /** The name of a region, as `comunas()` has it. */
  region?: string | undefined
  kind?: KnownBenefitKind | undefined
  /** `YYYY-MM-DD`: it holds on this day, by its dates and weekdays. */
  day?: string | undefined
  weekday?: Weekday | undefined
  /** Leaves out offers whose dates or weekdays are unknown. */
  strict?: boolean | undefined
  /** Anything else. */
  where?: ((offer: Offer) => boolean) | undefined
}

const COPY_FILTERS = {
  ...{ text: true, match: true, region: true, kind: true, day: true, weekday: true },
  ...{ strict: true, where: true },
} satisfies Record<Exclude<keyof OfferFilter, FilterName>, true>

const MEMBERS: readonly string[] = [...FILTER_NAMES, ...Object.keys(COPY_FILTERS)]

const MATCHES: readonly string[] = ['all', 'any'] satisfies OfferFilter['match'][]

/** @throws {TypeError} if a member, a kind, a weekday or the day is invalid for any copy */
export function checkWords(filter: OfferFilter): void {
  for (const name of Object.keys(filter)) if (!MEMBERS.includes(name)) throw expected('filter', MEMBERS, name)
  const { match, weekday, kind, day } = filter
  if (match !== undefined && !MATCHES.includes(match)) throw expected('match', MATCHES, match)
  if (weekday !== undefined && !WEEKDAYS.includes(weekday)) throw expected('weekday', WEEKDAYS, weekday)
  if (kind !== undefined && !KNOWN_KINDS.includes(kind)) throw expected('kind', KNOWN_KINDS, kind)
  if (day !== undefined && !isDay(day)) throw expected('day', ['YYYY-MM-DD'], day)
}

function expected(param: string, words: readonly string[], found: unknown): TypeError {
  return new TypeError(`${param}: expected ${words.join(', ')}; found ${found}`)
}

function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === day
}

/** More values than this are not listed in an error. */
const MAX_LISTED = 30

/**
 * The same filter, with names turned into values: case, accents and separators don't matter.
 * @throws {OffersError} `unknown_name` if the copy knows no issuer, category, comuna or region of this name, or several
 */
export async function withValues(filter: OfferFilter, copy: CatalogueCopy): Promise<OfferFilter> {
  const known = await knownValues(copy)
  const found = NAME_FILTERS.flatMap((name) => {
    const given = filter[name]
    return given === undefined ? [] : [[name, valueFor(name, String(given), known[name])]]
  })
  return { ...filter, ...Object.fromEntries(found) }
}

function valueFor(filter: NameFilter, given: string, values: readonly KnownValue[]): string {
  const wanted = plain(given)
  const same = values.find(({ value, name }) => value === given || name === given)
  const isMeant = ({ value, name }: KnownValue) => plain(value) === wanted || plain(name) === wanted
  const found = same || wanted === '' ? [] : values.filter(isMeant)
  const [meant = same, another] = found
  if (meant && !another) return meant.value
  if (another) {
    const choices = found.map(({ value }) => value).join(', ')
    throw new OffersError(
      'unknown_name',
      `${filter} ${given}: several have this name; give one of ${choices}`,
    )
  }
  const names = values.map(({ value }) => value)
  const similar =
    suggestionFor(given, names) ??
    suggestionFor(
      given,
      values.map(({ name }) => name),
    )
  const advice = similar === undefined ? '' : `; did you mean ${similar}?`
  const all = values.length > MAX_LISTED ? '' : `; known: ${names.join(', ')}`
  throw new OffersError('unknown_name', `no ${filter} ${given}${advice}${all}`)
}
