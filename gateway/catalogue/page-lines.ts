// Where the offers are in a page that `listBody` made, so that windows can be cut out of it without parsing.

import { LIST_HEAD } from '../../contract/api/responses.ts'

const LINE_FEED = 0x0a
const COMMA = 0x2c
const OPENING_BRACE = 0x7b

export interface PageLines {
  readonly body: Buffer
  /** The first byte of each offer in the body, and at the end the byte after the last offer's line. */
  readonly starts: Uint32Array
}

/** @throws {RangeError} if an offer has no end */
export function linesOf(body: Buffer): PageLines {
  const starts = [LIST_HEAD.length]
  for (let start = LIST_HEAD.length; body[start] === OPENING_BRACE; starts.push(start)) {
    const end = body.indexOf(LINE_FEED, start)
    if (end < 0) throw new RangeError(`the line from byte ${start} on has no end`)
    start = end + 1
  }
  return { body, starts: Uint32Array.from(starts) }
}

/**
 * The rendered offers of a page from the one at `from` up to and without the one at `to`, as one view into it that
 * `listBody` takes like a line. Positions count within the page.
 * @throws {RangeError} if the page has fewer offers
 */
export function linesBetween({ body, starts }: PageLines, from: number, to: number): Buffer {
  const start = starts[from]
  const next = starts[to]
  if (start === undefined || next === undefined)
    throw new RangeError(`a page of ${starts.length - 1} offers has none from ${from} to ${to}`)
  const end = next - 1
  // All but the last line of a page end with a comma that belongs to the page, not to the offer.
  return body.subarray(start, body[end - 1] === COMMA ? end - 1 : end)
}
