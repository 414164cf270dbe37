// Detects how the values of columns are written: the form of days, and the decimal mark.

import { clip } from '../../lib/text/clip.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { COUNTRIES, YEAR_FIRST } from '../cells/countries.ts'
import { type DayOrder, type DayPattern, hasNumericDay, ordersShown } from '../cells/days.ts'
import { saysNothing } from '../cells/words.ts'

/** The cells of a column in the order of the table, without those that say nothing. */
export interface ColumnSample {
  name: string
  cells: readonly Cell[]
  /** The text of each of these cells. */
  texts: readonly string[]
  /** The number of rows in the sample, with those whose cells say nothing. */
  rows: number
}

export function sampleOf(name: string, cells: readonly Cell[]): ColumnSample {
  const known = cells.filter((cell) => !saysNothing(textOf(cell)))
  return { name, cells: known, texts: known.map(textOf), rows: cells.length }
}

export interface DayFindings {
  patterns: DayPattern[]
  /** Remarks for a person to check. */
  doubts: string[]
}

/** A day of numbers of two digits, such as 26-12-31. */
const SHORT_YEAR = /(?<!\d)\d{2}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?\d{2}(?!\d)/
/** The time and the zone of an instant. */
const WITH_TIME = /\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|UTC|[+-]\d{2}:?\d{2})/gi

/**
 * Detects how the days of these columns are written. A file has one order of day and month.
 * @param country decides the order if no day shows it
 */
export function lookAtDays(samples: readonly ColumnSample[], country: string | null): DayFindings {
  const texts = samples.flatMap((sample) => sample.texts)
  const patterns: DayPattern[] = []
  const doubts: string[] = []
  if (texts.some((text) => /(?<!\d)\d{4}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?\d{1,2}(?!\d)/.test(text)))
    patterns.push('YYYY-MM-DD')
  const instants = texts.flatMap((text) =>
    Array.from(text.matchAll(WITH_TIME), ([, time = '', zone = '']) => ({ time, zone })),
  )
  if (instants.length > 0) {
    const areDays = areWholeDays(instants)
    patterns.push(areDays ? 'instant-as-day' : 'instant')
    if (areDays)
      doubts.push(
        'moments are at the start or the end of a day: they are read as whole days (instant-as-day)',
      )
  }
  if (texts.some((text) => /^(?:19|20)\d{6}$/.test(text))) patterns.push('YYYYMMDD')
  const order = orderOf(texts, country, doubts)
  if (order) patterns.push(order)
  return { patterns, doubts }
}

/**
 * Whether the instants stand for whole days: the written time is 00:00 or 23:59. In UTC all must have such a time; with
 * the offset of a place, most are enough, because the offset shows that local time is meant.
 */
function areWholeDays(instants: readonly { time: string; zone: string }[]): boolean {
  const edges = instants.filter(({ time }) => time.startsWith('00:00') || time.startsWith('23:59')).length
  const isLocal = instants.every(({ zone }) => !/Z|UTC|[+-]00:?00/i.test(zone))
  return edges === instants.length || (isLocal && edges > instants.length / 2)
}

/**
 * The order of day and month in days of numbers; undefined if there are none, or if it is uncertain.
 * @param doubts gets a remark if it is uncertain, or only the usual one of the country
 */
function orderOf(texts: readonly string[], country: string | null, doubts: string[]): DayOrder | undefined {
  if (!texts.some(hasNumericDay)) return undefined
  const unclear = YEAR_FIRST.has(country ?? '') ? texts.find((text) => SHORT_YEAR.test(text)) : undefined
  if (unclear !== undefined) {
    doubts.push(
      `${clip(unclear)} may begin with the year, as days do in ${country}: write years with four digits`,
    )
    return undefined
  }
  const [shown, ...others] = new Set(texts.flatMap((text) => [...ordersShown(text)]))
  if (others.length > 0) {
    doubts.push(
      'days are written in both orders, 31/12 and 12/31: neither is read until formats.dates has one of them',
    )
    return undefined
  }
  if (shown) return shown
  const facts = country === null ? undefined : COUNTRIES.get(country)
  if (!facts) {
    doubts.push('no day is later than the 12th: add DD/MM/YYYY or MM/DD/YYYY to formats.dates')
    return undefined
  }
  doubts.push(`no day is later than the 12th: ${facts.dayOrder} is usual in ${country}`)
  return facts.dayOrder
}

/** The decimal mark that the numbers prove as somebody typed them; null if they prove none, or both. */
export function lookAtDecimals(samples: readonly ColumnSample[]): ',' | '.' | null {
  const typed = samples.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string'))
  const texts = typed.map(textOf)
  // "12,50", "1.234,5" and "1.234.567" prove a decimal comma; "1.234" proves nothing.
  const proves = (proofs: readonly RegExp[]) =>
    texts.some((text) => {
      const numbers = text.match(/\d[\d.,]*\d/g) ?? []
      return numbers.some((each) => proofs.some((proof) => proof.test(each)))
    })
  const comma = proves(DECIMAL_COMMA)
  const point = proves(DECIMAL_POINT)
  if (comma === point) return null
  return comma ? ',' : '.'
}

/** Numbers that allow only one decimal mark. */
const DECIMAL_COMMA = [/\.\d{3},\d/, /^\d{1,3}(?:\.\d{3}){2,}$/, /^\d+,\d{1,2}$/]
const DECIMAL_POINT = [/,\d{3}\.\d/, /^\d{1,3}(?:,\d{3}){2,}$/, /^\d+\.\d{1,2}$/]
