// The value of a filter that a name means: case, accents and separators don't matter.

import { OffersError } from '../api/errors.ts'
import { plain, suggestionFor } from '../lib/words.ts'
import { type KnownValue, knownValues, NAME_FILTERS, type NameFilter } from '../mirror/known-values.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { NAME_LENGTH, shown } from './records.ts'

/** More values than this are not listed in an error. */
const MAX_LISTED = 30

/** The same filters, with names turned into values. @throws {OffersError} `unknown_name` */
export async function withValues<F extends Partial<Record<NameFilter, string | undefined>>>(
  filters: F,
  copy: CatalogueCopy,
): Promise<F> {
  const known = await knownValues(copy)
  const found = NAME_FILTERS.flatMap((name) => {
    const given = filters[name]
    return given === undefined ? [] : [[name, valueFor(name, given, known[name])]]
  })
  return { ...filters, ...Object.fromEntries(found) }
}

/** @throws {OffersError} `unknown_name` if there is none, with a similar name, or if there are several */
function valueFor(filter: NameFilter, given: string, values: readonly KnownValue[]): string {
  const wanted = plain(given)
  const isMeant = ({ value, name }: KnownValue) => [value, name].some((each) => plain(each) === wanted)
  const same = values.find(({ value, name }) => value === given || name === given)
  const found = same || wanted === '' ? [] : values.filter(isMeant)
  const [meant = same, another] = found
  if (meant && !another) return meant.value
  const word = shown(given, NAME_LENGTH)
  if (another) {
    const choices = found.map(({ value }) => value).join(', ')
    throw new OffersError('unknown_name', `${filter} ${word}: several have this name; give one of ${choices}`)
  }
  const similar = suggestionFor(given, [
    ...values.map(({ value }) => value),
    ...values.map(({ name }) => name),
  ])
  const advice = similar === undefined ? '.' : `; did you mean ${shown(similar, NAME_LENGTH)}?`
  throw new OffersError('unknown_name', `no ${filter} ${word}${advice} ${allOf(filter, values)}`)
}

function allOf(filter: NameFilter, values: readonly KnownValue[]): string {
  return values.length > MAX_LISTED
    ? `list_filters with filter "${filter}" names all ${values.length}`
    : `Known: ${values.map(({ value }) => shown(value, NAME_LENGTH)).join(', ')}`
}
