// Turns the figure of a value into a number.

import type { BenefitKind } from '../../../contract/offers/offer.ts'
import { moneyOf, type NumberStyle } from '../read-number.ts'
import type { Item } from './items.ts'

export interface Value {
  /** The number of items that state it. */
  length: number
  kind: BenefitKind
  /** The item with the percentage or the amount, or the number itself. */
  of: Item | number
}

export interface Worth {
  kind: BenefitKind
  value: number
  currency: string | null
}

export function readFigure({ kind, of }: Value, style: NumberStyle): Worth | { why: string } {
  if (typeof of === 'number') return { kind, value: of, currency: null }
  if (of.is === 'percent') return percentage(kind, of.digits, of.typed)
  const money = moneyOf(of.digits, of.currency, style)
  if (!money)
    return { why: `has the amount "${of.typed}" in a currency, or with a mark, that can be read in two ways` }
  return money.value <= 0 ? { why: 'has an amount of 0' } : { kind, ...money }
}

function percentage(kind: BenefitKind, digits: string, typed: string): Worth | { why: string } {
  const value = /^\d{1,3}(?:[.,]\d{1,2})?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined
  return value === undefined || value <= 0 || value > 100
    ? { why: `has "${typed}", which is not a share of a price` }
    : { kind, value, currency: null }
}
