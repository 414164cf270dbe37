// Checks the filter of a search in a copy: a typo must be an error, not a search that finds nothing.

import { OffersError } from '../api/errors.ts'
import { isDay } from '../lib/days.ts'
import { plain } from '../lib/fold.ts'
import { FILTERS_OF_COPY, type FilterRow, type OfferFilter } from './filters.ts'
import { type KnownValue, knownValues } from './known-values.ts'
import { regionOf } from './short-region.ts'
import type { CatalogueCopy } from './store.ts'
import { valueLike } from './text-search.ts'

const MEMBERS = [...FILTERS_OF_COPY.map(({ name }) => name), 'where']

/**
 * The same filter, with names turned into values and `today` into a day: case, accents and separators of names don't
 * matter.
 * @throws {TypeError} if a member, word, day or number is invalid for any copy, or an order by `value` has no `kind`
 * @throws {OffersError} `unknown_name` if the copy knows no issuer, category, comuna or region of this name, or several
 */
export async function checkedFilter(
  asked: OfferFilter,
  copy: CatalogueCopy,
  today: string,
): Promise<OfferFilter> {
  for (const name of Object.keys(asked)) if (!MEMBERS.includes(name)) throw expected('filter', MEMBERS, name)
  const rows = FILTERS_OF_COPY.filter(({ name }) => asked[name] !== undefined)
  for (const row of rows) checkForm(row, asked[row.name])
  if (asked.sort === 'value' && asked.kind === undefined)
    throw new TypeError('sort: value requires a kind, since values of different kinds cannot be compared')
  const known = await knownValues(copy, today)
  const resolved = rows.flatMap(({ name, form, words, valuesOf }): [string, string][] => {
    if (form === 'day' && asked[name] === 'today') return [[name, today]]
    // Filters with `words` take no other values: checkForm has checked them.
    return valuesOf && !words ? [[name, valueFor(name, String(asked[name]), known(name))]] : []
  })
  return { ...asked, ...Object.fromEntries(resolved) }
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

/** An error names all values if they are at most this many, else none. */
const MAX_NAMED = 30

/** The value that a caller means by a value or a name. @throws {OffersError} `unknown_name` */
function valueFor(filter: string, given: string, values: readonly KnownValue[]): string {
  const same = values.find(({ value, name }) => value === given || name === given)
  if (same) return same.value
  const wanted = plain(given)
  const isMeant = ({ value, name }: KnownValue) => plain(value) === wanted || plain(name) === wanted
  // A name in letters of another script has no plain form, and must be given exactly.
  const found = wanted === '' ? [] : values.filter(isMeant)
  const [meant, another] = found
  if (meant && !another) return meant.value
  const region = filter === 'region' ? regionOf(given, values) : undefined
  if (region !== undefined) return region
  if (another) {
    const choices = found.map(({ value }) => value).join(', ')
    throw new OffersError(
      'unknown_name',
      `${filter} ${given}: several have this name; give one of ${choices}`,
    )
  }
  const similar = valueLike(given, values)
  const advice = similar === undefined ? '' : `; did you mean ${similar}?`
  const all = values.length > MAX_NAMED ? '' : `; known: ${values.map(({ value }) => value).join(', ')}`
  throw new OffersError('unknown_name', `no ${filter} ${given}${advice}${all}`)
}
