// How cells are written, whatever they say: `20%` and `35%` have one form, `9%`. A column that was understood and has
// figures of a new form today was written by another program, or by somebody else.

import { type Cell, textOf } from '../tables/cell.ts'

/** The form of everything that has words. */
export const WORDS = 'words'

/** Longer texts have words, or are none that people type. */
const MAX_CHARACTERS = 40

/** Letters that stand in figures: codes of currencies, 2x1, and the T and Z of moments. */
const LETTERS_OF_FIGURES = /[A-Z]{3}|[A-Z]{1,2}\$|\d\s?x\s?\d|\d[TZ]/gi
const NUMBER = /\d+/g

/** Zeros that a number begins with are kept: 01/09 and 1/9 are two forms. */
export function formOf(cell: Cell): string {
  const text = textOf(cell)
  if (text.length > MAX_CHARACTERS || !/\d/.test(text)) return WORDS
  if (/\p{L}/u.test(text.replace(LETTERS_OF_FIGURES, ''))) return WORDS
  return text.replace(NUMBER, (digits) => (digits.length > 1 && digits.startsWith('0') ? '09' : '9'))
}
