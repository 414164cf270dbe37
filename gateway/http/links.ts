// `Link` (RFC 8288) to the neighbours of a page and to the next version of the API; fields for the end of a version.

import type { PageQuery } from '../../contract/api/list-query.ts'
import { homeAsSeenFrom } from '../../contract/api/problems.ts'
import {
  BELOW_BASE_PATH,
  type RouteMatch,
  splitTarget,
  targetsIn,
} from '../../contract/api/request-target.ts'
import { RESOURCE_BY_NAME } from '../../contract/api/resources.ts'
import { type ApiVersion, type Version, versionNamed } from '../../contract/api/versions.ts'
import { KEY_LIMITS, type KeyKind } from '../../contract/keys/kinds.ts'
import type { Fields } from './head.ts'

/**
 * `Link` of a page of a list with `total` offers, to the first page and to the neighbours that the key may read. A link is
 * a query alone, so it holds under any name and path of the gateway.
 */
export function pagingLinks(query: PageQuery, total: number, kind: KeyKind): string {
  const { limit, offset } = query
  const links = [link(query, 0, 'first')]
  if (offset > 0) {
    // From beyond the end, `prev` is the last page with offers. It ends where this page begins, so it may be shorter.
    const end = Math.min(offset, total)
    const previous = Math.max(0, end - limit)
    const window = { ...query, limit: end - previous || limit }
    if (previous <= KEY_LIMITS[kind].maxOffset) links.push(link(window, previous, 'prev'))
  }
  const next = offset + limit
  if (next < total && next <= KEY_LIMITS[kind].maxOffset) links.push(link(query, next, 'next'))
  return links.join(', ')
}

function link(query: PageQuery, offset: number, relation: 'first' | 'prev' | 'next'): string {
  const { search } = splitTarget(BELOW_BASE_PATH.page({ ...query, offset }))
  return `<?${search}>; rel="${relation}"`
}

/** `Deprecation` (RFC 9745, an RFC 9651 date) and `Sunset` (RFC 8594, an HTTP date). None if no end is known. */
export function endFields(version: ApiVersion | undefined): Fields {
  const end = version?.end
  if (!end) return []
  const deprecated = Math.trunc(Date.parse(end.deprecated) / 1000)
  return ['Deprecation', `@${deprecated}`, 'Sunset', new Date(end.sunset).toUTCString()]
}

/**
 * `Link` to the same answer in the next version (RFC 5829), relative to the address of the request: `<../v1/offers>` for
 * `/beta/offers`. Undefined if no end is known, or for an item without a target.
 * @param target canonical; undefined if the request has none, and for snapshots: then the link leads to the route
 */
export function successorLink(asked: RouteMatch, target: string | undefined): string | undefined {
  if (!asked.version?.end) return undefined
  const { version, route } = asked
  if (target === undefined && RESOURCE_BY_NAME[route].kind === 'item') return undefined
  const here = target ?? targetsIn(version).paths[route]
  const { basePath } = successorOf(version)
  const there = `${basePath}${here.slice(version.basePath.length)}`
  return `<${homeAsSeenFrom(splitTarget(here).path)}${there.slice(1)}>; rel="successor-version"`
}

function successorOf({ name, end }: Version): Version {
  return versionNamed(end?.successor ?? name)
}
