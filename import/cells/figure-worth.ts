// Reads a figure alone, under a column that says its kind.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { type Cell, textOf } from './cell.ts'
import { decimalsOf } from './countries.ts'
import { type NumberStyle, type Read, readMoney, readNumber, readPercentage } from './read-number.ts'
import type { FigureKind, Worth, WorthReading } from './worth.ts'

export function figureWorth(
  cell: Cell,
  { as, unit }: WorthReading & { as: FigureKind },
  style: NumberStyle,
): Read<Worth> {
  switch (as) {
    case 'percentage':
      return share(as, readPercentage(cell, style, { unit, isDeduction: true }))
    case 'cashback': {
      const percent = share(as, readPercentage(cell, style, { unit: unit ?? 'percent' }))
      if (unit !== undefined) return percent
      if (!('value' in percent)) return money(as, cell, style)
      return isBareNumber(cell) ? { expected: 'cash back with its sign, such as 5% or $ 500' } : percent
    }
    case 'amount':
    case 'fixed_price':
      return unit === 'cents' ? cents(as, cell, style) : money(as, cell, style)
    case 'multibuy':
    case 'installments':
      return count(as, cell, style)
  }
}

export function isBareNumber(cell: Cell): boolean {
  return typeof cell === 'number' || /^[-–−]?[\d.,]+$/.test(textOf(cell))
}

function share(kind: BenefitKind, read: Read<number>): Read<Worth> {
  return 'value' in read ? { value: { kind, value: read.value, currency: null } } : read
}

function money(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Worth> {
  const read = readMoney(cell, style, kind !== 'fixed_price')
  return 'value' in read ? { value: { kind, ...read.value } } : read
}

/** Money in the smallest unit of its currency. */
function cents(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Worth> {
  const read = readNumber(cell, style)
  const isWhole = 'value' in read && Number.isInteger(read.value) && read.value > 0
  if (!isWhole || style.currency === null) return { expected: 'a whole number of cents, such as 499' }
  const decimals = decimalsOf(style.currency)
  const value = Number((read.value / 10 ** decimals).toFixed(decimals))
  return { value: { kind, value, currency: style.currency } }
}

function count(kind: 'multibuy' | 'installments', cell: Cell, style: NumberStyle): Read<Worth> {
  const read = readNumber(cell, style)
  if (!('value' in read)) return read
  const isPossible = kind === 'multibuy' ? read.value > 1 : Number.isInteger(read.value) && read.value >= 2
  return isPossible
    ? { value: { kind, value: read.value, currency: null } }
    : { expected: 'a number of 2 or more' }
}
