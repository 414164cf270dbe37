// The query strings of lists and of the changes: their parameters and their faults.

import { recordOf } from '../../lib/record-of.ts'
import { isSlug, MAX_SLUG_LENGTH } from '../../lib/text/patterns.ts'
import { canonicalMoment } from '../../lib/time/calendar.ts'
import { withoutKeys } from '../keys/format.ts'
import { DEFAULT_LIMIT, KEY_LIMITS, type KeyKind, type KeyKindRow, WIDEST_KIND } from '../keys/kinds.ts'
import { FILTER_NAMES, type FilterName, type Filters } from './filters.ts'
import type { ParameterError } from './problems.ts'

/** `limit` offers of a list after the first `offset`. */
export interface Window {
  readonly limit: number
  readonly offset: number
}

/** A window of a filtered list. */
export interface ListQuery extends Filters, Window {}

/** A window of the changes. */
export interface ChangesQuery extends Window {
  /** Only changes after this moment, ISO 8601 UTC with milliseconds; null asks for all. */
  readonly since: string | null
}

/** A window of a list or of the changes. */
export type PageQuery = ListQuery | ChangesQuery

type Parameter = FilterName | 'since' | 'limit' | 'offset'

const LIST_PARAMETERS: readonly Parameter[] = [...FILTER_NAMES, 'limit', 'offset']
const CHANGES_PARAMETERS: readonly Parameter[] = ['since', 'limit', 'offset']

const MIN_LIMIT = 1
const MIN_OFFSET = 0

/**
 * The longest query string that is parsed, in characters: twice the length of all parameters with their longest values,
 * percent-encoded.
 */
export const MAX_QUERY_LENGTH = 2048

/** SECURITY: at most this many faults are reported; then the rest of the query is not parsed. */
export const MAX_FAULTS = 10

const SLUG_RULE = `a slug: lower-case letters and digits, words joined by single hyphens, at most ${MAX_SLUG_LENGTH} characters`

type Allowed = Omit<ParameterError, 'param' | 'given'>

/** A parameter that is wrong. The allowed values depend on the kind of the key. */
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

/** The allowed values of each parameter. */
const ALLOWED: Readonly<Record<Parameter, ParameterFault['allowedFor']>> = {
  ...recordOf(FILTER_NAMES, () => inWords(SLUG_RULE)),
  since: inWords('a time with its time zone: the `data_as_of` of an earlier answer, as it is'),
  limit: ({ maxLimit }) => wholeNumber(MIN_LIMIT, maxLimit),
  offset: ({ maxOffset }) => wholeNumber(MIN_OFFSET, maxOffset),
}

/**
 * The texts of `limit` and `offset` that differ from their numbers: `007`, or more digits than a double holds. Errors show
 * them as they were sent.
 */
export type TypedWindow = { readonly [name in 'limit' | 'offset']?: string }

/** A query that was read, or its faults. */
export type ParsedQuery<Q extends PageQuery> = { query: Q; typed: TypedWindow } | { faults: ParameterFault[] }

/** Reads the query string of a list. Unknown, repeated, empty and malformed parameters are errors. */
export function parseListQuery(search: string): ParsedQuery<ListQuery> {
  const parameters = new QueryParameters(search, LIST_PARAMETERS)
  const filters: { [name in FilterName]?: string } = {}
  for (const name of FILTER_NAMES) {
    const value = parameters.read(name, (text) => (isSlug(text) ? text : undefined))
    if (value !== undefined) filters[name] = value
  }
  return parameters.parsed({ ...filters, ...parameters.window() })
}

/** Reads the query string of the changes, just as strictly. */
export function parseChangesQuery(search: string): ParsedQuery<ChangesQuery> {
  const parameters = new QueryParameters(search, CHANGES_PARAMETERS)
  const since = parameters.read('since', canonicalMoment) ?? null
  return parameters.parsed({ since, ...parameters.window() })
}

/** Reads the parameters of one query string and collects their faults. */
class QueryParameters {
  readonly faults: ParameterFault[] = []
  readonly #given = new Map<string, { value: string; sent: string }>()
  readonly #typed: { [name in 'limit' | 'offset']?: string } = {}

  constructor(search: string, known: readonly Parameter[]) {
    // By hand, because URLSearchParams repairs broken percent-encoding silently.
    for (const pair of this.#expectShort(search).split('&')) {
      if (this.faults.length === MAX_FAULTS) break
      // `a=1&&b=2` has no parameter between its signs, and so no fault.
      if (pair === '') continue
      const [rawName, rawValue] = splitPair(pair)
      // A plus sign is a space in a value, and shown as it was sent.
      const [name, value, sent = ''] = [
        decode(rawName),
        decode(rawValue),
        decode(rawValue.replaceAll('+', '%2B')),
      ]
      if (name === undefined || value === undefined)
        this.#refuse(name ?? rawName, rawValue, inWords('UTF-8, percent-encoded'))
      else if (!known.some((each) => each === name)) this.#refuse(name, sent, inWords(othersThan(known)))
      else if (this.#given.has(name)) this.#refuse(name, sent, inWords('one value, given once'))
      else this.#given.set(name, { value, sent })
    }
  }

  /** The value of a parameter; undefined if it is not given. A wrong one is undefined as well, and a fault. */
  read<T>(name: Parameter, parse: (text: string) => T | undefined): T | undefined {
    const given = this.#given.get(name)
    if (given === undefined) return undefined
    const value = parse(given.value)
    if (value === undefined) this.#refuse(name, given.sent, ALLOWED[name])
    return value
  }

  window(): Window {
    return {
      limit: this.#number('limit', MIN_LIMIT) ?? DEFAULT_LIMIT,
      offset: this.#number('offset', MIN_OFFSET) ?? 0,
    }
  }

  parsed<Q extends PageQuery>(query: Q): ParsedQuery<Q> {
    return this.faults.length > 0
      ? { faults: this.faults.slice(0, MAX_FAULTS) }
      : { query, typed: this.#typed }
  }

  #number(name: 'limit' | 'offset', minimum: number): number | undefined {
    return this.read(name, (text) => {
      if (!/^[0-9]+$/.test(text)) return undefined
      // Any number of digits is a number: one too large for a double is above every maximum anyway.
      const number = Math.min(Number(text), Number.MAX_SAFE_INTEGER)
      if (String(number) !== text) this.#typed[name] = shown(text)
      return number >= minimum ? number : undefined
    })
  }

  /** The query; empty if it is too long. The fault then names the parameter that reaches beyond the bound. */
  #expectShort(search: string): string {
    if (search.length <= MAX_QUERY_LENGTH) return search
    const beyond = search.slice(search.lastIndexOf('&', MAX_QUERY_LENGTH) + 1)
    const [name, value] = splitPair(beyond.slice(0, MAX_QUERY_LENGTH))
    this.#refuse(name, value, inWords(`a query of at most ${MAX_QUERY_LENGTH} characters`))
    return ''
  }

  #refuse(param: string, given: string, allowedFor: ParameterFault['allowedFor']): void {
    this.faults.push({ param: shown(param).slice(0, MAX_NAME), given: shown(given), allowedFor })
  }
}

function splitPair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=')
  return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
}

function othersThan(known: readonly string[]): string {
  return known.length > 0 ? `no other parameters than ${known.join(', ')}` : 'no parameters'
}

/** Faults in the form of the API. @param kind of the key that asked; left out on routes without keys */
export function parameterErrors(
  faults: readonly ParameterFault[],
  kind: KeyKind = WIDEST_KIND,
): ParameterError[] {
  return faults.map(({ param, given, allowedFor }) => ({ param, given, ...allowedFor(KEY_LIMITS[kind]) }))
}

/** The faults of a query string on a route that takes no parameters. */
export function refuseParameters(search: string): ParameterFault[] {
  return new QueryParameters(search, []).faults
}

/** An error for `limit`, for `offset` or for both, if they are above the maximum of a kind of key. */
export function scopeErrors({ limit, offset }: Window, typed: TypedWindow, kind: KeyKind): ParameterError[] {
  const { maxLimit, maxOffset } = KEY_LIMITS[kind]
  // The common case first: every request for a list passes here.
  if (limit <= maxLimit && offset <= maxOffset) return []
  const errorOf = (param: 'limit' | 'offset', value: number, minimum: number, maximum: number) =>
    value > maximum ? [{ param, given: typed[param] ?? value, allowed: maximum, minimum, maximum }] : []
  return [
    ...errorOf('limit', limit, MIN_LIMIT, maxLimit),
    ...errorOf('offset', offset, MIN_OFFSET, maxOffset),
  ]
}

/** Undefined if the encoding is broken. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** Characters of a name, and of a value. */
const [MAX_NAME, MAX_VALUE] = [100, 1000]

/**
 * What a client sent, to the letter. Longer texts are cut, and say so. SECURITY: without keys, for answers of errors are
 * often logged and shown.
 */
function shown(sent: string): string {
  const text = withoutKeys(sent)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}… (cut)` : text
}
