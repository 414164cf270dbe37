// The request line, parsed once per address as long as it is cached: what is asked for, and what is wrong with it.

import { LRUCache } from 'lru-cache'
import type { ParameterError } from '../../contract/api/problems.ts'
import {
  type ListQuery,
  listTarget,
  offerTarget,
  PATHS,
  parseListQuery,
  type Route,
  type RouteName,
  refuseParameters,
  routeOf,
  snapshotTarget,
  splitTarget,
} from '../../contract/api/request-target.ts'
import type { KeyKind } from '../../contract/keys/kinds.ts'

/** A pure function of the request target; shared between requests, hence frozen in meaning. */
export interface ParsedRequest {
  readonly route: RouteName
  /** The canonical target; undefined if nothing can ever be published under it, and for snapshots: see `targetOf`. */
  readonly target: string | undefined
  /** The window that is asked for, on lists without errors. */
  readonly query: ListQuery | undefined
  /** What is wrong with the parameters; empty if all is well. */
  readonly errors: readonly ParameterError[]
}

/** The canonical target for a kind of key: snapshots have one for each. */
export function targetOf({ route, target }: ParsedRequest, kind: KeyKind | undefined): string | undefined {
  return route === 'snapshot' ? kind && snapshotTarget(kind) : target
}

const NO_ERRORS: readonly ParameterError[] = []

// Addresses repeat. Long ones are not cached: a flood of them must not fill the memory.
const MAX_CACHED = 5_000
const MAX_CACHED_LENGTH = 256

/** A parser with a cache of its results. Undefined if there is no such route. */
export function createTargetParser(): (target: string) => ParsedRequest | undefined {
  const cache = new LRUCache<string, ParsedRequest>({ max: MAX_CACHED })
  return (target) => {
    const known = cache.get(target)
    if (known) return known
    const parsed = parseRequestTarget(target)
    if (parsed && target.length <= MAX_CACHED_LENGTH) cache.set(target, parsed)
    return parsed
  }
}

/** Parses origin-form and absolute-form targets (RFC 9112 §3.2). */
export function parseRequestTarget(target: string): ParsedRequest | undefined {
  const { path, search } = splitTarget(target.replace(/^https?:\/\/[^/?#]*/i, ''))
  const route = routeOf(path)
  if (!route) return undefined
  if (route.name === 'offers') return parseList(search)
  const errors = search === '' ? NO_ERRORS : refuseParameters(search)
  return { route: route.name, target: fixedTarget(route), query: undefined, errors }
}

function fixedTarget(route: Exclude<Route, { name: 'offers' }>): string | undefined {
  switch (route.name) {
    case 'offer':
      return offerTarget(route.id)
    case 'snapshot':
      return undefined
    default:
      return PATHS[route.name]
  }
}

function parseList(search: string): ParsedRequest {
  const parsed = parseListQuery(search)
  return 'errors' in parsed
    ? { route: 'offers', target: undefined, query: undefined, errors: parsed.errors }
    : { route: 'offers', target: listTarget(parsed.query), query: parsed.query, errors: NO_ERRORS }
}
