// The values that offers have of the filters.

import { isObject, isText } from '../lib/shapes.ts'
import { plain } from '../lib/words.ts'
import { FILTERS } from './description.ts'
import type { FilterName, Named, Offer } from './types.ts'

export const FILTER_NAMES: readonly FilterName[] = FILTERS.map(({ name }) => name)

/** Where the values are: what has a slug has a name next to it. */
const STEPS = Object.fromEntries(
  FILTERS.map(({ name, at }) => [
    name,
    at
      .replace(/\/slug$/, '')
      .split('/')
      .slice(1),
  ]),
)

/** The values of a filter that an offer has, with their names. */
export function valuesOf(offer: Offer, filter: FilterName): Named[] {
  return valuesAt(offer, STEPS[filter] ?? [], 0)
}

function valuesAt(value: unknown, steps: readonly string[], from: number): Named[] {
  const step = steps[from]
  if (Array.isArray(value) && step === '*') return value.flatMap((item) => valuesAt(item, steps, from + 1))
  // A text has the value that the API makes of it.
  if (isText(value)) return plain(value) === '' ? [] : [{ slug: plain(value), name: value }]
  if (!isObject(value)) return []
  return step === undefined ? [value as unknown as Named] : valuesAt(value[step], steps, from + 1)
}
