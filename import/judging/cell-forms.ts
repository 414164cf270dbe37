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
  return figureForm(text, () => '9')
}

/** Distinguishes single digits and leading zeros: 1/9, 01/09 and 11/12 have three forms. */
export function formOfDay(text: string): string {
  return figureForm(text, (digits) => (digits.length === 1 ? '9' : digits.startsWith('0') ? '09' : '99'))
}

/** How days and months below 10 are written; undefined if there are none, or if both ways occur. */
export function paddingOf(dayForms: Iterable<string>): 'with zeros' | 'without zeros' | undefined {
  const numbers = new Set([...dayForms].flatMap((form) => form.match(NUMBER) ?? []))
  if (numbers.has('9') === numbers.has('09')) return undefined
  return numbers.has('09') ? 'with zeros' : 'without zeros'
}

function figureForm(text: string, numberForm: (digits: string) => string): string {
  if (text.length > MAX_CHARACTERS || !/\d/.test(text)) return WORDS
  return /\p{L}/u.test(text.replace(LETTERS_OF_FIGURES, '')) ? WORDS : text.replace(NUMBER, numberForm)
}
