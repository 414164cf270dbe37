// The words of a text, and the words for "unknown", "everywhere" and "elsewhere". All lists here are folded, as `wordsOf`
// gives words.

import { fold } from '../../lib/text/plain-letters.ts'

/** Folded, with a single blank for each run of other characters than a to z and digits; letters of other alphabets vanish. */
export function wordsOf(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The words of a heading, also of one such as `validUntil`. */
export function headingWords(heading: string): string {
  return wordsOf(heading.replace(/([a-z])([A-Z])/g, '$1 $2'))
}

/** The words of a heading; of a pointer to a member such as `/offer/is_amount`, those of the member. */
export function lastWords(heading: string): string {
  return headingWords(heading.split('/').at(-1) ?? '')
}

/** The heading of a column without the number that tables/headings.ts gives to a repeated one: "Hasta" of "Hasta (2)". */
export function withoutNumber(column: string): string {
  return column.replace(/ \(\d+\)$/, '')
}

/** Words for "unknown" and "none". */
const UNKNOWN_WORDS: ReadonlySet<string> = new Set([
  'no especificado',
  'no especifica',
  'no informado',
  'no disponible',
  'no aplica',
  'sin informacion',
  'nao informado',
  'nao especificado',
  'nao se aplica',
  'not specified',
  'not available',
  'not applicable',
  'unknown',
  'tbd',
  'n a',
  'na',
  's i',
  'nd',
  'n d',
  'null',
  'none',
  'nan',
])

/** Whether a text says nothing: blank, a dash, or a word such as "No especificado". */
export function saysNothing(text: string): boolean {
  const words = wordsOf(text)
  // Letters of other alphabets give no Latin words, but they say something.
  return words === '' ? !/[\p{L}\p{N}]/u.test(text) : UNKNOWN_WORDS.has(words)
}

/** Words for "everywhere", or for no place in particular. */
const EVERYWHERE =
  /^(?:todas?|todos|all|todo el pais|todo chile|nacional|a nivel nacional|todas las comunas|national|nationwide|everywhere|online|varias|todo o pais)$/

export function isEverywhere(text: string): boolean {
  return EVERYWHERE.test(wordsOf(text))
}

/** "Todas excepto Maipú", "Maipú y alrededores": other places than those that are named. */
const OTHER_PLACES =
  /\b(?:exce[pt]+o|except|excluding|excluye\w*|excluid[oa]s?|salvo|menos|sin|no valid[oa]s?|not valid|nao valid[oa]s?|alrededores|surroundings)\b/

export function meansOtherPlaces(text: string): boolean {
  return OTHER_PLACES.test(wordsOf(text))
}
