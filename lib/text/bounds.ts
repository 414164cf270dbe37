// Bounds of texts, in characters (code points), as JSON Schema counts them.

import { formatCount } from './format-numbers.ts'

export function isLongerThan(characters: number, text: string): boolean {
  // A character is one or two code units, so most texts need no counting.
  return text.length > characters && (text.length > 2 * characters || [...text].length > characters)
}

/** What is expected of a text that is too long. */
export function atMostCharacters(characters: number): string {
  return `a text of at most ${formatCount(characters)} characters`
}
