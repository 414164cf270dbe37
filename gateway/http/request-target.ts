// The request line, parsed once per address: what is asked for, and what is wrong with it.

import {
  type ListQuery,
  listTarget,
  offerTarget,
  PATHS,
  parseListQuery,
  type RouteName,
  refuseParameters,
  routeOf,
  snapshotTarget,
  splitTarget,
} from '../../contract/canonical-target.ts'
import type { KeyKind } from '../../contract/key-kinds.ts'
import type { ParameterError } from '../../contract/problems.ts'
import { RecentMap } from '../recent-map.ts'

/** A pure function of the request target; shared between requests, hence frozen in meaning. */
export interface ParsedRequest {
  readonly route: RouteName
  /** The canonical target; undefined where nothing can ever be published under it. Per kind of key for snapshots. */
  readonly target: (kind: KeyKind | undefined) => string | undefined
  /** The window that is asked for, on lists without errors. */
  readonly query: ListQuery | undefined
  /** What is wrong with the parameters; empty where all is well. */
  readonly errors: readonly ParameterError[]
}

// Addresses repeat. Long ones are not remembered: a flood of them must not fill the memory.
const REMEMBERED = 5_000
const LONGEST_REMEMBERED = 256

/** A parser that remembers what it parsed. Undefined where there is no such route. */
export function createTargetParser(): (target: string) => ParsedRequest | undefined {
  const remembered = new RecentMap<string, ParsedRequest>(REMEMBERED)
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
  const errors = search === '' ? [] : refuseParameters(search)
  const fixed = (published: string | undefined) => ({
    route: route.name,
    target: () => published,
    query: undefined,
    errors,
  })
  switch (route.name) {
    case 'offer':
      return fixed(offerTarget(route.id))
    case 'snapshot':
      return { ...fixed(undefined), target: (kind) => kind && snapshotTarget(kind) }
    default:
      return fixed(PATHS[route.name])
  }
}

function parseList(search: string): ParsedRequest {
  const parsed = parseListQuery(search)
  if ('errors' in parsed)
    return { route: 'offers', target: () => undefined, query: undefined, errors: parsed.errors }
  const target = listTarget(parsed.query)
  return { route: 'offers', target: () => target, query: parsed.query, errors: [] }
}
