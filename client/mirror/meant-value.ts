// Which value of a filter a name means.

import { OffersError } from '../api/errors.ts'
import { plain } from '../lib/fold.ts'
import type { FilterRow } from './filters.ts'
import type { KnownValue } from './known-values.ts'
import { regionOf } from './short-region.ts'
import { valuesLike } from './text-search.ts'
import { isJoining, stemOf, tokensOf } from './words-of-texts.ts'

/** An error names all values if they are at most this many, else none; and at most this many that may be meant. */
const [MAX_NAMED, MAX_CHOICES] = [30, 10]

/** A word that more than this share of the values have, and more than one of them, names none of them: `banco`. */
const TELLING_SHARE = 1 / 10

export interface MeantValue {
  value: string
  /** Whether a part of the name was given that only this one has: `Pellin` for `Banco Pellin`. */
  isPart: boolean
}

/** The value that is given by itself, by its name, or by words that only its name has. @throws {OffersError} `unknown_name` */
export function meantValue(
  filter: FilterRow['name'],
  given: string,
  values: readonly KnownValue[],
): MeantValue {
  const same = values.find(({ value, name }) => value === given || name === given)
  if (same) return { value: same.value, isPart: false }
  const wanted = plain(given)
  const isMeant = ({ value, name }: KnownValue) => plain(value) === wanted || plain(name) === wanted
  // A name in letters of another script has no plain form, and must be given exactly.
  const found = wanted === '' ? [] : values.filter(isMeant)
  const [meant, another] = found
  if (meant && !another) return { value: meant.value, isPart: false }
  const region = filter === 'region' ? regionOf(given, values) : undefined
  if (region !== undefined) return { value: region, isPart: false }
  const stems = tokensOf(given)
    .filter((word) => !isJoining(word))
    .map(stemOf)
  const named = found.length > 0 || stems.length === 0 ? found : values.filter(hasAll(stems))
  const [only, more] = named
  if (only && !more) return { value: only.value, isPart: true }
  if (more)
    throw new OffersError(
      'unknown_name',
      `${filter} ${given}: several have this name; give one of ${listOf(named)}`,
    )
  const telling = tellingWords(given, values)
  const similar = telling.length === 0 ? [] : valuesLike(telling, values)
  const advice = similar.length === 0 ? '' : `; did you mean ${similar.slice(0, MAX_CHOICES).join(', ')}?`
  const all = values.length > MAX_NAMED ? '' : `; known: ${values.map(({ value }) => value).join(', ')}`
  throw new OffersError('unknown_name', `no ${filter} ${given}${advice}${all}`)
}

const stemsOf = ({ value, name }: KnownValue): string[] => tokensOf(`${value} ${name}`).map(stemOf)

function hasAll(stems: readonly string[]): (value: KnownValue) => boolean {
  return (value) => {
    const known = stemsOf(value)
    return stems.every((stem) => known.includes(stem))
  }
}

function listOf(values: readonly KnownValue[]): string {
  const names = values.slice(0, MAX_CHOICES).map(({ value }) => value)
  const more = values.length - names.length
  return `${names.join(', ')}${more > 0 ? ` or ${more} more` : ''}`
}

/** The words of a name that few values have: a proposal must share one of them, or nearly. */
function tellingWords(given: string, values: readonly KnownValue[]): string[] {
  const known = values.map(stemsOf)
  return tokensOf(given).filter((word) => {
    if (isJoining(word)) return false
    const uses = known.filter((stems) => stems.includes(stemOf(word))).length
    return uses <= Math.max(1, values.length * TELLING_SHARE)
  })
}
