// The benefit of a row: its summary, and kind and value as far as a cell shows them without doubt.

import { BENEFIT_KINDS, type Benefit, type BenefitKind } from '../../contract/offers/offer.ts'
import { type BenefitStyle, readWorth, type Worth } from '../conversions/read-benefit.ts'
import {
  type NumberStyle,
  type Read,
  readMoney,
  readNumber,
  readPercentage,
} from '../conversions/read-number.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import type { CellSource, Mapping, WorthSource } from './mapping.ts'
import type { RowReader } from './row-reader.ts'

type ReadyBenefit = Mapping['offer']['benefit'] & { summary: CellSource }

/** Undefined if not even the summary is there. */
export function mapBenefit(
  reader: RowReader,
  benefit: ReadyBenefit,
  style: NumberStyle,
): Benefit | undefined {
  const summary = reader.text(benefit.summary)
  if (summary === null) return undefined
  const worth = findWorth(reader, benefit, style)
  const cap = benefit.cap ? readCap(reader, benefit.cap, style) : null
  return {
    kind: worth?.kind ?? 'other',
    value: worth?.value ?? null,
    currency: worth?.currency ?? null,
    cap,
    summary,
  }
}

function readCap(reader: RowReader, source: CellSource, style: NumberStyle): Benefit['cap'] {
  const cell = reader.cell(source)
  if (cell === null) return null
  const read = readMoney(cell, style)
  if ('value' in read) return read.value
  reader.note(source, 'benefit.cap', read.expected)
  return null
}

function findWorth(reader: RowReader, { worth, kind }: ReadyBenefit, style: NumberStyle): Worth | null {
  const hint = kind ? kindOf(reader, kind) : null
  for (const source of worth) {
    const cell = reader.cell(source)
    if (cell === null) continue
    const read = worthOf(cell, source, { ...style, kind: hint })
    if ('value' in read) return read.value
    reader.note(source, 'benefit.value', read.expected)
    return null
  }
  return null
}

function kindOf(reader: RowReader, source: CellSource): BenefitKind | null {
  const text = reader.text(source)
  return BENEFIT_KINDS.find((kind) => kind === text) ?? null
}

function worthOf(cell: Cell, source: WorthSource, style: BenefitStyle): Read<Worth> {
  const { as } = source
  switch (as) {
    case 'text': {
      const read = readWorth(textOf(cell), style)
      return 'worth' in read ? { value: read.worth } : { expected: `one benefit: it ${read.why}` }
    }
    case 'discount':
      return discountWorth(cell, source, style)
    case 'percentage':
      return withKind(as, readPercentage(cell, style, source.unit === 'fraction'))
    case 'cashback': {
      const percent = withKind(as, readPercentage(cell, style, source.unit === 'fraction'))
      return 'value' in percent ? percent : moneyWorth(as, cell, style)
    }
    case 'amount':
    case 'fixed_price':
      return moneyWorth(as, cell, style)
    case 'multibuy':
    case 'installments':
      return countWorth(as, cell, style)
  }
}

/** A percentage or an amount alone; a bare number could be either, and is neither. */
function discountWorth(cell: Cell, source: WorthSource, style: BenefitStyle): Read<Worth> {
  const isBare = typeof cell === 'number' || /^[\d.,]+$/.test(textOf(cell))
  if (isBare) return { expected: 'a discount with its sign, such as 20% or $ 10' }
  const percent = withKind('percentage', readPercentage(cell, style, false))
  if ('value' in percent) return percent
  const money = moneyWorth('amount', cell, style)
  return 'value' in money ? money : worthOf(cell, { ...source, as: 'text' }, style)
}

function withKind(kind: BenefitKind, read: Read<number>): Read<Worth> {
  return 'value' in read ? { value: { kind, value: read.value, currency: null } } : read
}

function moneyWorth(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Worth> {
  const read = readMoney(cell, style)
  return 'value' in read ? { value: { kind, ...read.value } } : read
}

function countWorth(kind: 'multibuy' | 'installments', cell: Cell, style: NumberStyle): Read<Worth> {
  const sentence = readWorth(textOf(cell), { ...style, kind })
  if ('worth' in sentence && sentence.worth.kind === kind) return { value: sentence.worth }
  const read = readNumber(cell, style)
  if (!('value' in read)) return read
  const isRight = kind === 'multibuy' ? read.value > 1 : Number.isInteger(read.value) && read.value >= 2
  return isRight
    ? { value: { kind, value: read.value, currency: null } }
    : { expected: 'a number of 2 or more' }
}
