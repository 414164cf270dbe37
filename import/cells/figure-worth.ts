// Reads a figure alone, in a column that says its kind.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { type Cell, textOf } from './cell.ts'
import { decimalsOf } from './countries.ts'
import {
  type Money,
  type NumberStyle,
  type Read,
  readMoney,
  readNumber,
  readPercentage,
} from './read-number.ts'
import type { FigureKind } from './value-words.ts'
import type { Worth, WorthReading } from './worth.ts'

/** @returns the value of the kind `as`, or what would be understood instead */
export function figureWorth(
  cell: Cell,
  { as, unit }: WorthReading & { as: FigureKind },
  style: NumberStyle,
): Read<Worth> {
  switch (as) {
    case 'percentage':
      return share(as, readPercentage(cell, style, { unit, isDeduction: true }))
    case 'cashback':
      if (unit === 'percent') return share(as, readPercentage(cell, style, { unit }))
      return unit === 'cents' && isBareNumber(cell) ? cents(as, cell, style) : cashBack(cell, style)
    case 'amount':
    case 'fixed_price':
      return unit === 'cents' && isBareNumber(cell) ? cents(as, cell, style) : money(as, cell, style)
    case 'multibuy':
      // 15 next to "Buy one get one free" counts anything.
      return { expected: 'the units received for those paid, such as 2x1' }
    case 'installments':
      return instalments(cell, style)
  }
}

/**
 * Cash back is given as a percentage or as money: of a number up to 100, only a sign says which; a larger one is money. A
 * percentage with a minus is not read, since it may be a rise.
 */
function cashBack(cell: Cell, style: NumberStyle): Read<Worth> {
  // The unit lets 0.5 through: whether it has a sign is decided below, for all numbers.
  const percent = share('cashback', readPercentage(cell, style, { unit: 'percent' }))
  if (!('value' in percent)) return money('cashback', cell, style)
  return isBareNumber(cell) ? { expected: 'cash back with its sign, such as 5% or $ 500' } : percent
}

/** Whether a cell is a number without a sign of its unit. */
export function isBareNumber(cell: Cell): boolean {
  return typeof cell === 'number' || /^[-–−]?[\d.,]+$/.test(textOf(cell))
}

function share(kind: BenefitKind, read: Read<number>): Read<Worth> {
  return 'value' in read ? { value: { kind, value: read.value, currency: null } } : read
}

/** Accountants write money that is taken off or paid back with a minus; a price is never below 0. */
function money(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Worth> {
  const read = readMoney(cell, style, kind !== 'fixed_price')
  return 'value' in read ? { value: { kind, ...read.value } } : read
}

function cents(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Worth> {
  const read = inCents(cell, style)
  return 'value' in read ? { value: { kind, ...read.value } } : read
}

/**
 * Money in the smallest unit of the file's currency: 499 is 4.99 EUR, but 499 CLP, which has no decimals.
 * @param cell a number without a sign
 */
export function inCents(cell: Cell, style: NumberStyle): Read<Money> {
  const read = readNumber(cell, style)
  // "5.00" shows that it is no number of cents.
  const hasDecimals = /[.,]\d{1,2}$/.test(textOf(cell))
  const isWhole = 'value' in read && !hasDecimals && Number.isInteger(read.value) && read.value > 0
  if (!isWhole || style.currency === null) return { expected: 'a whole number of cents, such as 499' }
  const decimals = decimalsOf(style.currency)
  const value = Number((read.value / 10 ** decimals).toFixed(decimals))
  return { value: { value, currency: style.currency } }
}

function instalments(cell: Cell, style: NumberStyle): Read<Worth> {
  const read = readNumber(cell, style)
  if (!('value' in read)) return read
  const isPossible = Number.isInteger(read.value) && read.value >= 2
  return isPossible
    ? { value: { kind: 'installments', value: read.value, currency: null } }
    : { expected: 'a number of 2 or more' }
}
