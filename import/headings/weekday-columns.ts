// Columns that are headed by the days of a week, such as Mo, Di, Mi, …: their cells tick the days of a row.

import { fold } from '../../lib/text/plain-letters.ts'
import { readWeekdays } from '../cells/read-weekdays.ts'
import { withoutNumber } from '../cells/words.ts'

const LANGUAGES =
  'es en pt de fr it nl pl cs sk hu ro hr sr sl bg uk ru el tr sv da nb fi et lv lt ca eu gl ga is mk sq he ar fa hi id ms vi th ja ko zh'

/** The first of a run of seven days: 2024-01-01 is a Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** The folded names of the days of a language, Monday first: the whole word, and its usual abbreviations. */
function namesIn(language: string): string[][] {
  const styles = (['long', 'short', 'narrow'] as const).map(
    (weekday) => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }),
  )
  return Array.from({ length: 7 }, (_, day) =>
    styles.map((style) => lettersOf(style.format(MONDAY + day * DAY_MS))),
  )
}
/** The names by language. Made at first use, because more than a hundred formats take time. */
let namesByLanguage: readonly string[][][] | undefined

/** A shorter run of headings may mean something else. */
const MIN_RUN = 3
/** SECURITY: bounds time. In a table with more columns, none is taken for a day. */
const MAX_COLUMNS = 1000

/** The columns that are headed by days of the week: one day in words, or several in a row, in any usual abbreviation. */
export function weekdayColumns(columns: readonly string[]): ReadonlySet<string> {
  if (columns.length > MAX_COLUMNS) return new Set()
  namesByLanguage ??= LANGUAGES.split(' ').map(namesIn)
  // The second column that is headed by M, a day in many languages, is named "M (2)".
  const headings = columns.map((column) => lettersOf(withoutNumber(column)))
  const inRuns = new Set(namesByLanguage.flatMap((days) => runsIn(headings, days)).flat())
  return new Set(columns.filter((column, index) => inRuns.has(index) || readWeekdays(column) !== undefined))
}

/** The indices of headings in a row that name days in a row. */
function runsIn(headings: readonly string[], days: readonly (readonly string[])[]): number[][] {
  const isDay = (index: number, day: number) => {
    const heading = headings[index] ?? ''
    return (days[day % 7] ?? []).some((name) => abbreviates(heading, name))
  }
  return headings.flatMap((_, start) =>
    days.flatMap((_, day) => {
      let length = 0
      while (length < 7 && isDay(start + length, day + length)) length += 1
      return length < MIN_RUN ? [] : [Array.from({ length }, (_, step) => start + step)]
    }),
  )
}

/** Whether a word begins like a name, and has its letters in their order: "Pn" is short for "poniedziałek". */
function abbreviates(word: string, name: string): boolean {
  if (word === '' || word[0] !== name[0] || word.length > name.length) return false
  let found = 0
  for (const letter of name) if (letter === word[found]) found += 1
  return found === word.length
}

function lettersOf(text: string): string {
  return fold(text).replace(/[^\p{L}]+/gu, '')
}
