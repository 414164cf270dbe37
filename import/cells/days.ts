// Reads days as people write them: with figures only by the patterns that a mapping names, since 1/2/2026 may be two days;
// with the name of a month, or with a time but no zone, as 2026-05-03 10:00, by any.

import { fold } from '../../lib/text/plain-letters.ts'
import { calendarDay } from '../../lib/time/calendar.ts'
import { type Cell, isList, isMeasure, textOf } from './cell.ts'
import { weekdayNumber } from './read-weekdays.ts'

/** `formats.dates` in mapping/mapping.ts says what each of them means. */
export const DAY_PATTERNS = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYYMMDD',
  'instant',
  'instant-as-day',
] as const
export type DayPattern = (typeof DAY_PATTERNS)[number]

export interface DayStyle {
  patterns: readonly DayPattern[]
  /** The zone in which an instant falls on a day. */
  timeZone: string
}

/**
 * Names and abbreviations of months, folded, in Spanish, English, Portuguese, German, French, Italian, Romanian, Dutch,
 * Swedish, Danish and Norwegian. A language is there with all its months: many share some of them with English.
 */
const MONTHS: readonly string[] = [
  'enero ene january jan janeiro januar janner janvier janv gennaio gen ianuarie ian januari',
  'febrero feb february fevereiro fev februar februari fevrier fevr febbraio februarie',
  'marzo mar march marco marz mars martie maart mrt marts',
  'abril abr april apr avril avr aprile aprilie',
  'mayo may maio mai maggio mag mei maj',
  'junio jun june junho juni juin giugno giu iunie iun',
  'julio jul july julho juli juillet juil luglio lug iulie iul',
  'agosto ago august aug aout augustus augusti',
  'septiembre setiembre sept sep set september setembro septembre settembre septembrie',
  'octubre oct october outubro out oktober okt octobre ottobre ott octombrie',
  'noviembre nov november novembro novembre noiembrie',
  'diciembre dic december dec dezembro dez dezember decembre dicembre decembrie desember des',
]
const MONTH_NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((words, index) => words.split(' ').map((word): [string, number] => [word, index + 1])),
)

/** 1 to 12 for a folded word, with or without the point of an abbreviation; undefined if it is not a month. */
export function monthNumber(word: string): number | undefined {
  return MONTH_NUMBERS.get(word.replace(/\.$/, ''))
}

/** Orders of day and month in days of figures. */
export const DAY_ORDERS = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const satisfies readonly DayPattern[]
export type DayOrder = (typeof DAY_ORDERS)[number]

/** The two numbers before the year of each day of figures in a text. */
const NUMERIC_DAYS = /(?<![\d/.-])(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(?:\d{4}|\d{2})(?!\d)/g

/** SECURITY: longer texts are no days. In characters. */
const MAX_DAY_TEXT = 200

/** Whether a text has a day of figures, as in "Hasta el 31/12/2026". */
export function hasNumericDay(text: string): boolean {
  return text.length <= MAX_DAY_TEXT && text.search(NUMERIC_DAYS) >= 0
}

/** The orders that the days of a text prove: a number above 12 is no month. */
export function ordersShown(text: string): ReadonlySet<DayOrder> {
  const orders = new Set<DayOrder>()
  if (text.length > MAX_DAY_TEXT) return orders
  for (const [, first, second] of text.matchAll(NUMERIC_DAYS)) {
    if (Number(first) > 12 && Number(second) <= 12) orders.add('DD/MM/YYYY')
    if (Number(first) <= 12 && Number(second) > 12) orders.add('MM/DD/YYYY')
  }
  return orders
}

/** "26" is 2026 and "50" is 1950; "0026" is the year 26, a typing error. `dayOf` refuses both 1950 and 26. */
function yearOf(digits: string): number {
  const year = Number(digits)
  return digits.length === 2 ? (year > 49 ? 1900 : 2000) + year : year
}

/** `YYYY-MM-DD`; undefined if there is no such day, or the year is implausible for an offer. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  // Thailand writes 2569 for 2026. Later years, such as 2999, mean that the offer never ends.
  const isBuddhist = year > 2500 && year < 2700
  // A program that knows no day writes 1970-01-01 or 1900-01-01.
  if (year < 2000 || year > 2999 || isBuddhist) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  // JavaScript turns February 30 into March 2.
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? date.toISOString().slice(0, 10) : undefined
}

/** The last day of a month, 1 to 12: day 0 of the next one. Undefined for a year that `dayOf` refuses. */
export function lastDayOf(year: number, month: number): string | undefined {
  return dayOf(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate())
}

// All of these match folded texts, so no letter has an accent or is a capital.
/** "2026-05-03T10:00:00Z", "2026-05-03 10:00 +03:00"; the zone may be missing. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(z|utc|[+-]\d{2}:?\d{2})?$/
/** "3/5/2026", "2026-05-03", "3.5.26 10:00 pm": the time is dropped. */
const NUMERIC =
  /^(\d{1,4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,4})(?:[t ,]+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)?$/
/** "3 de mayo de 2026", "3rd May 26", "03-may-2026". */
const WORDED =
  /^(\d{1,2})\s?(?:º|°|o|\.|er|st|nd|rd|th)?[\s-]+(?:de\s+)?([a-z]{3,10})\.?,?[\s-]+(?:del?\s+)?(\d{4}|\d{2})$/
/** "May 3, 2026". Two digits after a day are not surely a year: "May 3, 26". */
const MONTH_FIRST_WORDED = /^([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/

/** Longer than any form above with a day of the week. SECURITY: keeps the input of these patterns short. */
const MAX_CHARACTERS = 60

/** Reads a cell that holds only a day. */
export function readDay(cell: Cell, style: DayStyle): string | undefined {
  if (isList(cell) || isMeasure(cell) || cell === null || typeof cell === 'boolean') return undefined
  const text = textOf(cell)
  return text.length > MAX_CHARACTERS ? undefined : parseDay(fold(text), style)
}

/** @param text folded; a day of the week before it must be the right one */
export function parseDay(text: string, style: DayStyle): string | undefined {
  const plainDay = parseDate(text, style)
  if (plainDay !== undefined) return plainDay
  const { day, isRight = false } = withWeekday(text, style)
  return isRight ? day : undefined
}

/** The day of a cell with a wrong day of the week before it: "Friday 3 May 2026" is a Sunday. Otherwise undefined. */
export function dayOfOtherWeekday(cell: Cell, style: DayStyle): string | undefined {
  const text = typeof cell === 'string' ? textOf(cell) : ''
  if (text.length > MAX_CHARACTERS) return undefined
  const { day, isRight } = withWeekday(fold(text), style)
  return isRight === false ? day : undefined
}

/** The day after a day of the week, and whether it falls on that; `{}` if the text has no such form. */
function withWeekday(text: string, style: DayStyle): { day?: string; isRight?: boolean } {
  const [, word = '', rest = ''] = /^([a-z]{3,10}),? (.*)$/.exec(text) ?? []
  const weekday = weekdayNumber(word)
  const day = weekday === undefined ? undefined : parseDate(rest, style)
  // `getUTCDay` counts from Sunday, `weekdayNumber` from Monday.
  return day === undefined ? {} : { day, isRight: (new Date(day).getUTCDay() + 6) % 7 === weekday }
}

function parseDate(text: string, style: DayStyle): string | undefined {
  const { patterns } = style
  if (/^\d{8}$/.test(text) && patterns.includes('YYYYMMDD')) {
    return dayOf(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)))
  }
  const instant = INSTANT.exec(text)
  if (instant?.[1] && instant[2]) return instantDay([instant[1], instant[2], instant[3]], style)
  return numericDay(text, style) ?? wordedDay(text)
}

function instantDay([day, time, zone]: [string, string, string | undefined], style: DayStyle) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (dayOf(year, month, date) === undefined) return undefined
  // A time without a zone is local time, so its day is sure by any pattern.
  if (zone === undefined || style.patterns.includes('instant-as-day')) return day
  if (!style.patterns.includes('instant')) return undefined
  // +0300 is +03:00.
  const offset = zone === 'z' || zone === 'utc' ? 'Z' : zone.replace(/(?<=\d{2}):?(?=\d{2}$)/, ':')
  const instant = new Date(`${day}T${time}${offset}`)
  return Number.isNaN(instant.getTime()) ? undefined : calendarDay(instant.toISOString(), style.timeZone)
}

/** The year comes first with four digits, or last with four or two. */
function numericDay(text: string, { patterns }: DayStyle): string | undefined {
  const [, a = '', b = '', c = ''] = NUMERIC.exec(text) ?? []
  if (a.length === 4) {
    // A column of instants may also have days without a time.
    const isIso =
      patterns.includes('YYYY-MM-DD') || patterns.includes('instant') || patterns.includes('instant-as-day')
    return isIso && c.length <= 2 ? dayOf(Number(a), Number(b), Number(c)) : undefined
  }
  if (a.length > 2 || (c.length !== 4 && c.length !== 2)) return undefined
  const [dayFirst, monthFirst] = [patterns.includes('DD/MM/YYYY'), patterns.includes('MM/DD/YYYY')]
  // With both patterns or none of them, the order is unknown.
  if (dayFirst === monthFirst) return undefined
  return dayFirst ? dayOf(yearOf(c), Number(b), Number(a)) : dayOf(yearOf(c), Number(a), Number(b))
}

/** A named month leaves no doubt, so any pattern allows it. */
function wordedDay(text: string): string | undefined {
  const dayFirst = WORDED.exec(text)
  if (dayFirst) return dayOfNamedMonth(dayFirst[1], dayFirst[2], dayFirst[3])
  const monthFirst = MONTH_FIRST_WORDED.exec(text)
  return monthFirst ? dayOfNamedMonth(monthFirst[2], monthFirst[1], monthFirst[3]) : undefined
}

function dayOfNamedMonth(day = '', month = '', year = ''): string | undefined {
  const number = monthNumber(month)
  return number === undefined ? undefined : dayOf(yearOf(year), number, Number(day))
}
