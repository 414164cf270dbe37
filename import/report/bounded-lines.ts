// Bounds the length of text for people, because a table may have any number of columns and faults.

import { OperatorError } from '../../lib/errors.ts'
import { andMore, clip } from '../../lib/text/clip.ts'

/** Some 200 lines of a terminal. More hides the beginning of a message. */
const MAX_BYTES = 18_000
/** A first import prints two texts: the proposal and the report. */
export const HALF_OF_BYTES = MAX_BYTES / 2
/** One line with a long list leaves room for others. */
const MAX_LINE_CHARACTERS = 2000

/** A part of a text with a title; nothing without lines. */
export function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

/**
 * As many of the first `lines` as the bounds allow and the number left out, then all of `last`. Longer lines are cut.
 * @param bounds `lines` bounds the first ones and the number left out; `bytes` bounds all lines but that number
 */
export function boundedLines(
  lines: readonly string[],
  last: readonly string[],
  bounds: { lines?: number; bytes?: number } = {},
): string[] {
  const { lines: most = Number.POSITIVE_INFINITY, bytes = MAX_BYTES } = bounds
  const cut = lines.map((line) => clip(line, MAX_LINE_CHARACTERS))
  const end = last.map((line) => clip(line, MAX_LINE_CHARACTERS))
  let remaining = bytes - sizeOf(end)
  // If lines are left out, the number takes the place of one.
  const room = cut.length > most ? most - 1 : most
  // Once a line does not fit, `remaining` is negative, and no later one is shown.
  const shown = cut.filter((line, index) => {
    remaining -= sizeOf([line])
    return remaining >= 0 && index < room
  })
  return [...andMore(shown, cut.length), ...end]
}

/** A blank line, a title, an example, and how many more there are. */
export const LEAST_LINES = 4

/**
 * Parts with titles, and all of `last`. A part leaves each later one the room for its first lines, so none is hidden as
 * long as `bounds` has room for these.
 * @param bounds `lines` bounds the parts only, `bytes` all
 */
export function boundedParts(
  parts: readonly (readonly string[])[],
  last: readonly string[],
  bounds: { lines: number; bytes: number },
): string[] {
  const end = boundedLines([], last)
  let [lines, bytes] = [bounds.lines, bounds.bytes - sizeOf(end)]
  const shown = parts.flatMap((part, index) => {
    const later = parts.slice(index + 1).flatMap((other) => boundedLines(other, [], { lines: LEAST_LINES }))
    const room = { lines: lines - later.length, bytes: bytes - sizeOf(later) }
    const cut = boundedLines(part, [], room)
    lines -= cut.length
    bytes -= sizeOf(cut)
    return cut
  })
  return [...shown, ...end]
}

/** The bytes of lines with their line ends. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
}

/** An error whose message is bounded: a table may have headings and lists without end. */
export function boundedError(error: OperatorError): OperatorError {
  const message = boundedLines(error.message.split('\n'), []).join('\n')
  return message === error.message ? error : new OperatorError(error.code, message, { cause: error })
}
