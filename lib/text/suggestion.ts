// Suggests a known word for an unknown one.

import { hyphenated } from './plain-letters.ts'

/** In characters. Longer words are not typos; comparing two takes time proportional to the product of their lengths. */
const MAX_LENGTH = 100

/** A typo has at most one edit for each three letters of the shorter word; one edit is allowed in any word. */
const LETTERS_PER_EDIT = 3

/**
 * ` (did you mean source?)` for `sorce`: the first of the words with the fewest edits; empty if each takes too many, or if
 * the given word is longer than `MAX_LENGTH`. Case, accents and the signs between words make no difference.
 * @param known may hold the given word, which is not suggested
 */
export function suggestion(given: string, known: Iterable<string>): string {
  if (given.length > MAX_LENGTH) return ''
  const plain = hyphenated(given)
  let best: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const word of known) {
    // The difference in length alone exceeds the allowed edits. The lengths are those of the words as given, close enough
    // to those of the plain ones.
    if (word === given || Math.abs(word.length - given.length) > MAX_LENGTH / LETTERS_PER_EDIT) continue
    const edits = editsBetween(plain, hyphenated(word))
    const shorter = Math.min(given.length, word.length)
    const allowed = Math.max(1, Math.floor(shorter / LETTERS_PER_EDIT))
    if (edits < fewest && edits <= allowed) {
      best = word
      fewest = edits
    }
  }
  return best === undefined ? '' : ` (did you mean ${best}?)`
}

/**
 * The fewest edits that make one text the other. An edit inserts, deletes or replaces a letter, or swaps two neighbours
 * (optimal string alignment).
 */
export function editsBetween(a: string, b: string): number {
  // Rows of a table: the cell in `row` and `column` has the edits between the first `row` letters of `a` and the first
  // `column` letters of `b`.
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
