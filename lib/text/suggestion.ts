// Suggests a known word for an unknown one.

import { hyphenated } from './plain-letters.ts'

/** Longer words are not typos; comparing two takes time proportional to the product of their lengths. */
const MAX_LENGTH = 100

/**
 * ` (did you mean source?)`: the first word that differs least, if it differs in at most a third of its letters; nothing
 * if no word does.
 */
export function suggestion(given: string, known: Iterable<string>): string {
  if (given.length > MAX_LENGTH) return ''
  const plain = hyphenated(given)
  let best: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const word of known) {
    if (word === given || Math.abs(word.length - given.length) > MAX_LENGTH / 3) continue
    const edits = editsBetween(plain, hyphenated(word))
    if (edits < fewest && edits <= Math.max(1, Math.floor(Math.min(given.length, word.length) / 3))) {
      best = word
      fewest = edits
    }
  }
  return best === undefined ? '' : ` (did you mean ${best}?)`
}

/** Letters inserted, deleted or replaced, and neighbours swapped (optimal string alignment). */
export function editsBetween(a: string, b: string): number {
  let twoBack: number[] = []
  let back = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let least = Math.min(
        cell(back, column) + 1,
        cell(current, column - 1) + 1,
        cell(back, column - 1) + Number(!isSame),
      )
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) least = Math.min(least, cell(twoBack, column - 2) + 1)
      current.push(least)
    }
    twoBack = back
    back = current
  }
  return cell(back, b.length)
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
