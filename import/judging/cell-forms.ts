// The form of a cell is how it is written, regardless of its value: `20%` and `35%` both have the form `9%`.
// If the figures of a known column have a new form, another program or person probably wrote them.

/** The form of every text that has words, has no digit, or is too long. */
export const WORDS = 'words'

/** Longer texts have words, or no person typed them. */
const MAX_CHARACTERS = 40

/** Letters that belong to figures: currency codes, the x of 2x1, and the T and Z of moments. */
const LETTERS_OF_FIGURES = /[A-Z]{3}|[A-Z]{1,2}\$|\d\s?[xX]\s?\d|\d[TZ]/g
const NUMBER = /\d+/g

export function formOf(text: string): string {
  if (text.length > MAX_CHARACTERS || !/\d/.test(text)) return WORDS
  return /\p{L}/u.test(text.replace(LETTERS_OF_FIGURES, '')) ? WORDS : text.replace(NUMBER, '9')
}
