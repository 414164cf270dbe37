// Numbers, percentages and money as people type them. What may be read in two ways is not read.

import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, isList, isMeasure, textOf } from '../tables/cell.ts'
import { CURRENCY_CODES, CURRENCY_SIGNS, WHOLE_CURRENCIES } from './countries.ts'

/** How the numbers of a file are written. */
export interface NumberStyle {
  /** The decimal mark; null where nothing tells, and 1.234 is not read. */
  decimal: ',' | '.' | null
  /** What a sign such as $ stands for; null where nothing tells, and an amount in $ is not read. */
  currency: string | null
}

export interface Money {
  value: number
  currency: string
}

/** A conversion's result, or what it would have liked to find. */
export type Read<T> = { value: T } | { expected: string }

/** All thousands are set apart by one mark, or none are. */
const GROUPED = /^\d+$|^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/
const NUMBER = /^\d+(?:[.,'’ \u00a0\u202f]\d+)*$/

/** @param isWhole whether a point can only group thousands, as in a currency without decimals */
export function parseNumber(text: string, decimal: ',' | '.' | null, isWhole = false): number | undefined {
  if (!NUMBER.test(text) || text.length > 20) return undefined
  const tight = text.replace(/['’ \u00a0\u202f](?=\d{3}(?!\d))/g, '')
  if (/['’ \u00a0\u202f]/.test(tight)) return undefined
  const marks = tight.match(/[.,]/g) ?? []
  const mark = decimalMark(tight, marks, isWhole ? null : decimal, isWhole)
  if (mark === undefined) return undefined
  const [whole = '', ...parts] = mark === null ? [tight] : splitAtLast(tight, mark)
  if (!GROUPED.test(whole)) return undefined
  const number = Number([whole.replace(/[.,]/g, ''), ...parts].join('.'))
  return Number.isFinite(number) ? number : undefined
}

/** Null if the number has no decimals; undefined if it can be read in two ways. */
function decimalMark(
  text: string,
  marks: readonly string[],
  decimal: ',' | '.' | null,
  isWhole: boolean,
): string | null | undefined {
  const last = marks.at(-1)
  if (last === undefined) return null
  if (new Set(marks).size === 2) return last
  if (marks.length > 1) return null
  const [before = '', after = ''] = text.split(last)
  if (after.length !== 3 || before.length > 3 || /^0/.test(before)) return last
  if (isWhole) return null
  // 1.234: one thousand in one country, one and a bit in the other.
  return decimal === null ? undefined : decimal === last ? undefined : null
}

function splitAtLast(text: string, mark: string): string[] {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** A plain number. */
export function readNumber(cell: Cell, style: NumberStyle): Read<number> {
  if (typeof cell === 'number') return { value: cell }
  if (isMeasure(cell)) return { value: cell.number }
  const value = isList(cell) ? undefined : parseNumber(textOf(cell), style.decimal)
  return value === undefined ? { expected: 'a number such as 20 or 12,5' } : { value }
}

/**
 * Percent.
 * @param isFraction whether 0.2 without a sign means 20 %
 */
export function readPercentage(cell: Cell, style: NumberStyle, isFraction: boolean): Read<number> {
  const expected = isFraction ? 'a share such as 0,2 or 20%' : 'a percentage such as 20% or 12,5'
  const found = percentIn(cell, style, isFraction)
  if (found === undefined || found <= 0 || found > 100)
    return { expected: `${expected}, above 0 and up to 100` }
  return { value: found }
}

function percentIn(cell: Cell, style: NumberStyle, isFraction: boolean): number | undefined {
  if (isList(cell)) return undefined
  if (isMeasure(cell)) return cell.unit === '%' ? cell.number : undefined
  const bare = (number: number) => (isFraction ? Number((number * 100).toPrecision(12)) : number)
  if (typeof cell === 'number') return bare(cell)
  const [, digits = '', sign] = /^[-−]?\s*([\d.,]+)\s*(%)?$/.exec(textOf(cell)) ?? []
  const number = parseNumber(digits, style.decimal)
  return number === undefined || sign !== undefined ? number : bare(number)
}

const SIGNS = Array.from(CURRENCY_SIGNS.keys())
  .sort((a, b) => b.length - a.length)
  .map((sign) => sign.replace(/[$/]/g, '\\$&'))
  .join('|')
const CODES = Array.from(CURRENCY_CODES, (code) => code.toLowerCase()).join('|')

/** One amount with its sign or code before or behind it, as part of a regular expression; four groups. */
export const MONEY_PATTERN = `(?:(?<![a-z0-9$])(${SIGNS}|${CODES})\\.?\\s?(\\d[\\d.,]*\\d|\\d)|(?<![\\d.,])(\\d[\\d.,]*\\d|\\d)\\s?(${SIGNS}|${CODES})(?![a-z0-9]))`

const ONLY_MONEY = new RegExp(`^${MONEY_PATTERN}\\.?-?$`)

/** An amount of money and nothing else; without a sign it is in the currency of the file. */
export function readMoney(cell: Cell, style: NumberStyle): Read<Money> {
  const expected = `an amount such as $ 10.000 or 9,90 EUR${style.currency === null ? ', in a currency that the mapping tells (formats.currency)' : ''}`
  const found = moneyIn(cell, style)
  if (!found || found.value <= 0) return { expected: `${expected}, above 0` }
  return { value: found }
}

const MAX_CHARACTERS = 60

function moneyIn(cell: Cell, style: NumberStyle): Money | undefined {
  if (isList(cell) || typeof cell === 'boolean') return undefined
  if (typeof cell === 'number') return withCurrency(cell, style.currency)
  if (isMeasure(cell))
    return cell.unit === '%' ? undefined : withCurrency(cell.number, currencyOf(cell.unit, style))
  const text = fold(textOf(cell)).trim()
  if (text.length > MAX_CHARACTERS) return undefined
  // Accountants write what is taken off as -10 or (10).
  const bare = /^\((.*)\)$/.exec(text)?.[1] ?? text.replace(/^[-−]\s?/, '')
  const [, before, behind1, behind2, after] = ONLY_MONEY.exec(bare.trim()) ?? []
  const digits = behind1 ?? behind2
  const sign = before ?? after
  if (digits !== undefined && sign !== undefined) return moneyOf(digits, sign, style)
  const isWhole = style.currency !== null && WHOLE_CURRENCIES.has(style.currency)
  const number = parseNumber(bare, style.decimal, isWhole)
  return number === undefined ? undefined : withCurrency(number, style.currency)
}

/** An amount as a text has it: digits, and a sign or code. */
export function moneyOf(digits: string, sign: string, style: NumberStyle): Money | undefined {
  const currency = currencyOf(sign, style)
  const value = parseNumber(digits, style.decimal, currency !== null && WHOLE_CURRENCIES.has(currency))
  return value === undefined ? undefined : withCurrency(value, currency)
}

function withCurrency(value: number, currency: string | null): Money | undefined {
  return currency === null ? undefined : { value, currency }
}

function currencyOf(sign: string, { currency }: NumberStyle): string | null {
  const word = fold(sign).replace(/\.$/, '')
  if (CURRENCY_CODES.has(word.toUpperCase())) return word.toUpperCase()
  const candidates = CURRENCY_SIGNS.get(word) ?? []
  if (candidates.length === 1) return candidates[0] ?? null
  return currency !== null && candidates.includes(currency) ? currency : null
}
