// Canonical targets: one address per response. Path plus parameters in fixed order, defaults filled in.
//
//   /beta/offers?issuer=banco-x&limit=25&offset=50
//
// The build writes its responses under these addresses, the gateway looks requests up by them. Parsing is a pure
// function of the request line; nothing of the request ever becomes a file path.

import type { KeyKind } from '../keys/kinds.ts'
import { OFFER_ID } from '../lib/patterns.ts'
import { FILTER_NAMES, type FilterName, type FilterSlugs, type Filters } from './filters.ts'
import { HOME_ROUTE, isHomePath } from './home.ts'
import {
  type ChangesQuery,
  type ListQuery,
  type PageQuery,
  type ParameterFault,
  type ParsedQuery,
  parseChangesQuery,
  parseListQuery,
  refuseParameters,
  type TypedWindow,
  type Window,
} from './list-query.ts'
import { DOCUMENT_NAMES, PATHS, RESOURCE_NAMES, RESOURCES, type ResourceName } from './resources.ts'

/** What kind of address is asked for: a resource of the API, or a file beside it. */
export type RouteName = ResourceName | typeof HOME_ROUTE

export const ROUTE_NAMES: readonly RouteName[] = [...RESOURCE_NAMES, HOME_ROUTE]

const ITEM_PREFIX = PATHS.offer.slice(0, PATHS.offer.indexOf('{'))

/** What a request line asks for; a pure function of it, so it may be shared between requests. */
export interface ParsedRequest {
  readonly route: RouteName
  /** The canonical target; undefined if nothing can ever be published under it, and for snapshots: see `targetFor`. */
  readonly target: string | undefined
  /** The window that is asked for, of what comes in pages, without errors. */
  readonly query: PageQuery | undefined
  /** How the numbers of the window were typed, if they read otherwise. */
  readonly typed: TypedWindow
  /** What is wrong with the parameters. */
  readonly faults: readonly ParameterFault[]
}

/** Parses origin-form and absolute-form targets (RFC 9112 §3.2); undefined if there is no such route. */
export function parseRequestTarget(target: string): ParsedRequest | undefined {
  const { path, search } = splitTarget(target)
  const route = routeOf(path)
  if (route === undefined) return undefined
  if (route === 'offers') return parsedPage(route, parseListQuery(search))
  if (route === 'changes') return parsedPage(route, parseChangesQuery(search))
  // Mails and social sites add parameters of theirs to links.
  const faults = search === '' || route === HOME_ROUTE ? [] : refuseParameters(search)
  return { route, target: targetOfPath(route, path), query: undefined, typed: {}, faults }
}

/** The canonical target for a kind of key: snapshots have one for each kind. */
export function targetFor(
  { route, target }: Pick<ParsedRequest, 'route' | 'target'>,
  kind: KeyKind | undefined,
): string | undefined {
  return route === 'snapshot' ? kind && snapshotTarget(kind) : target
}

/** Splits a request target at its first question mark, without scheme and host; `search` is without the mark. */
export function splitTarget(target: string): { path: string; search: string } {
  const origin = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = origin.indexOf('?')
  return mark < 0
    ? { path: origin, search: '' }
    : { path: origin.slice(0, mark), search: origin.slice(mark + 1) }
}

/** The route of a path, compared to the letter: an encoded or doubled slash is another address. */
export function routeOf(path: string): RouteName | undefined {
  const exact = RESOURCES.find((row) => row.path === path && row.kind !== 'item')
  if (exact) return exact.name
  if (isHomePath(path)) return HOME_ROUTE
  const id = path.startsWith(ITEM_PREFIX) ? path.slice(ITEM_PREFIX.length) : ''
  return id === '' || id.includes('/') ? undefined : 'offer'
}

/** The address of a window of whatever comes in pages. */
export function pageTarget(query: PageQuery): string {
  return 'since' in query ? changesTarget(query) : listTarget(query)
}

/** The address of a window of the changes. */
export function changesTarget({ since, ...window }: ChangesQuery): string {
  return windowTarget(since === null ? CHANGES_PREFIX : `${CHANGES_PREFIX}since=${since}&`, window)
}

/** The address of all changes, up to the window. */
export const CHANGES_PREFIX = `${PATHS.changes}?`

/** The address of a window of a list. */
export function listTarget(query: ListQuery): string {
  return windowTarget(listPrefix(query), query)
}

/** The address of a window of the list whose addresses begin with `prefix`. */
export function windowTarget(prefix: string, { limit, offset }: Window): string {
  return `${prefix}limit=${limit}&offset=${offset}`
}

/** The address of a list up to its window, ending where `limit=` begins. */
export function listPrefix(filters: Filters): string {
  let target = `${PATHS.offers}?`
  for (const name of FILTER_NAMES) {
    const value = filters[name]
    if (value !== undefined) target = withFilter(target, name, value)
  }
  return target
}

/** The prefixes of all lists that hold an offer with these slugs: each filter absent, or with one of its values. */
export function listPrefixesOf(slugs: FilterSlugs): string[] {
  let prefixes = [listPrefix({})]
  for (const name of FILTER_NAMES) {
    prefixes = prefixes.flatMap((prefix) => [
      prefix,
      ...slugs[name].map((slug) => withFilter(prefix, name, slug)),
    ])
  }
  return prefixes
}

function withFilter(prefix: string, name: FilterName, slug: string): string {
  return `${prefix}${name}=${slug}&`
}

/** The address of an offer, or undefined if no offer can have such an id. */
export function offerTarget(id: string): string | undefined {
  return OFFER_ID.test(id) ? ITEM_PREFIX + id : undefined
}

/** The address of the snapshot that a kind of key downloads. */
export function snapshotTarget(kind: KeyKind): string {
  return `${PATHS.snapshot}?kind=${kind}`
}

/** The kinds of targets, for counting what a release holds. */
export function isListTarget(target: string): boolean {
  return target.startsWith(`${PATHS.offers}?`)
}

export function isChangesTarget(target: string): boolean {
  return target.startsWith(CHANGES_PREFIX)
}

export function isOfferTarget(target: string): boolean {
  return target.startsWith(ITEM_PREFIX)
}

function targetOfPath(route: RouteName, path: string): string | undefined {
  if (route === HOME_ROUTE) return path
  if (route === 'offer') return offerTarget(withoutNeedlessEncoding(path.slice(ITEM_PREFIX.length)))
  return DOCUMENT_NAMES.some((name) => name === route) ? path : undefined
}

function parsedPage(route: ResourceName, parsed: ParsedQuery<PageQuery>): ParsedRequest {
  return 'faults' in parsed
    ? { route, target: undefined, query: undefined, typed: {}, faults: parsed.faults }
    : { route, target: pageTarget(parsed.query), ...parsed, faults: [] }
}

/** `off%5Fabc` is `off_abc`: what need not be encoded means the same when it is (RFC 3986 §6.2.2.2). */
function withoutNeedlessEncoding(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })
}
