// Windows that were not prebuilt, cut out of the large prebuilt pages. The lines are the very same bytes.

import { type Edition, linesOf, listBody } from '../../contract/bodies.ts'
import type { ListQuery } from '../../contract/canonical-target.ts'
import { LARGEST_LIMIT } from '../../contract/key-kinds.ts'

/** The offsets of the large pages that hold the offers of a window: none, one or two. */
export function pagesUnder(query: ListQuery, total: number): number[] {
  const end = Math.min(query.offset + query.limit, total)
  const offsets: number[] = []
  for (let at = query.offset - (query.offset % LARGEST_LIMIT); at < end; at += LARGEST_LIMIT) offsets.push(at)
  return query.offset < end ? offsets : []
}

/** A page of a list's large size, at `offset` of the list. */
export interface LargePage {
  offset: number
  body: Buffer
}

/** The body of a window, from the pages that `pagesUnder` names. */
export function cutWindow(
  query: ListQuery,
  total: number,
  pages: readonly LargePage[],
  edition: Edition,
): Buffer {
  const end = Math.min(query.offset + query.limit, total)
  const lines = pages.flatMap(({ offset, body }) =>
    linesOf(body, Math.max(query.offset - offset, 0), Math.min(end - offset, LARGEST_LIMIT)),
  )
  const { limit, offset } = query
  return listBody(lines, edition, { count: lines.length, total, limit, offset })
}
