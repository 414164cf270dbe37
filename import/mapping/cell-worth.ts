// Reads the value of a benefit in one cell, as the mapping says what the cell holds.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { type BenefitStyle, readWorth, type Worth } from '../conversions/benefit/read-benefit.ts'
import { decimalsOf } from '../conversions/countries.ts'
import {
  type Money,
  type NumberStyle,
  type Read,
  readMoney,
  readNumber,
  readPercentage,
} from '../conversions/read-number.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import type { WorthSource } from './mapping.ts'

/** A value, and the cap in the same cell. */
export interface Found {
  worth: Worth
  cap: Money | null
}

type KnownSource = Omit<WorthSource, 'as'> & { as: Exclude<WorthSource['as'], 'value'> }
type FigureSource = Pick<WorthSource, 'unit'> & { as: Exclude<KnownSource['as'], 'text'> }

/** Reads a cell as the mapping says: a figure, or a sentence that says the same kind. */
export function worthOf(cell: Cell, source: KnownSource, style: BenefitStyle): Read<Found> {
  const { as } = source
  if (as === 'text') return sentenceWorth(cell, style)
  const figure = figureWorth(cell, { ...source, as }, style)
  if ('value' in figure || isBareNumber(cell)) return figure
  if (as === 'discount') return sentenceWorth(cell, style)
  const sentence = sentenceWorth(cell, { ...style, kind: null })
  if (!('value' in sentence)) return figure
  // Words next to money may say that it is that of a pound.
  const { kind, currency } = sentence.value.worth
  return kind === as && currency === null ? sentence : figure
}

function sentenceWorth(cell: Cell, style: BenefitStyle): Read<Found> {
  const read = readWorth(textOf(cell), style)
  return 'worth' in read ? { value: read } : { expected: `one benefit: it ${read.why}` }
}

function figureWorth(cell: Cell, { as, unit }: FigureSource, style: BenefitStyle): Read<Found> {
  switch (as) {
    case 'discount':
      return discountWorth(cell, style)
    case 'percentage':
      return withKind(as, readPercentage(cell, style, { unit, isDeduction: true }))
    case 'cashback': {
      const percent = withKind(as, readPercentage(cell, style, { unit: unit ?? 'percent' }))
      if (unit !== undefined) return percent
      if (!('value' in percent)) return moneyWorth(as, cell, style)
      return isBareNumber(cell) ? { expected: 'cash back with its sign, such as 5% or $ 500' } : percent
    }
    case 'amount':
    case 'fixed_price':
      return unit === 'cents' ? centsWorth(as, cell, style) : moneyWorth(as, cell, style)
    case 'multibuy':
    case 'installments':
      return countWorth(as, cell, style)
  }
}

/** A percentage or an amount alone; a bare number could be either, so it is not read. */
function discountWorth(cell: Cell, style: BenefitStyle): Read<Found> {
  if (isBareNumber(cell)) return { expected: 'a discount with its sign, such as 20% or $ 10' }
  const percent = withKind('percentage', readPercentage(cell, style, { isDeduction: true }))
  return 'value' in percent ? percent : moneyWorth('amount', cell, style)
}

export function isBareNumber(cell: Cell): boolean {
  return typeof cell === 'number' || /^[-–−]?[\d.,]+$/.test(textOf(cell))
}

function withKind(kind: BenefitKind, read: Read<number>): Read<Found> {
  return 'value' in read ? { value: { worth: { kind, value: read.value, currency: null }, cap: null } } : read
}

function moneyWorth(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Found> {
  const read = readMoney(cell, style, kind !== 'fixed_price')
  return 'value' in read ? { value: { worth: { kind, ...read.value }, cap: null } } : read
}

/** Money in the smallest unit of its currency. */
function centsWorth(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Found> {
  const read = readNumber(cell, style)
  const isWhole = 'value' in read && Number.isInteger(read.value) && read.value > 0
  if (!isWhole || style.currency === null) return { expected: 'a whole number of cents, such as 499' }
  const decimals = decimalsOf(style.currency)
  const value = Number((read.value / 10 ** decimals).toFixed(decimals))
  return { value: { worth: { kind, value, currency: style.currency }, cap: null } }
}

function countWorth(kind: 'multibuy' | 'installments', cell: Cell, style: NumberStyle): Read<Found> {
  const read = readNumber(cell, style)
  if (!('value' in read)) return read
  const isRight = kind === 'multibuy' ? read.value > 1 : Number.isInteger(read.value) && read.value >= 2
  return isRight
    ? { value: { worth: { kind, value: read.value, currency: null }, cap: null } }
    : { expected: 'a number of 2 or more' }
}
