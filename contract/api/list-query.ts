// The query string of a list: its parameters, and what is wrong with them.

import { DEFAULT_LIMIT, KEY_LIMITS, type KeyKind, type KeyKindRow, WIDEST_KIND } from '../keys/kinds.ts'
import { MAX_SLUG_LENGTH, SLUG } from '../lib/patterns.ts'
import { recordOf } from '../lib/record-of.ts'
import { FILTER_NAMES, type FilterName, type Filters } from './filters.ts'
import type { ParameterError } from './problems.ts'

/** A window of a filtered list. */
export interface ListQuery extends Filters {
  readonly limit: number
  readonly offset: number
}

type ListParameter = FilterName | 'limit' | 'offset'

export const MIN_LIMIT = 1
export const MIN_OFFSET = 0

/** The longest query string that is read, in characters: every parameter percent-encoded, and as much again. */
export const MAX_QUERY_LENGTH = 2048

/** SECURITY: whatever a query holds, so many faults are told, and the rest of it is not read. */
export const MAX_FAULTS = 10

const SLUG_RULE = `a slug: lower-case letters and digits, words joined by single hyphens, at most ${MAX_SLUG_LENGTH} characters`

type Allowed = Omit<ParameterError, 'param' | 'given'>

/** A parameter that is wrong. What would be right depends on the key that asks. */
export interface ParameterFault {
  param: string
  given: string
  allowedFor: (limits: KeyKindRow) => Allowed
}

const wholeNumber = (minimum: number, maximum: number): Allowed => ({
  allowed: `a whole number from ${minimum} to ${maximum}, in decimal digits`,
  minimum,
  maximum,
})

const inWords = (allowed: string) => (): Allowed => ({ allowed })

/** What a value of each parameter may be. */
const ALLOWED: Readonly<Record<ListParameter, ParameterFault['allowedFor']>> = {
  ...recordOf(FILTER_NAMES, () => inWords(SLUG_RULE)),
  limit: ({ maxLimit }) => wholeNumber(MIN_LIMIT, maxLimit),
  offset: ({ maxOffset }) => wholeNumber(MIN_OFFSET, maxOffset),
}

/** The window as it was typed, if the numbers read otherwise: `007`, or more digits than a number holds. */
export type TypedWindow = { readonly [name in 'limit' | 'offset']?: string }

export type ParsedQuery = { query: ListQuery; typed: TypedWindow } | { faults: ParameterFault[] }

/** Reads the query string of a list. Unknown, repeated, empty and malformed parameters are errors. */
export function parseListQuery(search: string): ParsedQuery {
  const overlong = overlongQuery(search)
  if (overlong) return { faults: [overlong] }
  const faults: ParameterFault[] = []
  const given = collectParameters(search, faults)
  const refuse = (name: ListParameter, value: string) =>
    faults.push({ param: name, given: clip(value), allowedFor: ALLOWED[name] })
  const filters: { [name in FilterName]?: string } = {}
  for (const name of FILTER_NAMES) {
    const value = given.get(name)
    if (value === undefined) continue
    if (value.length <= MAX_SLUG_LENGTH && SLUG.test(value)) filters[name] = value
    else refuse(name, value)
  }
  const typed: { [name in 'limit' | 'offset']?: string } = {}
  const number = (name: 'limit' | 'offset', min: number, otherwise: number): number => {
    const value = given.get(name)
    if (value === undefined) return otherwise
    // Any number of digits is a number: what no double can hold is above every maximum all the same.
    const number = /^[0-9]+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : -1
    if (String(number) !== value) typed[name] = clip(value)
    if (number >= min) return number
    refuse(name, value)
    return otherwise
  }
  const limit = number('limit', MIN_LIMIT, DEFAULT_LIMIT)
  const offset = number('offset', MIN_OFFSET, 0)
  return faults.length > 0
    ? { faults: faults.slice(0, MAX_FAULTS) }
    : { query: { ...filters, limit, offset }, typed }
}

/** Faults as the API tells them to who asks with a kind of key, or on a route without keys. */
export function describeFaults(
  faults: readonly ParameterFault[],
  kind: KeyKind = WIDEST_KIND,
): ParameterError[] {
  return faults.map(({ param, given, allowedFor }) => ({ param, given, ...allowedFor(KEY_LIMITS[kind]) }))
}

/** The faults of a query string on a route that takes no parameters. */
export function refuseParameters(search: string): ParameterFault[] {
  const overlong = overlongQuery(search)
  if (overlong) return [overlong]
  const faults: ParameterFault[] = []
  for (const pair of pairs(search)) {
    faults.push(pair.fault ?? unknownParameter(pair, []))
    if (faults.length === MAX_FAULTS) break
  }
  return faults
}

/** What of a window is more than a kind of key may read. */
export function scopeErrors(
  { limit, offset }: Pick<ListQuery, 'limit' | 'offset'>,
  typed: TypedWindow,
  kind: KeyKind,
): ParameterError[] {
  const { maxLimit, maxOffset } = KEY_LIMITS[kind]
  const bounds = [
    { param: 'limit', given: typed.limit ?? limit, value: limit, minimum: MIN_LIMIT, maximum: maxLimit },
    {
      param: 'offset',
      given: typed.offset ?? offset,
      value: offset,
      minimum: MIN_OFFSET,
      maximum: maxOffset,
    },
  ]
  return bounds
    .filter(({ value, maximum }) => value > maximum)
    .map(({ param, given, minimum, maximum }) => ({ param, given, allowed: maximum, minimum, maximum }))
}

/** The known parameters by name, each given once; all others are faults. */
function collectParameters(search: string, faults: ParameterFault[]): Map<string, string> {
  const given = new Map<string, string>()
  for (const pair of pairs(search)) {
    if (faults.length === MAX_FAULTS) break
    const { name, value, fault } = pair
    if (fault) faults.push(fault)
    else if (!Object.hasOwn(ALLOWED, name)) faults.push(unknownParameter(pair, Object.keys(ALLOWED)))
    else if (given.has(name))
      faults.push({ param: name, given: clip(value), allowedFor: inWords('one value, given once') })
    else given.set(name, value)
  }
  return given
}

interface Pair {
  name: string
  value: string
  fault?: ParameterFault
}

// By hand, not with URLSearchParams: that one repairs broken percent-encoding silently.
function* pairs(search: string): Generator<Pair> {
  for (const piece of search.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const rawName = equals < 0 ? piece : piece.slice(0, equals)
    const rawValue = equals < 0 ? '' : piece.slice(equals + 1)
    const name = decode(rawName)
    const value = decode(rawValue)
    if (name === undefined || value === undefined) {
      const allowedFor = inWords('UTF-8, percent-encoded')
      const fault = { param: clip(name ?? rawName), given: clip(rawValue), allowedFor }
      yield { name: '', value: '', fault }
    } else {
      yield { name, value }
    }
  }
}

/** What is wrong with a query that is too long: the parameter that reaches beyond the end is named. */
function overlongQuery(search: string): ParameterFault | undefined {
  if (search.length <= MAX_QUERY_LENGTH) return undefined
  const piece = search.slice(search.lastIndexOf('&', MAX_QUERY_LENGTH) + 1)
  const [name = '', value = ''] = piece.slice(0, MAX_QUERY_LENGTH).split('=', 2)
  const allowedFor = inWords(`a query of at most ${MAX_QUERY_LENGTH} characters`)
  return { param: clip(name), given: clip(value), allowedFor }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function unknownParameter({ name, value }: Pair, known: string[]): ParameterFault {
  const allowed = known.length > 0 ? `no other parameters than ${known.join(', ')}` : 'no parameters'
  return { param: clip(name), given: clip(value), allowedFor: inWords(allowed) }
}

/** At most 100 characters of what a client sent: enough to recognise it, too little to flood an answer. */
function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
