// How the values of columns are written: days, and in which order; numbers, and with which decimal mark; money.

import { COUNTRIES, CURRENCY_SIGNS } from '../conversions/countries.ts'
import type { DayPattern } from '../conversions/read-day.ts'
import { saysNothing } from '../conversions/words.ts'
import { type Cell, textOf } from '../tables/cell.ts'

/** The cells of a column, in the order of the table, those that say nothing left out. */
export interface ColumnSample {
  name: string
  cells: readonly Cell[]
  texts: readonly string[]
  /** How many rows were looked at. */
  rows: number
}

export function sampleOf(name: string, cells: readonly Cell[]): ColumnSample {
  const known = cells.filter((cell) => !saysNothing(textOf(cell)))
  return { name, cells: known, texts: known.map(textOf), rows: cells.length }
}

export interface DayFindings {
  patterns: DayPattern[]
  /** What a person should look at. */
  doubts: string[]
}

const NUMERIC_DAY = /^\D{0,40}?(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(?:\d{4}|\d{2})(?!\d)/
const WITH_TIME = /\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})/gi

/** How the days of these columns are written; one order of day and month holds for all of a file. */
export function lookAtDays(samples: readonly ColumnSample[], country: string | null): DayFindings {
  const texts = samples.flatMap((sample) => sample.texts)
  const patterns: DayPattern[] = []
  const doubts: string[] = []
  if (texts.some((text) => /(?<!\d)\d{4}-\d{1,2}-\d{1,2}/.test(text))) patterns.push('YYYY-MM-DD')
  const moments = texts.flatMap((text) =>
    Array.from(text.matchAll(WITH_TIME), ([, time = '', zone = '']) => ({ time, zone })),
  )
  if (moments.length > 0) {
    const areDays = areDaysInDisguise(moments)
    patterns.push(areDays ? 'instant-as-day' : 'instant')
    if (areDays)
      doubts.push(
        'moments are the first and the last of a day: they are taken as the days that they name (instant-as-day)',
      )
  }
  if (texts.some((text) => /^(?:19|20)\d{6}$/.test(text))) patterns.push('YYYYMMDD')
  const serials = texts.filter((text) => /^[2-7]\d{4}$/.test(text)).length
  if (serials > 0 && serials > texts.length / 2) {
    patterns.push('excel')
    doubts.push('five-digit numbers are taken as days that Excel has counted (excel)')
  }
  const order = orderOf(texts, country, doubts)
  if (order) patterns.push(order)
  return { patterns, doubts }
}

/**
 * Whether the moments stand for whole days: they are at 00:00 or 23:59, as they are written. Of moments in UTC all must
 * be; of moments with the offset of a place most, because somebody chose to write the time of that place.
 */
function areDaysInDisguise(moments: readonly { time: string; zone: string }[]): boolean {
  const edges = moments.filter(({ time }) => time.startsWith('00:00') || time.startsWith('23:59')).length
  const isLocal = moments.every(({ zone }) => !/Z|[+-]00:?00/i.test(zone))
  return edges === moments.length || (isLocal && edges > moments.length / 2)
}

/** The first day and month of a text, as they are written; undefined if there is none. */
function dayAndMonth(text: string): readonly [number, number] | undefined {
  const [, a, b] = NUMERIC_DAY.exec(text) ?? []
  return a === undefined || b === undefined ? undefined : [Number(a), Number(b)]
}

/** The only order in which the first day of a text is one: no month has a number beyond 12. */
export function orderShownBy(text: string): 'DD/MM/YYYY' | 'MM/DD/YYYY' | undefined {
  const [a = 0, b = 0] = dayAndMonth(text) ?? []
  return a > 12 ? 'DD/MM/YYYY' : b > 12 ? 'MM/DD/YYYY' : undefined
}

function orderOf(
  texts: readonly string[],
  country: string | null,
  doubts: string[],
): 'DD/MM/YYYY' | 'MM/DD/YYYY' | undefined {
  if (!texts.some(dayAndMonth)) return undefined
  const shown = new Set(texts.map(orderShownBy))
  const dayFirst = shown.has('DD/MM/YYYY')
  const monthFirst = shown.has('MM/DD/YYYY')
  if (dayFirst && monthFirst) {
    doubts.push(
      'days are written in both orders, 31/12 and 12/31: neither is read until formats.dates says which',
    )
    return undefined
  }
  if (dayFirst || monthFirst) return dayFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY'
  const facts = country === null ? undefined : COUNTRIES.get(country)
  if (!facts) {
    doubts.push('no day is later than the 12th: formats.dates has to say DD/MM/YYYY or MM/DD/YYYY')
    return undefined
  }
  const order = facts.monthFirst ? 'MM/DD/YYYY' : 'DD/MM/YYYY'
  doubts.push(`no day is later than the 12th: ${order} is what people write in ${country}`)
  return order
}

/** The decimal mark that the numbers prove; null if they prove none, or both. */
export function lookAtDecimals(samples: readonly ColumnSample[]): ',' | '.' | null {
  const texts = samples.flatMap((sample) => sample.texts)
  // 1.234,5 and 1.234.567 and 12,50: the digits after the last mark prove it, or a mark that is repeated.
  const proves = (proofs: readonly RegExp[]) =>
    texts.some((text) => {
      const numbers = text.match(/\d[\d.,]*\d/g) ?? []
      return numbers.some((each) => proofs.some((proof) => proof.test(each)))
    })
  const comma = proves(DECIMAL_COMMA)
  const point = proves(DECIMAL_POINT)
  return comma === point ? null : comma ? ',' : '.'
}

/** Numbers whose decimal mark is beyond doubt. */
const DECIMAL_COMMA = [/\.\d{3},\d/, /^\d{1,3}(?:\.\d{3}){2,}$/, /^\d+,\d{1,2}$/]
const DECIMAL_POINT = [/,\d{3}\.\d/, /^\d{1,3}(?:,\d{3}){2,}$/, /^\d+\.\d{1,2}$/]

/** Signs that mean one currency only. */
const ONE_CURRENCY = [...CURRENCY_SIGNS].flatMap(([sign, [only, ...others]]) =>
  only === undefined || others.length > 0
    ? []
    : [{ only, signed: new RegExp(`(?<![a-z0-9$])${sign.replace(/[$/]/g, '\\$&')}(?![a-z])`, 'i') }],
)

/** The currency that signs prove by themselves, such as Gs. or €; null if none or several do. */
export function lookAtCurrency(samples: readonly ColumnSample[]): string | null {
  const found = new Set<string>()
  for (const { only, signed } of ONE_CURRENCY) {
    const isThere = samples.some((sample) =>
      sample.texts.some((text) => /\d/.test(text) && signed.test(text)),
    )
    if (isThere) found.add(only)
  }
  return found.size === 1 ? ([...found][0] ?? null) : null
}
