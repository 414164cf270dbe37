// A filter as callers write it: a word with a typo must not look like an answer.

import { FILTERS } from '../api/description.ts'
import { KNOWN_KINDS, WEEKDAYS } from '../api/types.ts'
import { OffersError } from '../lib/errors.ts'
import { fold } from './fold.ts'
import { type OfferFilter, SLUGS_OF } from './offer-filter.ts'
import type { CatalogueCopy } from './store.ts'
import { suggestionFor } from './suggest.ts'

const MEMBERS = {
  issuer: true,
  category: true,
  comuna: true,
  text: true,
  match: true,
  region: true,
  kind: true,
  day: true,
  weekday: true,
  strict: true,
  where: true,
} satisfies Record<keyof OfferFilter, true>

const MATCHES: readonly string[] = ['all', 'any'] satisfies OfferFilter['match'][]

/** @throws {TypeError} if a member, a kind, a weekday or the day is invalid for any copy */
export function checkWords(filter: OfferFilter): void {
  for (const name of Object.keys(filter)) {
    if (!Object.hasOwn(MEMBERS, name)) throw expected('filter', Object.keys(MEMBERS), name)
  }
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

/** @throws {OffersError} `unknown_name` if the copy knows no issuer, category, comuna or region of this name */
export function checkNames(filter: OfferFilter, copy: CatalogueCopy): void {
  for (const { name } of FILTERS) {
    const slug = filter[name]
    if (slug === undefined) continue
    const slugs = copy.slugs?.[name] ?? [...new Set(copy.offers.flatMap(SLUGS_OF[name]))]
    if (!slugs.includes(slug)) throw unknown(name, slug, slugs)
  }
  const { region } = filter
  if (region === undefined) return
  const regions = [...new Set(Object.values(copy.regions))]
  if (!regions.some((each) => fold(each) === fold(region))) throw unknown('region', region, regions)
}

function unknown(param: string, given: string, names: readonly string[]): OffersError {
  const meant = suggestionFor(String(given), names)
  return new OffersError('unknown_name', `no ${param} ${given}${meant ? `; did you mean ${meant}?` : ''}`)
}
