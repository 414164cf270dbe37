// Cuts windows that are not prebuilt out of large prebuilt pages, byte for byte, without parsing.

import type { PageQuery } from '../../contract/api/list-query.ts'
import { LIST_START, listBody, type VersionedEdition } from '../../contract/api/responses.ts'
import { LARGE_PAGE_SIZE } from '../../contract/keys/kinds.ts'
import { OperatorError } from '../../lib/errors.ts'

const LINE_FEED = 0x0a
const COMMA = 0x2c
const OPENING_BRACE = 0x7b

/** The offsets of the large pages that hold the offers of a window. None, one or two: no limit is above their size. */
export function pagesUnder(query: PageQuery, total: number): number[] {
  const end = Math.min(query.offset + query.limit, total)
  if (query.offset >= end) return []
  const offsets: number[] = []
  for (let at = query.offset - (query.offset % LARGE_PAGE_SIZE); at < end; at += LARGE_PAGE_SIZE)
    offsets.push(at)
  return offsets
}

/** A large page, and its offset in the list. */
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

/** A page, and where the lines of its offers begin. */
export interface PageLines {
  readonly body: Buffer
  /** The first byte of each offer in the body, and at the end the byte after the last offer's line. */
  readonly starts: Uint32Array
}

/**
 * Finds the offers in a page that `listBody` made: lines that begin with a brace, as the line behind them does not.
 * @throws {OperatorError} `bad-release` if a line has no end, or there are more than `LARGE_PAGE_SIZE`
 */
export function pageLinesIn(body: Buffer): PageLines {
  const starts = [LIST_START.length]
  let start = LIST_START.length
  while (body[start] === OPENING_BRACE) {
    const end = body.indexOf(LINE_FEED, start)
    if (end < 0) throw new OperatorError('bad-release', `the line from byte ${start} on has no end`)
    if (starts.length > LARGE_PAGE_SIZE)
      throw new OperatorError('bad-release', `a page has more than ${LARGE_PAGE_SIZE} offers`)
    start = end + 1
    starts.push(start)
  }
  return { body, starts: Uint32Array.from(starts) }
}

/**
 * The rendered offers of a page from `from` up to, and without, `to`: one view into the page, which `listBody` takes like
 * a line.
 * @throws {OperatorError} `bad-release` if the page has fewer offers
 */
export function linesBetween({ body, starts }: PageLines, from: number, to: number): Buffer {
  const start = starts[from]
  const next = starts[to]
  if (start === undefined || next === undefined)
    throw new OperatorError(
      'bad-release',
      `a page of ${starts.length - 1} offers has none from ${from} to ${to}`,
    )
  const end = next - 1
  // All but the last line of a page end with a comma that belongs to the page, not to the offer.
  return body.subarray(start, body[end - 1] === COMMA ? end - 1 : end)
}
