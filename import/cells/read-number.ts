// Reads numbers, percentages and money as people type them. Ambiguous text is not read.

import { type Cell, isList, isMeasure, textOf } from './cell.ts'
import { currencyOf, decimalsOf } from './countries.ts'
import { moneyText } from './money-text.ts'
import { wordFor } from './value-words.ts'

/** How the numbers of a file are written. */
export interface NumberStyle {
  /** The decimal mark; if it is unknown (null), 1.234 is not read. */
  decimal: ',' | '.' | null
  /** The currency of amounts without a sign, or with one such as $; if it is unknown (null), these are not read. */
  currency: string | null
}

export interface Money {
  value: number
  currency: string
}

/** The result of a conversion, or a description of the text that it expects. */
export type Read<T> = { value: T } | { expected: string }

/** The whole part of a number: 1250000, 1.250.000 or 1,250,000; in India also 12,50,000. */
const GROUPED = /^\d+$|^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$|^\d{1,2}(?:,\d{2})+,\d{3}$/
/** Digits, with one mark, quote or blank between each two runs of them. */
const NUMBER = /^\d+(?:[.,'’ \u00a0\u202f]\d+)*$/
/** A mark other than the file's decimal mark is read only before cents, as in 2.80. */
const MAX_FOREIGN_DECIMALS = 2
/** A double holds any number of up to this many digits exactly. */
const MAX_DIGITS = 15

/**
 * Undefined if the text is no number, is ambiguous, or has more digits than a double holds.
 * @param decimal the decimal mark of the file; null if it is unknown
 * @param isWhole whether a mark before three digits can only group thousands, as in a currency without decimals
 */
export function parseNumber(text: string, decimal: ',' | '.' | null, isWhole = false): number | undefined {
  // Twice as many characters leave room for marks.
  if (text.length > 2 * MAX_DIGITS || !NUMBER.test(text)) return undefined
  const tight = text.replace(/['’ \u00a0\u202f](?=\d{3}(?!\d))/g, '')
  if (/['’ \u00a0\u202f]/.test(tight)) return undefined
  const marks = tight.match(/[.,]/g) ?? []
  const mark = decimalMark(tight, marks, decimal, isWhole)
  if (mark === undefined) return undefined
  const end = mark === null ? tight.length : tight.lastIndexOf(mark)
  const [whole, part] = [tight.slice(0, end), tight.slice(end + 1)]
  const isForeign = mark !== null && decimal !== null && mark !== decimal
  if (!GROUPED.test(whole) || (isForeign && part.length > MAX_FOREIGN_DECIMALS)) return undefined
  const digits = `${whole.replace(/[.,]/g, '')}.${part}`
  const significant = digits.replace('.', '').replace(/^0+/, '')
  return significant.length > MAX_DIGITS ? undefined : Number(digits)
}

/** The mark before the decimals; null if the number has no decimals, undefined if that is ambiguous. */
function decimalMark(
  text: string,
  marks: readonly string[],
  decimal: ',' | '.' | null,
  isWhole: boolean,
): string | null | undefined {
  const last = marks.at(-1)
  if (last === undefined) return null
  // 1.234,50
  if (new Set(marks).size === 2) return last
  // 1.234.567
  if (marks.length > 1) return null
  const [before = '', after = ''] = text.split(last)
  // 12.5, 1234.567, 0.123: the mark cannot group thousands.
  if (after.length !== 3 || before.length > 3 || /^0/.test(before)) return last
  if (isWhole) return null
  // 1.234 where a comma begins the decimals is 1234; where a point does, it may still be typed for 1234.
  return decimal === null || decimal === last ? undefined : null
}

export function readNumber(cell: Cell, style: NumberStyle): Read<number> {
  const value = numberIn(cell, style)
  return value === undefined || !isExact(value) ? { expected: 'a number such as 20 or 12,5' } : { value }
}

function numberIn(cell: Cell, style: NumberStyle): number | undefined {
  if (isMeasure(cell)) return cell.number
  if (typeof cell === 'number') return cell
  return isList(cell) ? undefined : parseNumber(textOf(cell), style.decimal)
}

/** Beyond 2^53, which `numberIn` lets through from a cell of a number, the last digits of a number are lost. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
}

type Unit = 'percent' | 'share' | 'cents'

/**
 * A percentage above 0 and up to 100. A minus is refused, since -20% may be a discount or a rise.
 * @param unit of a number without a sign: with share, 0.5 is 50 %; with percent, 0.5 %; any other leaves a number of up to 1
 * unread, which may be a share
 * @param isDeduction whether the column holds what is taken off: then -20% is 20%, but not -20
 */
export function readPercentage(
  cell: Cell,
  style: NumberStyle,
  { unit, isDeduction = false }: { unit?: Unit | undefined; isDeduction?: boolean } = {},
): Read<number> {
  const expected = 'a percentage such as 20% or 12,5'
  const deducted = isDeduction ? /^[-–−]\s?(\d.*%|%.*\d)$/.exec(textOf(cell))?.[1] : undefined
  const percent = percentIn(deducted ?? cell, style, unit)
  if (percent === 'either')
    return {
      expected: `${expected}; a number of up to 1 may be a share, as --value "COLUMN as ${wordFor('percentage', 'share')}" says`,
    }
  if (percent === undefined || percent <= 0 || percent > 100)
    return { expected: `${expected}, above 0 and up to 100` }
  // A computed 33.333333333333336 is 33.33.
  return { value: isComputed(percent) ? Number(percent.toFixed(2)) : percent }
}

/** `either` if a number up to 1 may be a share of one; undefined if the cell is no percentage. */
function percentIn(cell: Cell, style: NumberStyle, unit?: Unit): number | 'either' | undefined {
  if (isList(cell)) return undefined
  if (isMeasure(cell)) return cell.unit === '%' ? cell.number : undefined
  const bare = (number: number) => {
    if (unit === 'share') return number <= 1 ? number * 100 : undefined
    return number > 0 && number <= 1 && unit !== 'percent' ? 'either' : number
  }
  if (typeof cell === 'number') return bare(cell)
  // In Turkish, the sign is before the number.
  const text = textOf(cell).replace(/^%\s?(\d[\d.,]*)$/, '$1%')
  const [, digits = '', sign] = /^([\d.,]+)\s*(%)?$/.exec(text) ?? []
  const number = parseNumber(digits, style.decimal)
  return number === undefined || sign !== undefined ? number : bare(number)
}

/**
 * Reads a cell that holds only an amount; without a sign it is in the currency of the file.
 * @param isDeduction whether the texts -10 and (10) are 10, as accountants write what is taken off; a price below 0 is a
 * fault
 */
export function readMoney(cell: Cell, style: NumberStyle, isDeduction = false): Read<Money> {
  const money = moneyIn(cell, style, isDeduction)
  const isOfSeveral = currencyIn(cell, style) === null
  const expected = isOfSeveral
    ? 'an amount with the code of its currency, such as 38 USD, as its sign may stand for several'
    : `an amount such as $ 10.000 or 9,90 EUR${style.currency === null ? ', in a currency that the mapping names (formats.currency)' : ''}`
  if (!money || money.value <= 0 || !isExact(money.value)) return { expected: `${expected}, above 0` }
  return { value: money }
}

/** The currency of a cell that is an amount. Null if its sign may stand for several; undefined without a sign. */
function currencyIn(cell: Cell, style: NumberStyle): string | null | undefined {
  const text = textOf(cell)
  if (text.length > MAX_CHARACTERS) return undefined
  return moneyText(text, style.currency)?.currency
}

/** Longer than any amount with its sign. SECURITY: bounds the work. */
const MAX_CHARACTERS = 60

/** Letters for a currency after its amounts. In a sentence they are words, which are not read. */
const LETTERS: Readonly<Record<string, string>> = { KRW: '원', JPY: '円', CNY: '元', TWD: '元' }

function moneyIn(cell: Cell, style: NumberStyle, isDeduction: boolean): Money | undefined {
  if (isList(cell) || typeof cell === 'boolean') return undefined
  if (typeof cell === 'number') return withCurrency(cell, style.currency)
  if (isMeasure(cell))
    return cell.unit === '%' ? undefined : withCurrency(cell.number, currencyOf(cell.unit, style.currency))
  const text = textOf(cell)
  if (text.length > MAX_CHARACTERS) return undefined
  const deducted = /^\((.*)\)$/.exec(text)?.[1] ?? /^[-−]\s?(.*)$/.exec(text)?.[1]
  if (deducted !== undefined && !isDeduction) return undefined
  const letter = LETTERS[style.currency ?? '']
  const typed = deducted ?? text
  const bare = letter !== undefined && typed.endsWith(letter) ? typed.slice(0, -1) : typed
  // A dash after an amount stands for the cents: "10,-", "10.-". A mark alone, "10.", says nothing.
  const found = moneyText(bare.trim().replace(/[.,]?-?$/, ''), style.currency)
  if (!found) return undefined
  return moneyOf(found.digits, found.currency === undefined ? style.currency : found.currency, style)
}

/** Undefined if the marks or the currency of the amount are ambiguous, or it has more decimals than its currency. */
function moneyOf(digits: string, currency: string | null, style: NumberStyle): Money | undefined {
  if (currency === null) return undefined
  const decimals = decimalsOf(currency)
  const value = parseNumber(digits, style.decimal, decimals === 0)
  // "0.500" has three decimals, although the last ones are zeros. A value of 1000 or more shows a mark of thousands.
  const hasThreeDecimals = decimals < 3 && /^\d{1,3}[.,]\d{3}$/.test(digits) && Number(value) < 1000
  // "12,345" has more decimals than cents. Units of account, such as CLF, have four, of which three are read.
  const isCents = value !== undefined && Number(value.toFixed(Math.min(decimals, 3))) === value
  return isCents && !hasThreeDecimals ? { value, currency } : undefined
}

/**
 * Undefined without one currency, or if the value has more decimals than that; a computed value is rounded to them.
 * @param currency null or undefined, as `currencyOf` gives it, if a sign has several or is none
 */
function withCurrency(value: number, currency: string | null | undefined): Money | undefined {
  if (currency == null) return undefined
  const rounded = Number(value.toFixed(decimalsOf(currency)))
  return rounded === value || isComputed(value) ? { value: rounded, currency } : undefined
}

/** Whether a number has more digits than a double holds exactly, such as 11819.881125000002: a program computed it. */
function isComputed(value: number): boolean {
  return Number(value.toPrecision(MAX_DIGITS)) !== value
}

/**
 * Whether a cell has figures and signs, but no words: a number, a percentage, an amount; also a range or a day in figures,
 * a dash, and an empty cell.
 */
export function isFigureAlone(cell: Cell): boolean {
  if (isList(cell)) return false
  const text = textOf(cell)
  return !/\p{L}/u.test(text) || moneyText(text, null) !== undefined
}
