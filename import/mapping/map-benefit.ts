// The benefit of a row: its summary, and its kind, value and cap if the cells show them without doubt.

import { BENEFIT_KINDS, type Benefit, type BenefitKind } from '../../contract/offers/offer.ts'
import { clip } from '../../lib/text/clip.ts'
import { namesCap } from '../conversions/benefit/conditions.ts'
import { itemsOf } from '../conversions/benefit/items.ts'
import {
  type BenefitStyle,
  type ReadWorth,
  readWorth,
  saysNoCap,
  type Worth,
} from '../conversions/benefit/read-benefit.ts'
import { isFigureAlone, type Money, type NumberStyle, readMoney } from '../conversions/read-number.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import { columnsOf, nameOf } from './cell-source.ts'
import { type Found, isBareNumber, worthOf } from './cell-worth.ts'
import { limitingColumn, namesBound } from './limiting-texts.ts'
import type { CellSource, Mapping, WorthSource } from './mapping.ts'
import type { RowReader } from './row-reader.ts'

type ReadyBenefit = Mapping['offer']['benefit'] & { summary: CellSource }

export interface BenefitContext {
  style: NumberStyle
  /** All columns of the table, mapped or not. */
  columns: readonly string[]
  title: CellSource
}

/** Without a summary, the title is it; a row without both is rejected for its title. */
export function mapBenefit(reader: RowReader, benefit: ReadyBenefit, context: BenefitContext): Benefit {
  const { style, title } = context
  const summary = reader.text(benefit.summary) ?? reader.text(title) ?? ''
  const found = findWorth(reader, benefit, context)
  const stated = found?.cap ?? null
  const cap = benefit.cap ? readCap(reader, benefit.cap, style, stated) : stated
  if (cap === null && found?.worth.currency === null) noteCapElsewhere(reader, benefit, context)
  return {
    kind: found?.worth.kind ?? 'other',
    value: found?.worth.value ?? null,
    currency: found?.worth.currency ?? null,
    cap,
    summary,
  }
}

const MAY_CAP = /(?<!\p{L})(?:tope|cap|capped|m[aá]x|limit|teto)/iu
const MAX_CHARACTERS_OF_CAP = 1000

/** A cap in a text that is not read as the benefit: the offer is published without it. */
function noteCapElsewhere(
  reader: RowReader,
  benefit: ReadyBenefit,
  { style, columns }: BenefitContext,
): void {
  const own = [...benefit.worth, benefit.cap ?? {}].flatMap(columnsOf)
  for (const column of columns) {
    const text = textOf(reader.row.get(column))
    const isLong = text.length > MAX_CHARACTERS_OF_CAP
    if (own.includes(column) || isLong || !MAY_CAP.test(text) || !namesCap(itemsOf(text, style.currency)))
      continue
    const expected = 'a cap in the text of the benefit, or in a separate column'
    reader.notes.push({ column, member: 'benefit.cap', found: text, expected })
    return
  }
}

/** @param stated the cap in the sentence of the benefit: kept if the column is empty, dropped if the column differs */
function readCap(
  reader: RowReader,
  source: CellSource,
  style: NumberStyle,
  stated: Money | null,
): Benefit['cap'] {
  const cell = reader.cell(source)
  if (cell === null) return stated
  const isNone = saysNoCap(textOf(cell)) || Number(textOf(cell)) === 0
  const isCount = isBareNumber(cell) && Number(textOf(cell)) < LEAST_CAP
  const read = isNone
    ? { value: null }
    : isCount
      ? { expected: 'an amount with its sign: a small number may count uses' }
      : readMoney(cell, style)
  if (!('value' in read)) {
    reader.note(source, 'benefit.cap', read.expected)
    return null
  }
  const isOther =
    stated !== null && (read.value?.value !== stated.value || read.value.currency !== stated.currency)
  if (!isOther) {
    reader.understood({ source, member: 'benefit.cap', cell })
    return read.value
  }
  reader.note(source, 'benefit.cap', `the cap that the benefit names: ${stated.value} ${stated.currency}`)
  return null
}

/** Smaller numbers count how often an offer can be used. */
const LEAST_CAP = 10

function findWorth(reader: RowReader, benefit: ReadyBenefit, context: BenefitContext): Found | null {
  const { worth, kind } = benefit
  const style: BenefitStyle = { ...context.style, kind: kind ? kindOf(reader, kind) : null }
  const row: Context = { ...context, reader, benefit, style }
  const passed: { source: WorthSource; expected: string; isSilent: boolean }[] = []
  for (const source of worth) {
    const cell = reader.cell(source)
    const as = source.as === 'value' ? style.kind : source.as
    if (cell === null || as === null) continue
    const isAlone = isFigureAlone(cell, style.currency)
    if (as === 'other') {
      const expected = `a kind in ${nameOf(kind ?? source)} that is known`
      passed.push({ source, expected, isSilent: !isAlone })
      continue
    }
    // 15 next to "Buy one get one free" is no count of units.
    const isCount = source.as === 'value' && as === 'multibuy' && isAlone
    const read = isCount
      ? { expected: 'the units received for one paid, such as 2x1' }
      : worthOf(cell, { ...source, as }, style)
    if ('value' in read) {
      const found = confirmed(read.value, source, row)
      const other = passed.find((each) =>
        contradicts(reader.cell(each.source), each.source, read.value.worth, style.currency),
      )
      if (typeof found !== 'string' && !other) {
        reader.understood({ source, member: 'benefit.value', cell, worth: found.worth })
        for (const each of passed) if (!each.isSilent) reader.misread(each.source, 'benefit.value')
        return found
      }
      const several = `one value: ${nameOf(source)} has another; --value names the column to read`
      reader.note(other?.source ?? source, 'benefit.value', typeof found === 'string' ? found : several)
      return null
    }
    // A column of figures that holds words is named; a sentence only if it speaks of benefits.
    const isText = as === 'text' || as === 'discount'
    const speaks = !isAlone && speaksOfBenefits(cell, style)
    const isSilent = isCount || (isText && !isAlone && !speaks)
    passed.push({ source, expected: read.expected, isSilent })
    if (speaks && !isCount) break
  }
  const failed = passed.find((each) => !each.isSilent) ?? passed[0]
  if (failed) reader.note(failed.source, 'benefit.value', failed.expected)
  return null
}

interface Context extends BenefitContext {
  reader: RowReader
  benefit: ReadyBenefit
  style: BenefitStyle
}

/** A value that nothing in its row speaks against; otherwise what was expected instead. */
function confirmed(found: Found, source: WorthSource, row: Context): Found | string {
  const { reader, benefit, columns, style } = row
  const { kind } = found.worth
  const fault = faultBesidePrice(textOf(reader.cell(source)), found.worth, pricesOf(reader, benefit, style))
  if (fault !== undefined) return fault
  // A column that names the kind wins over the figure next to it.
  if (benefit.kind && style.kind !== null && style.kind !== kind)
    return `a value of the kind that ${nameOf(benefit.kind)} names (${style.kind})`
  const agreed = agreeing(found, source, row)
  if (typeof agreed === 'string') return agreed
  const others = columns.filter((column) => column !== nameOf(source))
  const column = limitingColumn(reader.row, others, agreed.worth, style)
  if (column === undefined) return agreed
  return `a value that ${clip(column)} does not limit, as in "up to 20%", "2 for 5" or "cash back"`
}

const PAIR = /(?<![\d.,])(?!2 ?x ?1(?!\d))\d{1,2} ?[x×] ?\d{1,2}(?!\d)/i

/** Why a value is none next to a price: few shops sell six for the price of four, or take the whole price off. */
function faultBesidePrice(
  text: string,
  { kind, value }: Worth,
  prices: readonly number[],
): string | undefined {
  if (kind === 'multibuy' && PAIR.test(text) && prices.length > 0)
    return 'no price next to it: a pair of numbers such as 6x4 may be a size'
  const isPrice = kind === 'amount' && prices.includes(value)
  return isPrice ? 'money off, but it is the price in another column' : undefined
}

/** The prices of a row; NaN for one that is not understood. */
function pricesOf(reader: RowReader, { worth }: ReadyBenefit, style: NumberStyle): number[] {
  return worth.flatMap((source) => {
    const cell = source.as === 'fixed_price' ? reader.cell(source) : null
    if (cell === null) return []
    const read = readMoney(cell, style)
    return 'value' in read ? read.value.value : Number.NaN
  })
}

/** Whether a bare number that was passed over differs from the value. A price may differ from it. */
function contradicts(cell: Cell, { as }: WorthSource, { value }: Worth, currency: string | null): boolean {
  if (as === 'fixed_price' || !isFigureAlone(cell, currency)) return false
  const [digits] = /\d[\d.,]*/.exec(textOf(cell)) ?? []
  return digits !== undefined && Number(digits) !== 0 && Number(digits) !== value
}

/** A cell that is not understood hides later columns only if it speaks of benefits. */
function speaksOfBenefits(cell: Cell, style: BenefitStyle): boolean {
  const read = readWorth(textOf(cell), style)
  return !('why' in read && read.isSilent)
}

/**
 * Checks a figure against the sentences of its row, which take precedence over it. A sentence with the same value decides
 * the kind, and may name a cap. A sentence with another benefit, or one that is not understood, rules the figure out.
 */
function agreeing(
  found: Found,
  source: WorthSource,
  { reader, benefit, title, style }: Context,
): Found | string {
  if (!isFigureAlone(reader.cell(source), style.currency)) return found
  let agreed = found
  const own = benefit.worth.flatMap(columnsOf)
  // A title made of the benefit says nothing new.
  const titles = columnsOf(title).some((column) => own.includes(column)) ? [] : [title]
  const texts = benefit.worth.filter(({ as }) => as === 'text' || as === 'discount')
  const sentences = [benefit.summary, ...titles, ...texts]
  for (const sentence of sentences) {
    const cell = reader.cell(sentence)
    if (cell === null || nameOf(sentence) === nameOf(source)) continue
    if (isFigureAlone(cell, style.currency)) {
      if (isOtherShare(textOf(cell), found.worth))
        return `the same percentage as in ${nameOf(sentence)} (${clip(textOf(cell))})`
      continue
    }
    const read = readSentence(textOf(cell), found.worth.kind, style)
    if ('why' in read && read.isSilent) continue
    const isVague = 'why' in readWorth(textOf(cell), { ...style, kind: null })
    const isTitle = columnsOf(sentence).every((column) => columnsOf(title).includes(column))
    if (isTitle && isVague && areNames(textOf(cell), found.worth, style)) continue
    const isSame = 'worth' in read && isEqual(read.worth, found.worth)
    if (!isSame) {
      const why = 'why' in read ? `it ${read.why}` : `${read.worth.kind} ${read.worth.value}`
      return `the same benefit as in ${nameOf(sentence)} (${why})`
    }
    agreed = { worth: read.worth, cap: read.cap ?? agreed.cap }
  }
  return agreed
}

/** Whether a text such as "-37%" is another percentage than the value. One may be the other rounded. */
function isOtherShare(text: string, { kind, value }: Worth): boolean {
  const [, digits] = /^[-–−+]?\s?(\d{1,3}(?:[.,]\d{1,15})?)\s?%$/.exec(text.trim()) ?? []
  if (digits === undefined || kind !== 'percentage') return false
  return Math.abs(Number(digits.replace(',', '.')) - value) >= 1
}

/**
 * Whether the figures of a title are names, such as "RTX 3060" and "7 % fat": none of them is the value of the column of
 * percentages, and without them the title does not speak of a benefit.
 */
function areNames(text: string, worth: Worth, style: BenefitStyle): boolean {
  const isShare = worth.currency === null && (worth.kind === 'percentage' || worth.kind === 'cashback')
  // In a script that is not read, a percentage may be anything.
  const isUnread = /(?!\p{Script=Latin})\p{L}/u.test(text) && SHARE.test(text.normalize('NFKC'))
  if (!isShare || isUnread || namesBound(text)) return false
  const [, reduced] = REDUCED.exec(text) ?? []
  if (reduced !== undefined && Math.abs(Number(reduced) - worth.value) >= 1) return false
  const figures = (text.match(NUMBERS) ?? []).map((figure) => Number(figure.replace(',', '.')))
  const rest = readWorth(text.replace(FIGURES, ' '), { ...style, kind: null })
  return figures.length > 0 && !figures.includes(worth.value) && 'why' in rest && rest.isSilent
}

/** "Shoes -40%" */
const REDUCED = /(?<![\d%]\s?)[-–−](\d{1,3})\s?%/
const NUMBERS = /\d+(?:[.,]\d+)?/g
/** With the signs and units that belong to them. */
const FIGURES = /\d+(?:[.,]\d+)?\s?(?:%|[a-z](?![a-z]))?/gi
const SHARE = /(?<![\d.,%])(?:100|[1-9]\d?)\s?%/

/** Tries the kind of the column of figures first, then reads the sentence as it stands. */
function readSentence(text: string, kind: BenefitKind, style: BenefitStyle): ReadWorth {
  const read = readWorth(text, { ...style, kind })
  return 'worth' in read || read.isSilent ? read : readWorth(text, style)
}

function isEqual(one: Worth, other: Worth): boolean {
  return one.value === other.value && one.currency === other.currency && isOfMoney(one) === isOfMoney(other)
}

/** A count is not a share of a price, though neither has a currency. */
function isOfMoney({ kind, currency }: Worth): string {
  return currency === null && (kind === 'multibuy' || kind === 'installments') ? kind : 'price'
}

function kindOf(reader: RowReader, source: CellSource): BenefitKind | null {
  const text = reader.text(source)
  return BENEFIT_KINDS.find((kind) => kind === text) ?? null
}
