// Suggests a known word for an unknown one.

import { distance } from 'fastest-levenshtein'
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
 * The fewest edits that make one string the other. An edit inserts, deletes or replaces a code unit, or, if it is the only
 * one, exchanges two of them.
 */
export function editsBetween(a: string, b: string): number {
  const edits = distance(a, b)
  return edits === 2 && sorted(a) === sorted(b) ? 1 : edits
}

const sorted = (text: string) => [...text].sort().join('')
