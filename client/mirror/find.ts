// Searching a copy: by the filters of the API, and by further ones.

import { FILTERS } from '../api/description.ts'
import { benefitKindOf, type Offer, WEEKDAYS } from '../api/types.ts'
import { checkNames, checkWords } from './check-filter.ts'
import { wordsOf } from './copy-indexes.ts'
import { fold } from './fold.ts'
import { type OfferFilter, SLUGS_OF } from './offer-filter.ts'
import type { CatalogueCopy } from './store.ts'
import { wordsIn } from './word-index.ts'

type Test = (offer: Offer) => boolean

/**
 * The offers that pass a filter, in the order of the copy; if it has a text, the best matches first.
 * @throws {TypeError} for invalid filters, `OffersError` `unknown_name` for names that the copy does not have
 */
export function findIn(copy: CatalogueCopy, filter: OfferFilter): Offer[] {
  checkWords(filter)
  checkNames(filter, copy)
  const test = testOf(filter, copy.regions)
  const words = wordsIn(filter.text ?? '')
  return words.length === 0 ? copy.offers.filter(test) : ranked(copy, test, words, filter.match === 'any')
}

function ranked(copy: CatalogueCopy, test: Test, words: readonly string[], isAny: boolean): Offer[] {
  const ranks = wordsOf(copy).ranksOf(words, isAny)
  const byRank = new Map<number, Offer[]>()
  copy.offers.forEach((offer, number) => {
    const rank = ranks[number] ?? 0
    if (rank === 0 || !test(offer)) return
    const same = byRank.get(rank)
    if (same) same.push(offer)
    else byRank.set(rank, [offer])
  })
  return [...byRank].sort(([a], [b]) => b - a).flatMap(([, offers]) => offers)
}

function testOf(filter: OfferFilter, regions: CatalogueCopy['regions']): Test {
  const { kind, weekday, where, strict = false } = filter
  const tests: Test[] = FILTERS.flatMap(({ name }) => {
    const slug = filter[name]
    return slug === undefined ? [] : (offer: Offer) => SLUGS_OF[name](offer).includes(slug)
  })
  if (kind !== undefined) tests.push((offer) => benefitKindOf(offer) === kind)
  if (weekday !== undefined) tests.push(({ weekdays }) => weekdays?.includes(weekday) ?? !strict)
  if (filter.day !== undefined) tests.push(onDay(filter.day, strict))
  if (filter.region !== undefined) tests.push(inRegion(filter.region, regions))
  if (where) tests.push(where)
  return (offer) => tests.every((test) => test(offer))
}

function onDay(day: string, strict: boolean): Test {
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return ({ valid_from, valid_until, weekdays }) => {
    if (strict && (valid_from === null || valid_until === null || weekdays === null)) return false
    const holds = (valid_from ?? day) <= day && day <= (valid_until ?? day)
    return holds && (weekdays?.some((each) => each === weekday) ?? true)
  }
}

function inRegion(region: string, regions: Readonly<Record<string, string>>): Test {
  const wanted = fold(region)
  const slugs = new Set(
    Object.entries(regions).flatMap(([slug, name]) => (fold(name) === wanted ? slug : [])),
  )
  return ({ comunas }) => comunas.some(({ slug }) => slugs.has(slug))
}
