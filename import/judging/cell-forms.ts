// How cells are written, whatever they say: `20%` and `35%` have one form, `9%`. A column that was understood and has
// figures of a new form today was written by another program, or by somebody else.

/** The form of everything that has words. */
export const WORDS = 'words'

/** Longer texts have words, or are none that people type. */
const MAX_CHARACTERS = 40

/** Letters that stand in figures: codes of currencies, 2x1, and the T and Z of moments. */
const LETTERS_OF_FIGURES = /[A-Z]{3}|[A-Z]{1,2}\$|\d\s?[xX]\s?\d|\d[TZ]/g
const NUMBER = /\d+/g

export function formOf(text: string): string {
  return figureForm(text, () => '9')
}

/** Numbers of one digit and zeros that a number begins with are kept: 1/9, 01/09 and 11/12 have three forms. */
export function formOfDay(text: string): string {
  return figureForm(text, (digits) => (digits.length === 1 ? '9' : digits.startsWith('0') ? '09' : '99'))
}

/** How parts of days below 10 are written; undefined if there are none, or some are written so and some otherwise. */
export function paddingOf(dayForms: Iterable<string>): 'with zeros' | 'without zeros' | undefined {
  const numbers = new Set([...dayForms].flatMap((form) => form.match(NUMBER) ?? []))
  if (numbers.has('9') === numbers.has('09')) return undefined
  return numbers.has('09') ? 'with zeros' : 'without zeros'
}

function figureForm(text: string, numberForm: (digits: string) => string): string {
  if (text.length > MAX_CHARACTERS || !/\d/.test(text)) return WORDS
  return /\p{L}/u.test(text.replace(LETTERS_OF_FIGURES, '')) ? WORDS : text.replace(NUMBER, numberForm)
}
