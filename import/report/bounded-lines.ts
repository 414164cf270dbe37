// Bounds the length of text for people, because a table may have any number of columns and faults.

import { andMore, clip } from '../../lib/text/clip.ts'

const MAX_CHARACTERS = 18_000
const MAX_LINE_CHARACTERS = 2000

/** A part of a text with a title; nothing without lines. */
export function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

/** The first `lines` and the number of those left out, then all `last` lines. */
export function boundedLines(
  lines: readonly string[],
  last: readonly string[],
  bounds: { lines?: number; characters?: number } = {},
): string[] {
  const { lines: most = Number.POSITIVE_INFINITY, characters = MAX_CHARACTERS } = bounds
  const cut = lines.map((line) => clip(line, MAX_LINE_CHARACTERS))
  let left = characters
  const room = cut.length > most ? most - 1 : most
  const shown = cut.filter((line, index) => {
    left -= line.length + 1
    return left >= 0 && index < room
  })
  return [...andMore(shown, cut.length), ...last]
}
