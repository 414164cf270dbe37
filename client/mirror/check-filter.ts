// Checks the filter of a search in a copy: a typo must be an error, not a search that finds nothing.

import { WEEKDAYS } from '../api/types.ts'
import { isDay, weekdayNumberOf } from '../lib/days.ts'
import { FILTERS_OF_COPY, type FilterRow, type OfferFilter } from './filters.ts'
import { knownValues } from './known-values.ts'
import { meantValue } from './meant-value.ts'
import type { CatalogueCopy } from './store.ts'

const MEMBERS = [...FILTERS_OF_COPY.map(({ name }) => name), 'where']

/** Bounds of days: the first may not be after the second, or no offer could hold to both. */
const BOUNDS = [
  ['starts_from', 'starts_by'],
  ['ends_from', 'ends_by'],
  ['starts_from', 'ends_by'],
  ['starts_from', 'day'],
  ['day', 'ends_by'],
] as const

export interface CheckedFilter {
  filter: OfferFilter
  /** Which values are meant by names that are not whole: a sentence each. */
  hints: string[]
}

/**
 * The same filter, with names turned into values and `today` into a day: case, accents and separators of names don't
 * matter.
 * @throws {TypeError} if a member, word, day or number is invalid for any copy, if an order by `value` has no `kind`, or if
 *   two filters cannot hold together
 * @throws {OffersError} `unknown_name` if the copy knows no issuer, category, comuna or region of this name, or several
 */
export async function checkedFilter(
  asked: OfferFilter,
  copy: CatalogueCopy,
  today: string,
): Promise<CheckedFilter> {
  for (const name of Object.keys(asked)) if (!MEMBERS.includes(name)) throw expected('filter', MEMBERS, name)
  const rows = FILTERS_OF_COPY.filter(({ name }) => asked[name] !== undefined)
  for (const row of rows) checkForm(row, asked[row.name])
  if (asked.sort === 'value' && asked.kind === undefined)
    throw new TypeError('sort: value requires a kind, since values of different kinds cannot be compared')
  const known = await knownValues(copy, today)
  const hints: string[] = []
  const resolved = rows.flatMap(({ name, form, words, valuesOf }): [string, string][] => {
    if (form === 'day' && asked[name] === 'today') return [[name, today]]
    // Filters with `words` take no other values: checkForm has checked them.
    if (!valuesOf || words) return []
    const { value, isPart } = meantValue(name, String(asked[name]), known(name))
    if (isPart) hints.push(`${name} "${asked[name]}" is read as ${value}.`)
    return [[name, value]]
  })
  const filter: OfferFilter = { ...asked, ...Object.fromEntries(resolved) }
  checkTogether(filter, copy)
  return { filter, hints }
}

/** @throws {TypeError} if no offer could pass two of the filters */
function checkTogether(filter: OfferFilter, { regions }: CatalogueCopy): void {
  const refuse = (a: string, b: string) => {
    throw new TypeError(`${a} and ${b} cannot hold together: leave out one of them`)
  }
  for (const [first, second] of BOUNDS) {
    const [from, by] = [filter[first], filter[second]]
    if (from !== undefined && by !== undefined && from > by) refuse(`${first} ${from}`, `${second} ${by}`)
  }
  const { day, weekday, comuna, region } = filter
  const weekdayOfDay = day && WEEKDAYS[weekdayNumberOf(day)]
  if (weekdayOfDay && weekday && weekday !== weekdayOfDay)
    refuse(`day ${day}, a ${weekdayOfDay},`, `weekday ${weekday}`)
  const regionOfComuna = comuna && regions[comuna]
  if (regionOfComuna && region && region !== regionOfComuna)
    refuse(`comuna ${comuna}, which is in ${regionOfComuna},`, `region ${region}`)
}

function checkForm({ name, form, words }: FilterRow, given: unknown): void {
  if (words && !words.some((word) => word === given)) throw expected(name, words, given)
  if (form === undefined) return
  if (form === 'day') {
    if (given !== 'today' && !isDay(given)) throw expected(name, ['YYYY-MM-DD', 'today'], given)
  } else if (form === 'flag') {
    if (typeof given !== 'boolean') throw expected(name, ['true', 'false'], given)
  } else if (!Number.isSafeInteger(given) || Number(given) < form.countFrom)
    throw expected(name, [`a whole number from ${form.countFrom}`], given)
}

function expected(param: string, words: readonly string[], found: unknown): TypeError {
  return new TypeError(`${param}: expected ${words.join(', ')}; found ${found}`)
}
