// The filters for searching a copy, as callers write them: a word with a typo must not look like an answer.

import { OffersError } from '../api/errors.ts'
import { plain } from '../lib/words.ts'
import { FILTERS_OF_COPY, LISTED_FILTERS, type OfferFilter } from './filters.ts'
import { type KnownValue, knownValues } from './known-values.ts'
import type { CatalogueCopy } from './store.ts'
import { valueLike } from './text-search.ts'

const MEMBERS = [...FILTERS_OF_COPY.map(({ name }) => name), 'strict', 'where']

/** @throws {TypeError} if a member, a word or the day is invalid for any copy */
export function checkWords(filter: OfferFilter): void {
  for (const name of Object.keys(filter)) if (!MEMBERS.includes(name)) throw expected('filter', MEMBERS, name)
  for (const { name, words } of FILTERS_OF_COPY) {
    const given = filter[name]
    if (words && given !== undefined && !words.includes(given)) throw expected(name, words, given)
  }
  const { day } = filter
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
  const found = LISTED_FILTERS.flatMap(({ name, words }) => {
    const given = filter[name]
    return given === undefined || words ? [] : [[name, valueFor(name, String(given), known(name))]]
  })
  return { ...filter, ...Object.fromEntries(found) }
}

function valueFor(filter: string, given: string, values: readonly KnownValue[]): string {
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
  const similar = valueLike(given, values)
  const advice = similar === undefined ? '' : `; did you mean ${similar}?`
  const all = values.length > MAX_LISTED ? '' : `; known: ${values.map(({ value }) => value).join(', ')}`
  throw new OffersError('unknown_name', `no ${filter} ${given}${advice}${all}`)
}
