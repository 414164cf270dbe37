// Canonical targets: one address per response. Path plus parameters in fixed order, defaults filled in.
//
//   /beta/offers?issuer=banco-x&limit=25&offset=50
//
// The build writes its pages under these addresses, the gateway looks requests up by them. Parsing is a pure
// function of the request line; nothing of the request ever becomes a file path.

import { DEFAULT_LIMIT, KEY_LIMITS, type KeyKind, LARGEST_LIMIT } from '../keys/kinds.ts'
import { OFFER_ID, SLUG } from '../lib/patterns.ts'
import type { ParameterError } from './problems.ts'

export const PATHS = {
  offers: '/beta/offers',
  issuers: '/beta/issuers',
  snapshot: '/beta/snapshot',
  openapi: '/beta/openapi.json',
} as const

const DETAIL_PREFIX = `${PATHS.offers}/`

/** A route as the path alone tells it. The id of an offer is as the client sent it, checked later. */
export type Route =
  | { name: 'offers' }
  | { name: 'offer'; id: string }
  | { name: 'issuers' }
  | { name: 'snapshot' }
  | { name: 'openapi' }

export type RouteName = Route['name']

export const FILTERS = ['issuer', 'category', 'comuna'] as const
export type Filter = (typeof FILTERS)[number]

export type Filters = { readonly [name in Filter]?: string }

/** A window of a filtered list. */
export interface ListQuery extends Filters {
  readonly limit: number
  readonly offset: number
}

const OFFERS: Route = { name: 'offers' }
const ISSUERS: Route = { name: 'issuers' }
const SNAPSHOT: Route = { name: 'snapshot' }
const OPENAPI: Route = { name: 'openapi' }

/** Splits a request target at its first question mark; `search` is without it. */
export function splitTarget(target: string): { path: string; search: string } {
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: target, search: '' }
    : { path: target.slice(0, mark), search: target.slice(mark + 1) }
}

/** The route of a path, compared to the letter: an encoded or doubled slash is another address. */
export function routeOf(path: string): Route | undefined {
  switch (path) {
    case PATHS.offers:
      return OFFERS
    case PATHS.issuers:
      return ISSUERS
    case PATHS.snapshot:
      return SNAPSHOT
    case PATHS.openapi:
      return OPENAPI
  }
  if (!path.startsWith(DETAIL_PREFIX)) return undefined
  const id = path.slice(DETAIL_PREFIX.length)
  return id === '' || id.includes('/') ? undefined : { name: 'offer', id }
}

/** The address of a window of a list. */
export function listTarget(query: ListQuery): string {
  return `${listPrefix(query)}limit=${query.limit}&offset=${query.offset}`
}

/** The address of a list up to its window, ending where `limit=` begins. */
export function listPrefix(filters: Filters): string {
  let target = `${PATHS.offers}?`
  if (filters.issuer !== undefined) target += `issuer=${filters.issuer}&`
  if (filters.category !== undefined) target += `category=${filters.category}&`
  if (filters.comuna !== undefined) target += `comuna=${filters.comuna}&`
  return target
}

/** The address of an offer, or undefined where no offer can have such an id. */
export function offerTarget(id: string): string | undefined {
  return OFFER_ID.test(id) ? DETAIL_PREFIX + id : undefined
}

/** The address of the snapshot that a kind of key downloads. */
export function snapshotTarget(kind: KeyKind): string {
  return `${PATHS.snapshot}?kind=${kind}`
}

export type ParsedQuery = { query: ListQuery } | { errors: ParameterError[] }

/** Reads the query string of a list. Unknown, repeated, empty and malformed parameters are errors. */
export function parseListQuery(search: string): ParsedQuery {
  const errors: ParameterError[] = []
  const given = new Map<string, string>()
  for (const { name, value, error } of pairs(search)) {
    if (error) errors.push(error)
    else if (!Object.hasOwn(ALLOWED, name)) errors.push(unknownParameter(name, Object.keys(ALLOWED)))
    else if (given.has(name)) errors.push({ param: name, given: clip(value), allowed: 'given once' })
    else given.set(name, value)
  }
  const filters: { [name in Filter]?: string } = {}
  for (const name of FILTERS) {
    const value = given.get(name)
    if (value === undefined) continue
    if (SLUG.test(value)) filters[name] = value
    else errors.push({ param: name, given: clip(value), allowed: ALLOWED[name] })
  }
  const number = (name: 'limit' | 'offset', least: number, otherwise: number): number => {
    const value = given.get(name)
    if (value === undefined) return otherwise
    // Any number of digits is a number: what no double can hold is above every maximum all the same.
    const number = /^[0-9]+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : -1
    if (number >= least) return number
    errors.push({ param: name, given: clip(value), allowed: ALLOWED[name] })
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

/** What of a window is more than a kind of key may read; empty where all is well. */
export function scopeErrors(query: ListQuery, kind: KeyKind): ParameterError[] {
  const { maxLimit, maxOffset } = KEY_LIMITS[kind]
  const errors: ParameterError[] = []
  if (query.limit > maxLimit) errors.push({ param: 'limit', given: query.limit, allowed: maxLimit })
  if (query.offset > maxOffset) errors.push({ param: 'offset', given: query.offset, allowed: maxOffset })
  return errors
}

const slugRule = 'a slug: lower-case letters and digits, words joined by single hyphens'
const ALLOWED: Readonly<Record<Filter | 'limit' | 'offset', string>> = {
  issuer: slugRule,
  category: slugRule,
  comuna: slugRule,
  limit: `a whole number from 1 to ${LARGEST_LIMIT}, in decimal digits`,
  offset: `a whole number from 0 to ${KEY_LIMITS.named.maxOffset}, in decimal digits`,
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
