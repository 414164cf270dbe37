// Windows that were not prebuilt, cut out of the large prebuilt pages. The lines are the very same bytes.

import type { VersionedEdition } from '../../contract/api/edition.ts'
import type { PageQuery } from '../../contract/api/list-query.ts'
import { listBody } from '../../contract/api/responses.ts'
import { LARGE_PAGE_SIZE } from '../../contract/keys/kinds.ts'
import { linesBetween, type PageLines } from './page-lines.ts'

/** The offsets of the large pages that hold the offers of a window: none, one or two. */
export function pagesUnder(query: PageQuery, total: number): number[] {
  const end = Math.min(query.offset + query.limit, total)
  const offsets: number[] = []
  for (let at = query.offset - (query.offset % LARGE_PAGE_SIZE); at < end; at += LARGE_PAGE_SIZE)
    offsets.push(at)
  return query.offset < end ? offsets : []
}

/** A page of a list's large size, at `offset` of the list. */
export interface LargePage {
  offset: number
  lines: PageLines
}

/** The body of a window, from the pages that `pagesUnder` names. */
export function cutWindow(
  query: PageQuery,
  total: number,
  pages: readonly LargePage[],
  edition: VersionedEdition,
): Buffer {
  const { limit, offset } = query
  const end = Math.min(offset + limit, total)
  const runs = pages.map((page) =>
    linesBetween(page.lines, Math.max(offset - page.offset, 0), Math.min(end - page.offset, LARGE_PAGE_SIZE)),
  )
  const since = 'since' in query ? { since: query.since } : {}
  return listBody(runs, edition, { count: Math.max(end - offset, 0), total, limit, offset, ...since })
}
