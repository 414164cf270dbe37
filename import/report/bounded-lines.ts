// Bounds the length of text for people, because a table may have any number of columns and faults.

import { andMore } from '../../lib/text/clip.ts'

const MAX_CHARACTERS = 18_000
const MAX_LINE_CHARACTERS = 2000

/** The first `lines` and the number of those left out, then all `last` lines. */
export function boundedLines(
  lines: readonly string[],
  last: readonly string[],
  bounds: { lines?: number; characters?: number } = {},
): string[] {
  const { lines: most = Number.POSITIVE_INFINITY, characters = MAX_CHARACTERS } = bounds
  const cut = lines.map((line) =>
    line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS - 1)}…` : line,
  )
  let left = characters
  const room = cut.length > most ? most - 1 : most
  const shown = cut.filter((line, index) => {
    left -= line.length + 1
    return left >= 0 && index < room
  })
  return [...andMore(shown, cut.length), ...last]
}
