// The benefit of a row: its summary, and kind, value and cap as far as the cells show them without doubt.

import { BENEFIT_KINDS, type Benefit, type BenefitKind } from '../../contract/offers/offer.ts'
import { moreWords } from '../conversions/benefit/items.ts'
import {
  type BenefitStyle,
  type ReadWorth,
  readWorth,
  saysNoCap,
  type Worth,
} from '../conversions/read-benefit.ts'
import {
  type Money,
  type NumberStyle,
  type Read,
  readMoney,
  readNumber,
  readPercentage,
} from '../conversions/read-number.ts'
import { type Cell, isList, textOf } from '../tables/cell.ts'
import { nameOf } from './cell-source.ts'
import type { CellSource, Mapping, WorthSource } from './mapping.ts'
import type { RowReader } from './row-reader.ts'

type ReadyBenefit = Mapping['offer']['benefit'] & { summary: CellSource }

/** A worth, and the cap that the same cell names. */
interface Found {
  worth: Worth
  cap: Money | null
}

/** Undefined if not even the summary is there. */
export function mapBenefit(
  reader: RowReader,
  benefit: ReadyBenefit,
  style: NumberStyle,
): Benefit | undefined {
  const summary = reader.text(benefit.summary)
  if (summary === null) return undefined
  const found = findWorth(reader, benefit, style)
  const stated = found?.cap ?? null
  return {
    kind: found?.worth.kind ?? 'other',
    value: found?.worth.value ?? null,
    currency: found?.worth.currency ?? null,
    cap: benefit.cap ? readCap(reader, benefit.cap, style, stated) : stated,
    summary,
  }
}

/** @param stated the cap that the sentence of the benefit names: an empty column leaves it, another one contradicts */
function readCap(
  reader: RowReader,
  source: CellSource,
  style: NumberStyle,
  stated: Money | null,
): Benefit['cap'] {
  const cell = reader.cell(source)
  if (cell === null) return stated
  const read = saysNoCap(textOf(cell)) ? { value: null } : readMoney(cell, style)
  if (!('value' in read)) {
    reader.note(source, 'benefit.cap', read.expected)
    return null
  }
  const isOther =
    stated !== null && (read.value?.value !== stated.value || read.value.currency !== stated.currency)
  if (!isOther) {
    const number = read.value === null ? undefined : { is: 'cap', value: read.value.value }
    reader.understood({ source, member: 'benefit.cap', cell, number })
    return read.value
  }
  reader.note(source, 'benefit.cap', `the cap that the benefit names: ${amountText(stated)}`)
  return null
}

function amountText({ value, currency }: Money): string {
  return `${value} ${currency}`
}

function findWorth(reader: RowReader, benefit: ReadyBenefit, style: NumberStyle): Found | null {
  const { worth, kind, words } = benefit
  const full: BenefitStyle = { ...style, kind: kind ? kindOf(reader, kind) : null, words: moreWords(words) }
  const passed: { source: WorthSource; expected: string; isSilent: boolean }[] = []
  for (const source of worth) {
    const cell = reader.cell(source)
    const as = source.as === 'value' ? full.kind : source.as
    if (cell === null || as === null || as === 'other') continue
    const read = worthOf(cell, { ...source, as }, full)
    if ('value' in read) {
      const agreed = agreeing(read.value, source, { reader, benefit, style: full })
      const other = passed.find((each) =>
        contradicts(reader.cell(each.source), each.source, read.value.worth),
      )
      if (!('expected' in agreed) && !other) {
        const { kind, value } = agreed.worth
        reader.understood({ source, member: 'benefit.value', cell, number: { is: kind, value } })
        for (const each of passed) if (!each.isSilent) reader.misread(each.source, 'benefit.value')
        return agreed
      }
      const expected = 'expected' in agreed ? agreed.expected : `the same figure as in ${nameOf(source)}`
      reader.note(other?.source ?? source, 'benefit.value', expected)
      return null
    }
    const isSentence = !isFigureAlone(cell)
    const isSilent = isSentence && !speaksOfBenefits(cell, full)
    passed.push({ source, expected: read.expected, isSilent })
    if (isSentence && !isSilent) break
  }
  const failed = passed.find((each) => !each.isSilent) ?? passed[0]
  if (failed) reader.note(failed.source, 'benefit.value', failed.expected)
  return null
}

/** Whether a bare number that was passed over, which may be the value, is another one. A price may be any. */
function contradicts(cell: Cell, { as }: WorthSource, { value }: Worth): boolean {
  if (as === 'fixed_price' || !isFigureAlone(cell)) return false
  const [digits] = /\d[\d.,]*/.exec(textOf(cell)) ?? []
  return digits !== undefined && Number(digits) !== 0 && Number(digits) !== value
}

/** What is not understood hides what another column says, unless it says nothing of benefits. */
function speaksOfBenefits(cell: Cell, style: BenefitStyle): boolean {
  const read = readWorth(textOf(cell), style)
  return !('why' in read && read.isSilent)
}

interface Context {
  reader: RowReader
  benefit: ReadyBenefit
  style: BenefitStyle
}

/**
 * What a figure means next to the sentences of the same row. A column of figures never beats the words next to it: if
 * they speak of the same value, they say what kind it is, and may name a cap; if they speak of another benefit, or of one
 * that is not understood, the figure is not believed.
 */
function agreeing(
  found: Found,
  source: WorthSource,
  { reader, benefit, style }: Context,
): Found | { expected: string } {
  if (!isFigureAlone(reader.cell(source))) return found
  let agreed = found
  const sentences = [benefit.summary, ...benefit.worth.filter(({ as }) => as === 'text' || as === 'discount')]
  for (const sentence of sentences) {
    const cell = reader.cell(sentence)
    if (cell === null || isFigureAlone(cell) || nameOf(sentence) === nameOf(source)) continue
    const read = readBeside(textOf(cell), found.worth.kind, style)
    if ('why' in read && read.isSilent) continue
    const isSame = 'worth' in read && isEqual(read.worth, found.worth)
    if (!isSame) {
      const why = 'why' in read ? `it ${read.why}` : `${read.worth.kind} ${read.worth.value}`
      return { expected: `the same benefit as in ${nameOf(sentence)} (${why})` }
    }
    agreed = { worth: read.worth, cap: read.cap ?? agreed.cap }
  }
  return agreed
}

/** A sentence that says another kind than the heading of the column of figures is read as it stands. */
function readBeside(text: string, kind: BenefitKind, style: BenefitStyle): ReadWorth {
  const read = readWorth(text, { ...style, kind })
  return 'worth' in read || read.isSilent ? read : readWorth(text, style)
}

function isEqual(one: Worth, other: Worth): boolean {
  return one.value === other.value && one.currency === other.currency && isOfMoney(one) === isOfMoney(other)
}

/** A count is no share of a price, though both have no currency. */
function isOfMoney({ kind, currency }: Worth): string {
  return currency === null && (kind === 'multibuy' || kind === 'installments') ? kind : 'price'
}

/** A number, a percentage or an amount, and no words. */
function isFigureAlone(cell: Cell): boolean {
  return !isList(cell) && !/\p{L}/u.test(textOf(cell).replace(/[A-Z]{1,3}\$|\b[A-Z]{3}\b/g, ''))
}

function kindOf(reader: RowReader, source: CellSource): BenefitKind | null {
  const text = reader.text(source)
  return BENEFIT_KINDS.find((kind) => kind === text) ?? null
}

type KnownSource = Omit<WorthSource, 'as'> & { as: Exclude<WorthSource['as'], 'value'> }

function worthOf(cell: Cell, source: KnownSource, style: BenefitStyle): Read<Found> {
  const { as } = source
  switch (as) {
    case 'text': {
      const read = readWorth(textOf(cell), style)
      return 'worth' in read ? { value: read } : { expected: `one benefit: it ${read.why}` }
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
function discountWorth(cell: Cell, source: KnownSource, style: BenefitStyle): Read<Found> {
  const isBare = typeof cell === 'number' || /^[\d.,]+$/.test(textOf(cell))
  if (isBare) return { expected: 'a discount with its sign, such as 20% or $ 10' }
  const percent = withKind('percentage', readPercentage(cell, style, false))
  if ('value' in percent) return percent
  const money = moneyWorth('amount', cell, style)
  return 'value' in money ? money : worthOf(cell, { ...source, as: 'text' }, style)
}

function withKind(kind: BenefitKind, read: Read<number>): Read<Found> {
  return 'value' in read ? { value: { worth: { kind, value: read.value, currency: null }, cap: null } } : read
}

function moneyWorth(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Found> {
  const read = readMoney(cell, style)
  return 'value' in read ? { value: { worth: { kind, ...read.value }, cap: null } } : read
}

function countWorth(kind: 'multibuy' | 'installments', cell: Cell, style: NumberStyle): Read<Found> {
  const sentence = readWorth(textOf(cell), { ...style, kind })
  if ('worth' in sentence && sentence.worth.kind === kind) return { value: sentence }
  const read = readNumber(cell, style)
  if (!('value' in read)) return read
  const isRight = kind === 'multibuy' ? read.value > 1 : Number.isInteger(read.value) && read.value >= 2
  return isRight
    ? { value: { worth: { kind, value: read.value, currency: null }, cap: null } }
    : { expected: 'a number of 2 or more' }
}
