// The query string of a list: its parameters, and what is wrong with them.

import { DEFAULT_LIMIT, KEY_LIMITS, type KeyKind, WIDEST_LIMITS } from '../keys/kinds.ts'
import { SLUG } from '../lib/patterns.ts'
import { recordOf } from '../lib/record-of.ts'
import { FILTER_NAMES, type FilterName, type Filters } from './filters.ts'
import type { ParameterError } from './problems.ts'

/** A window of a filtered list. */
export interface ListQuery extends Filters {
  readonly limit: number
  readonly offset: number
}

type ListParameter = FilterName | 'limit' | 'offset'

const SLUG_RULE = 'a slug: lower-case letters and digits, words joined by single hyphens'

/** What a value of each parameter may be, in words. */
const ALLOWED: Readonly<Record<ListParameter, string>> = {
  ...recordOf(FILTER_NAMES, () => SLUG_RULE),
  limit: `a whole number from 1 to ${WIDEST_LIMITS.maxLimit}, in decimal digits`,
  offset: `a whole number from 0 to ${WIDEST_LIMITS.maxOffset}, in decimal digits`,
}

export type ParsedQuery = { query: ListQuery } | { errors: ParameterError[] }

/** Reads the query string of a list. Unknown, repeated, empty and malformed parameters are errors. */
export function parseListQuery(search: string): ParsedQuery {
  const errors: ParameterError[] = []
  const given = collectParameters(search, errors)
  const refuse = (name: ListParameter, value: string) =>
    errors.push({ param: name, given: clip(value), allowed: ALLOWED[name] })
  const filters: { [name in FilterName]?: string } = {}
  for (const name of FILTER_NAMES) {
    const value = given.get(name)
    if (value === undefined) continue
    if (SLUG.test(value)) filters[name] = value
    else refuse(name, value)
  }
  const number = (name: 'limit' | 'offset', min: number, otherwise: number): number => {
    const value = given.get(name)
    if (value === undefined) return otherwise
    // Any number of digits is a number: what no double can hold is above every maximum all the same.
    const number = /^[0-9]+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : -1
    if (number >= min) return number
    refuse(name, value)
    return otherwise
  }
  const limit = number('limit', 1, DEFAULT_LIMIT)
  const offset = number('offset', 0, 0)
  return errors.length > 0 ? { errors } : { query: { ...filters, limit, offset } }
}

/** The errors of a query string on a route that takes no parameters. */
export function refuseParameters(search: string): ParameterError[] {
  return pairs(search).map(({ name, error }) => error ?? unknownParameter(name, []))
}

/** What of a window is more than a kind of key may read. */
export function scopeErrors(query: ListQuery, kind: KeyKind): ParameterError[] {
  const { maxLimit, maxOffset } = KEY_LIMITS[kind]
  const errors: ParameterError[] = []
  if (query.limit > maxLimit) errors.push({ param: 'limit', given: query.limit, allowed: maxLimit })
  if (query.offset > maxOffset) errors.push({ param: 'offset', given: query.offset, allowed: maxOffset })
  return errors
}

/** The known parameters by name, each given once; all others are errors. */
function collectParameters(search: string, errors: ParameterError[]): Map<string, string> {
  const given = new Map<string, string>()
  for (const { name, value, error } of pairs(search)) {
    if (error) errors.push(error)
    else if (!Object.hasOwn(ALLOWED, name)) errors.push(unknownParameter(name, Object.keys(ALLOWED)))
    else if (given.has(name)) errors.push({ param: name, given: clip(value), allowed: 'given once' })
    else given.set(name, value)
  }
  return given
}

interface Pair {
  name: string
  value: string
  error?: ParameterError
}

// By hand, not with URLSearchParams: that one repairs broken percent-encoding silently.
function pairs(search: string): Pair[] {
  const found: Pair[] = []
  for (const piece of search.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const rawName = equals < 0 ? piece : piece.slice(0, equals)
    const rawValue = equals < 0 ? '' : piece.slice(equals + 1)
    const name = decode(rawName)
    const value = decode(rawValue)
    if (name === undefined || value === undefined) {
      const error = { param: clip(name ?? rawName), given: clip(rawValue), allowed: 'UTF-8, percent-encoded' }
      found.push({ name: '', value: '', error })
    } else {
      found.push({ name, value })
    }
  }
  return found
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function unknownParameter(name: string, known: string[]): ParameterError {
  const allowed = known.length > 0 ? `one of ${known.join(', ')}` : 'no parameters'
  return { param: clip(name), given: clip(name), allowed }
}

/** At most 100 characters of what a client sent: enough to recognise it, too little to flood an answer. */
function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
