// Searching a copy: by the filters of the API, and by further ones.

import { type Offer, WEEKDAYS } from '../api/types.ts'
import { inSlices } from '../lib/slices.ts'
import { checkWords, withValues } from './check-filter.ts'
import { LISTED_FILTERS, type OfferFilter } from './filters.ts'
import { textSearchOf } from './once-per-copy.ts'
import type { CatalogueCopy } from './store.ts'

type Test = (offer: Offer) => boolean

/**
 * The offers that pass a filter, in the order of the copy; if it has a text, the best matches first.
 * @throws {TypeError} for invalid filters, `OffersError` `unknown_name` for names that the copy does not have
 */
export async function findIn(copy: CatalogueCopy, asked: OfferFilter): Promise<Offer[]> {
  checkWords(asked)
  const filter = await withValues(asked, copy)
  const { text = '', match = 'any' } = filter
  const test = testOf(filter, copy)
  const found: Offer[] = []
  const turn = inSlices()
  for (const offer of text.trim() === '' ? copy.offers : (await textSearchOf(copy)).find(text, match)) {
    if (test(offer)) found.push(offer)
    await turn()
  }
  return found
}

/** Help for a search that finds nothing: filters to leave out. */
export async function helpFor(copy: CatalogueCopy, filter: OfferFilter): Promise<string[]> {
  const help: string[] = []
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined || name === 'match') continue
    const rest = await findIn(copy, { ...filter, [name]: undefined })
    if (rest.length > 0) help.push(`${rest.length} without ${name}`)
  }
  return help
}

function testOf(filter: OfferFilter, copy: CatalogueCopy): Test {
  const { day, where, strict = false } = filter
  const tests = LISTED_FILTERS.flatMap(({ name, valuesOf }): Test[] => {
    const wanted = filter[name]
    if (wanted === undefined) return []
    return [(offer) => valuesOf?.(offer, copy)?.some(({ slug }) => slug === wanted) ?? !strict]
  })
  if (day !== undefined) tests.push(onDay(day, strict))
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
