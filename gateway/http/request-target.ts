// The request line, parsed once per address: what is asked for, and what is wrong with it.

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
  /** The canonical target; undefined where nothing can ever be published under it, and for snapshots: see `targetOf`. */
  readonly target: string | undefined
  /** The window that is asked for, on lists without errors. */
  readonly query: ListQuery | undefined
  /** What is wrong with the parameters; empty where all is well. */
  readonly errors: readonly ParameterError[]
}

/** The canonical target for a kind of key: snapshots have one for each. */
export function targetOf({ route, target }: ParsedRequest, kind: KeyKind | undefined): string | undefined {
  return route === 'snapshot' ? kind && snapshotTarget(kind) : target
}

const NO_ERRORS: readonly ParameterError[] = []

// Addresses repeat. Long ones are not remembered: a flood of them must not fill the memory.
const REMEMBERED = 5_000
const LONGEST_REMEMBERED = 256

/** A parser that remembers what it parsed. Undefined where there is no such route. */
export function createTargetParser(): (target: string) => ParsedRequest | undefined {
  const remembered = new LRUCache<string, ParsedRequest>({ max: REMEMBERED })
  return (target) => {
    const known = remembered.get(target)
    if (known) return known
    const parsed = parseRequestTarget(target)
    if (parsed && target.length <= LONGEST_REMEMBERED) remembered.set(target, parsed)
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
