// Canonical targets: one address per response. Path plus parameters in fixed order, defaults filled in.
//
//   /beta/offers?issuer=banco-x&limit=25&offset=50
//
// The build publishes its responses under these addresses, and the gateway looks requests up by them. Parsing is a
// pure function of the target; no part of a request ever becomes a file path.

import { recordOf } from '../../lib/record-of.ts'
import type { KeyKind } from '../keys/kinds.ts'
import { OFFER_ID } from '../offers/offer.ts'
import { FILTER_NAMES, type Filters } from './filters.ts'
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
import {
  DOCUMENT_NAMES,
  pathsIn,
  RESOURCE_BY_NAME,
  RESOURCE_NAMES,
  RESOURCES,
  type ResourceName,
} from './resources.ts'
import { type ApiVersion, VERSIONS, type Version, versionNamed, versionOfPath } from './versions.ts'

/** The kind of address: a resource of the API, or a file next to it. */
export type RouteName = ResourceName | typeof HOME_ROUTE

export const ROUTE_NAMES: readonly RouteName[] = [...RESOURCE_NAMES, HOME_ROUTE]

/** The part between the base path of a version and the id of an offer. */
const ITEM_SUBPATH = RESOURCE_BY_NAME.offer.subpath.replace('{id}', '')

/** A resource of the API, in one of its versions. */
export interface ApiRoute {
  readonly version: Version
  readonly route: ResourceName
}

/** A resource of the API or a file next to it. The files belong to no version. */
export type RouteMatch = ApiRoute | { readonly version: undefined; readonly route: typeof HOME_ROUTE }

/** A parsed request target. It depends on nothing else, so requests may share it. */
export type ParsedRequest = RouteMatch & ParsedTarget

interface ParsedTarget {
  /**
   * The canonical target. Undefined for a page whose query has faults, for an id that no offer can have, and for snapshots:
   * see `targetFor`.
   */
  readonly target: string | undefined
  /** The query of a list or of the changes; undefined elsewhere, and if it has faults. */
  readonly query: PageQuery | undefined
  /** The texts of `limit` and `offset` that differ from their numbers. */
  readonly typed: TypedWindow
  /** The faults of the parameters. */
  readonly faults: readonly ParameterFault[]
}

/** A request target whose parameters are not read yet. */
export interface UnreadTarget {
  readonly match: RouteMatch
  readonly path: string
  readonly search: string
}

/** Takes origin-form and absolute-form targets (RFC 9112 §3.2); undefined if there is no such route. */
export function routeTarget(target: string): UnreadTarget | undefined {
  const { path, search } = splitTarget(target)
  const match = routeOf(path)
  return match && { match, path, search }
}

/** Never throws: wrong parameters are in `faults`. */
export function readParameters({ match, path, search }: UnreadTarget): ParsedRequest {
  if (match.route === 'offers') return parsedPage(match, parseListQuery(search))
  if (match.route === 'changes') return parsedPage(match, parseChangesQuery(search))
  // Mail programs and social networks add parameters to links.
  const faults = search === '' || match.route === HOME_ROUTE ? [] : refuseParameters(search)
  return { ...match, target: targetOfPath(match, path), query: undefined, typed: {}, faults }
}

/** `routeTarget` and `readParameters` in one step. */
export function parseRequestTarget(target: string): ParsedRequest | undefined {
  const routed = routeTarget(target)
  return routed && readParameters(routed)
}

/** The canonical target for a kind of key: snapshots have one for each kind. */
export function targetFor(
  request: RouteMatch & Pick<ParsedTarget, 'target'>,
  kind: KeyKind | undefined,
): string | undefined {
  return request.route === 'snapshot' ? kind && targetsIn(request.version).snapshot(kind) : request.target
}

/**
 * Splits a request target at its first question mark, without scheme and host; `search` is without the mark. Needless
 * encoding is undone in the path.
 */
export function splitTarget(target: string): { path: string; search: string } {
  const origin = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = origin.indexOf('?')
  const [path, search] = mark < 0 ? [origin, ''] : [origin.slice(0, mark), origin.slice(mark + 1)]
  return { path: withoutNeedlessEncoding(path), search }
}

/** The route of a path, compared exactly: an encoded or doubled slash makes another address. */
export function routeOf(path: string): RouteMatch | undefined {
  const version = versionOfPath(path)
  if (!version) return isHomePath(path) ? { version, route: HOME_ROUTE } : undefined
  const subpath = path.slice(version.basePath.length)
  // Not the item: its subpath has `{id}` in place of an id.
  const exact = RESOURCES.find((row) => row.subpath === subpath && row.kind !== 'item')
  if (exact) return { version, route: exact.name }
  const id = subpath.startsWith(ITEM_SUBPATH) ? subpath.slice(ITEM_SUBPATH.length) : ''
  return id === '' || id.includes('/') ? undefined : { version, route: 'offer' }
}

/**
 * The canonical targets of one version of the API. Its methods are arrow functions, because callers take them out of it:
 * `const { offer } = targetsIn(version)`.
 */
export class Targets {
  /** The path of each resource, with `{id}` in place of the id of an offer. */
  readonly paths: Readonly<Record<ResourceName, string>>
  /** The address of all changes up to its window, ending where `limit=` begins. */
  readonly changesPrefix: string
  readonly #listStart: string
  readonly #itemStart: string

  constructor(version: Pick<ApiVersion, 'basePath'>) {
    this.paths = pathsIn(version)
    this.changesPrefix = `${this.paths.changes}?`
    this.#listStart = `${this.paths.offers}?`
    this.#itemStart = `${version.basePath}${ITEM_SUBPATH}`
  }

  /** The address of a window of a list or of the changes. */
  readonly page = (query: PageQuery): string => ('since' in query ? this.changes(query) : this.list(query))

  /** The address of a window of the changes. */
  readonly changes = ({ since, ...window }: ChangesQuery): string =>
    windowTarget(since === null ? this.changesPrefix : `${this.changesPrefix}since=${since}&`, window)

  /** The address of a window of a list. */
  readonly list = (query: ListQuery): string => windowTarget(this.listPrefix(query), query)

  /** The address of a list up to its window, ending where `limit=` begins. */
  readonly listPrefix = (filters: Filters): string => {
    let target = this.#listStart
    for (const name of FILTER_NAMES) {
      const value = filters[name]
      if (value !== undefined) target += `${name}=${value}&`
    }
    return target
  }

  /** The address of an offer, or undefined if no offer can have such an id. */
  readonly offer = (id: string): string | undefined => (OFFER_ID.test(id) ? this.#itemStart + id : undefined)

  /** The address of the snapshot that a kind of key downloads. */
  readonly snapshot = (kind: KeyKind): string => `${this.paths.snapshot}?kind=${kind}`

  // The kinds of targets, for counting what a release holds.

  readonly isList = (target: string): boolean => target.startsWith(this.#listStart)

  readonly isChanges = (target: string): boolean => target.startsWith(this.changesPrefix)

  readonly isOffer = (target: string): boolean => target.startsWith(this.#itemStart)
}

const TARGETS = recordOf(
  VERSIONS.map(({ name }) => name),
  (name) => new Targets(versionNamed(name)),
)

/** The canonical targets of a version of the API. */
export function targetsIn({ name }: Version): Targets {
  return TARGETS[name]
}

/** Targets without the base path of a version, for all versions alike. */
export const BELOW_BASE_PATH = new Targets({ basePath: '' })

/** The address of a window of the list whose addresses begin with `prefix`. */
export function windowTarget(prefix: string, { limit, offset }: Window): string {
  return `${prefix}limit=${limit}&offset=${offset}`
}

/** The canonical target of a request without parameters; undefined for an impossible id and for snapshots. */
function targetOfPath(match: RouteMatch, path: string): string | undefined {
  const { version, route } = match
  if (route === HOME_ROUTE) return path
  if (route === 'offer') {
    const id = path.slice(version.basePath.length + ITEM_SUBPATH.length)
    return targetsIn(version).offer(id)
  }
  return DOCUMENT_NAMES.some((name) => name === route) ? path : undefined
}

function parsedPage(match: ApiRoute, parsed: ParsedQuery<PageQuery>): ParsedRequest {
  if ('faults' in parsed)
    return { ...match, target: undefined, query: undefined, typed: {}, faults: parsed.faults }
  const { query, typed } = parsed
  return { ...match, target: targetsIn(match.version).page(query), query, typed, faults: [] }
}

/** `off%5Fabc` is `off_abc`: what need not be encoded means the same when it is (RFC 3986 §6.2.2.2). */
function withoutNeedlessEncoding(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })
}
