// What a number format of a workbook shows. Only this module uses numfmt: it knows the formats of spreadsheets, in the
// languages of their names of months.

import { getFormatDateInfo, format as show, tokenize } from 'numfmt'
import type { Cell } from '../cells/cell.ts'
import { currencyOf } from '../cells/countries.ts'

/** A cell as its number format shows it. */
export type ShowCell = (value: string | number | Date, format: string) => Cell

type Token = ReturnType<typeof tokenize>[number]

/** What a format adds to a value. `shown` is the format without marks between thousands, whose meaning differs by country. */
type Form = { is: 'number'; unit: string } | { is: 'day' } | { is: 'text'; shown: string } | { is: 'unknown' }

/** A `Date` of hucre is in UTC; without this, numfmt takes it for one of the zone of the machine. */
const OPTIONS = { ignoreTimezone: true }

/**
 * Makes the function that shows cells of a workbook. A format of digits alone gives the stored number, a percent sign or
 * one currency its unit, both unrounded; day, month and year give the day. Any other format gives the text that a person
 * sees: 3 by `"≤ "0\%` is `≤ 3%`, 7 by `0000` is `0007`, the end of a year by `mmm-yy` is `Dec-26`.
 */
export function createShowCell(): ShowCell {
  const forms = new Map<string, Form>()
  return (value, format) => {
    const form = forms.get(format) ?? formOf(format)
    forms.set(format, form)
    if (value instanceof Date && Number.isNaN(value.getTime())) return null
    // Beyond 2^53 digits are lost: spreadsheet-errors.ts refuses such a number.
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return value
    if (form.is === 'unknown') return `${plain(value)} by the number format ${format}`
    if (typeof value === 'string')
      return form.is === 'text' && format.includes('@') ? show(form.shown, value) : value
    if (form.is === 'day') return show('yyyy-mm-dd', value, OPTIONS)
    if (form.is === 'text') return show(form.shown, value, OPTIONS).trim()
    if (value instanceof Date) return plain(value)
    if (form.unit === '') return value
    return { number: form.unit === '%' ? rounded(value * 100) : value, unit: form.unit }
  }
}

function formOf(format: string): Form {
  try {
    const tokens = tokenize(format)
    const { year, month, day } = getFormatDateInfo(format)
    if (tokens.some(({ type }) => TIMES.has(type)))
      return year && month && day ? { is: 'day' } : { is: 'text', shown: format }
    const units = sectionsOf(tokens).map(unitOf)
    const [unit] = units
    // A section such as `"-"` for zero has no unit.
    const isPlain =
      unit !== undefined && units.every((each, index) => each === unit || (index > 1 && each === ''))
    if (isPlain) return { is: 'number', unit }
    const shown = tokens.map(withoutMarks).join('')
    // Throws if the format has a fault that `tokenize` lets through.
    show(shown, 0, OPTIONS)
    // "1.250" is 1250 in some countries.
    return THREE_DECIMALS.test(shown) ? { is: 'unknown' } : { is: 'text', shown }
  } catch {
    return { is: 'unknown' }
  }
}

const THREE_DECIMALS = /[0#?]\.[0#?]{3}(?![0#?])/

const TIMES: ReadonlySet<string> = new Set(['DATETIME', 'DURATION', 'AMPM', 'CALENDAR'])

/** The sections for positive and negative numbers, zero and texts. */
function sectionsOf(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]]
  for (const token of tokens) {
    if (token.type === 'BREAK') sections.push([])
    else sections.at(-1)?.push(token)
  }
  return sections
}

/** Tokens of digits, their looks, and blanks. Any other but those of `unitOf` says more than the number. */
const OF_DIGITS: ReadonlySet<string> = new Set(
  'GENERAL HASH ZERO QMARK GROUP POINT EXP COLOR CONDITION SKIP FILL SPACE TEXT'.split(' '),
)

/** Without any of these, as in `;;;`, a cell looks empty. */
const DIGITS: ReadonlySet<string> = new Set('GENERAL HASH ZERO QMARK TEXT'.split(' '))

/**
 * What a section adds to its digits: `%`, one sign or code of a currency, or nothing; undefined if it says more.
 * @param index of the section: only the second and later ones show that a number is negative, or zero
 */
function unitOf(section: readonly Token[], index: number): string | undefined {
  const others = section.filter(({ type }) => !OF_DIGITS.has(type))
  const text = others.map(textOfToken).join('').trim()
  const unit = index === 0 ? text : text.replaceAll(/[-()]/g, '').trim()
  const isShown = index > 1 || section.some(({ type }) => DIGITS.has(type))
  if (!isShown || countsZeros(section) || others.some(({ type }) => NO_SIGN.has(type))) return undefined
  const isUnit = unit === '' || unit === '%' || currencyOf(unit.replace(/\.$/, ''), null) !== undefined
  // A percent sign in quotes does not multiply by 100.
  const isPercent = others.some(({ type }) => type === 'PERCENT')
  return isUnit && isPercent === (unit === '%') ? unit : undefined
}

/** Thousands that are not shown, a fraction, a digit of the format itself, numbers of other scripts, errors. */
const NO_SIGN: ReadonlySet<string> = new Set(
  'SCALE SLASH DIGIT DBNUM NATNUM ERROR MODIFIER COMMA PLUS'.split(' '),
)

/** Whether a format fills a number up with zeros, as `0000` does. */
function countsZeros(section: readonly Token[]): boolean {
  const point = section.findIndex(({ type }) => type === 'POINT')
  const whole = point < 0 ? section : section.slice(0, point)
  const end = whole.findIndex(({ type }) => type === 'EXP')
  return (end < 0 ? whole : whole.slice(0, end)).filter(({ type }) => type === 'ZERO').length > 1
}

/** The text that a token shows: the sign in `[$CLP-340A]`; nothing in `[$-409]`, which is a language. */
function textOfToken({ type, raw }: Token): string {
  if (type === 'STRING') return raw.slice(1, -1)
  if (type === 'ESCAPED') return raw.slice(1)
  return type === 'LOCALE' ? signIn(raw) : raw
}

function signIn(locale: string): string {
  return /^\[\$([^\]-]*)/.exec(locale)?.[1] ?? ''
}

/** Marks between thousands, and the language that decides which marks they are, are left out. */
function withoutMarks(token: Token): string {
  if (token.type === 'GROUP') return ''
  return token.type === 'LOCALE' ? `"${signIn(token.raw)}"` : token.raw
}

/** A value whose format is not known. */
function plain(value: string | number | Date): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

/** Drops the error of a binary number, which is beyond 12 digits: 0.07 * 100 is 7.000000000000001. */
function rounded(number: number): number {
  return Number(number.toPrecision(12))
}
