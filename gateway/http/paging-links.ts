// Link (RFC 8288): the neighbours of a page, as far as the key may read them. A link is a query alone, so it holds
// under whatever name, and below whatever path, the gateway is reached.

import type { PageQuery } from '../../contract/api/list-query.ts'
import { BELOW_BASE_PATH, splitTarget } from '../../contract/api/request-target.ts'
import { KEY_LIMITS, type KeyKind } from '../../contract/keys/kinds.ts'

/** The value of `Link` for a page of a list with `total` offers. */
export function pagingLinks(query: PageQuery, total: number, kind: KeyKind): string {
  const { limit, offset } = query
  const links = [link(query, 0, 'first')]
  if (offset > 0) {
    // From beyond the end the way back leads to the last page that holds anything.
    const previous = Math.max(0, Math.min(offset, total) - limit)
    if (previous <= KEY_LIMITS[kind].maxOffset) links.push(link(query, previous, 'prev'))
  }
  const next = offset + limit
  if (next < total && next <= KEY_LIMITS[kind].maxOffset) links.push(link(query, next, 'next'))
  return links.join(', ')
}

function link(query: PageQuery, offset: number, relation: 'first' | 'prev' | 'next'): string {
  const { search } = splitTarget(BELOW_BASE_PATH.page({ ...query, offset }))
  return `<?${search}>; rel="${relation}"`
}
