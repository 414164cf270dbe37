// The benefit of a row: its summary, and its kind, value and cap as the named columns state them.

import { BENEFIT_KINDS, type Benefit, type BenefitKind, MAX_CHARACTERS } from '../../contract/offers/offer.ts'
import { atMostCharacters, isLongerThan } from '../../lib/text/bounds.ts'
import { clip } from '../../lib/text/clip.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { inCents, isBareNumber } from '../cells/figure-worth.ts'
import { type Money, type NumberStyle, type Read, readMoney } from '../cells/read-number.ts'
import { isYesOrNo, saysNoOffer } from '../cells/read-status.ts'
import { readWorth } from '../cells/read-worth.ts'
import type { StatedWorth } from '../cells/worth.ts'
import { capIn, saysNoCap } from '../cells/worth-endings.ts'
import { boundColumn, isLimited } from './bound.ts'
import { columnsOf, nameOf } from './cell-source.ts'
import type { ReadyMapping } from './load-mapping.ts'
import type { CapSource, CellSource, WorthSource } from './mapping.ts'
import type { Contradiction } from './neighbours.ts'
import type { OtherCurrency } from './row-currency.ts'
import type { RowReader } from './row-reader.ts'

type ReadyBenefit = ReadyMapping['offer']['benefit']

export interface BenefitContext {
  style: NumberStyle
  /** The columns whose texts may limit a value. */
  limiting: readonly string[]
  title: CellSource
  otherCurrency: OtherCurrency
  contradiction: Contradiction
}

/** Without a summary, the title is the summary; a row without both is rejected for its title. */
export function mapBenefit(reader: RowReader, benefit: ReadyBenefit, context: BenefitContext): Benefit {
  const stated = findWorth(reader, benefit, context)
  const cap = stated?.cap ?? null
  const summary = readSummary(reader, benefit.summary) ?? reader.text(context.title) ?? ''
  return {
    kind: stated?.worth.kind ?? 'other',
    value: stated?.worth.value ?? null,
    currency: stated?.worth.currency ?? null,
    cap: benefit.cap ? readCap(reader, benefit.cap, context, cap) : cap,
    summary: benefit.cap && cap === null ? withNoCap(summary, reader.text(benefit.cap)) : summary,
  }
}

/** `40% dcto., Sin tope`: a cap that is null says nothing, so the words of its column go into the summary. */
function withNoCap(summary: string, cap: string | null): string {
  if (summary === '' || cap === null || !saysNoCap(cap) || summary.toLowerCase().includes(cap.toLowerCase()))
    return summary
  const both = `${summary}, ${cap}`
  return isLongerThan(MAX_CHARACTERS.summary, both) ? summary : both
}

/** Null, with a note, if the text is too long. No form is expected of it, so it is no sign of a changed column. */
function readSummary(reader: RowReader, source: CellSource): string | null {
  const text = reader.text(source)
  if (text === null || !isLongerThan(MAX_CHARACTERS.summary, text)) return text
  const expected = atMostCharacters(MAX_CHARACTERS.summary)
  reader.notes.push({ column: nameOf(source), member: 'benefit.summary', found: text, expected })
  return null
}

/** A cell that states no value. */
interface Unread {
  source: WorthSource
  expected: string
  /** Whether its form is known, but it limits its figure, or its row has another currency. */
  hasLimit: boolean
  /** Whether it is a text without a figure, such as a title: it is noted only if all unread cells of its row are such. */
  isProse: boolean
}

/** The value of the first source that states one. */
function findWorth(reader: RowReader, benefit: ReadyBenefit, context: BenefitContext): StatedWorth | null {
  const namedKind = benefit.kind ? kindOf(reader, benefit.kind) : null
  const unread: Unread[] = []
  for (const source of benefit.worth) {
    const cell = reader.cell(source)
    // Next to a discount that is not known, a price may be the price before the discount.
    if (reader.formulaIn(source)) {
      reader.misread(source, 'benefit.value')
      return null
    }
    if (cell === null) continue
    const read = readInRow(cell, source, namedKind, { reader, context })
    if ('value' in read) return sureWorth(read.value, { cell, source, unread, reader, context })
    unread.push(read)
    if (!leavesItToNext(cell, source, context.title)) break
  }
  const failed = unread.find(({ isProse }) => !isProse) ?? unread[0]
  if (failed?.hasLimit) reader.limited(failed.source, 'benefit.value', failed.expected)
  else if (failed) reader.note(failed.source, 'benefit.value', failed.expected)
  return null
}

/** Reads a cell. In a row of another currency, only a value that shows its own currency is read. */
function readInRow(
  cell: Cell,
  source: WorthSource,
  namedKind: BenefitKind | null,
  { reader, context }: { reader: RowReader; context: BenefitContext },
): { value: StatedWorth } | Unread {
  const read = readSource(cell, source, namedKind, context.style)
  if (!('value' in read)) return unreadCell(cell, source, read.expected, isLimited(textOf(cell)))
  const otherCurrency = context.otherCurrency(reader.row, source)
  if (otherCurrency === undefined) return read
  const withOwnSign = readSource(cell, source, namedKind, withoutCurrency(context.style))
  return 'value' in withOwnSign ? withOwnSign : unreadCell(cell, source, otherCurrency, true)
}

/**
 * The value of a cell, unless another column limits or contradicts it: then null.
 * @param unread the cells before; those that are neither prose nor limited count as not understood
 */
function sureWorth(
  stated: StatedWorth,
  {
    cell,
    source,
    unread,
    reader,
    context,
  }: {
    cell: Cell
    source: WorthSource
    unread: readonly Unread[]
    reader: RowReader
    context: BenefitContext
  },
): StatedWorth | null {
  const others = context.limiting.filter((column) => !columnsOf(source).includes(column))
  const bound = boundColumn(reader.row, others, stated.worth)
  const expected =
    bound === undefined
      ? context.contradiction(reader.row, source, stated.worth)
      : `no limit in ${clip(bound)}, which says "up to", "from" or "per unit" of the same figure`
  if (expected !== undefined) {
    reader.limited(source, 'benefit.value', expected)
    return null
  }
  reader.understood({ source, member: 'benefit.value', cell, worth: stated.worth })
  for (const each of unread) if (!each.isProse && !each.hasLimit) reader.misread(each.source, 'benefit.value')
  return stated
}

function unreadCell(cell: Cell, source: WorthSource, expected: string, hasLimit: boolean): Unread {
  return { source, expected, hasLimit, isProse: source.as === 'text' && !/\d/.test(textOf(cell)) }
}

/** Signs of several currencies, and numbers without one, are not read. */
function withoutCurrency(style: NumberStyle): NumberStyle {
  return { ...style, currency: null }
}

/** A percentage, money, "2x1", instalments: the text speaks of a benefit. */
const OF_BENEFIT =
  /\d ?%|\p{Sc} ?\d|\d ?\p{Sc}|(?<![\d.,])\d ?[x×] ?\d(?![\d.,]| ?(?:kg|gr?|ml|lt?|cm|mm|m|oz|un)(?!\p{L}))|\d ?(?:por ?ciento|por ?cento|percent|pesos|cuotas|meses sin|csi|msi|parcelas)/iu

/**
 * Whether the next column may give the value, although this cell is not understood. Next to a discount that is not
 * understood, a price may be the price before the discount. A title always leaves the value to the next column.
 */
function leavesItToNext(cell: Cell, { as, column }: WorthSource, title: CellSource): boolean {
  const text = textOf(cell)
  if (as === 'text') return (column !== undefined && column === title.column) || !OF_BENEFIT.test(text)
  if (/[1-9]/.test(text)) return false
  // "0", "-", "sin promoción" and "no" say that there is no discount here.
  return !/\p{L}/u.test(text) || saysNoOffer(text) || isYesOrNo(text)
}

const LOOKUP = '"lookup" in /offer/benefit/kind of mapping.json says what the texts of that column mean'

/** Reads a cell as the kind that its row names; without a known kind, by the form of the cell. */
function readSource(
  cell: Cell,
  { as, unit }: WorthSource,
  named: BenefitKind | null,
  style: NumberStyle,
): Read<StatedWorth> {
  if (named === 'other')
    return { expected: `a kind of benefit that has a value: the column of kinds says other; ${LOOKUP}` }
  if (as === 'value' && named === null && isBareNumber(cell))
    return {
      expected: `a known kind of benefit next to it, or the value with its sign, such as 20%; ${LOOKUP}`,
    }
  if (as === 'value') {
    // Up to 100, cash back may be a percentage: what is said of money says nothing of it.
    const isOpen = named === 'cashback' && unit === 'cents' && Number(textOf(cell)) <= 100
    return readWorth(cell, { as: named ?? 'text', unit: isOpen ? undefined : unit }, style)
  }
  const isOpen = as === 'text' || as === 'discount'
  // A bare number in a column of texts may count anything, whatever kind its row names.
  const read = readWorth(cell, { as: isOpen && named && !isBareNumber(cell) ? named : as, unit }, style)
  if (!('value' in read) || named === null || read.value.worth.kind === named) return read
  return { expected: `a value of the kind that its row names (${named})` }
}

function kindOf(reader: RowReader, source: CellSource): BenefitKind | null {
  const text = reader.text(source)
  return BENEFIT_KINDS.find((kind) => kind === text) ?? null
}

/** @param stated the cap in the cell of the value: kept if the column is empty, otherwise dropped unless it says the same */
function readCap(
  reader: RowReader,
  source: CapSource,
  { style, otherCurrency }: BenefitContext,
  stated: Money | null,
): Benefit['cap'] {
  const cell = reader.cell(source)
  if (cell === null) return stated
  const read = capOf(cell, source, style)
  // In a row of another currency, only a cap that shows its own currency is read.
  const other = otherCurrency(reader.row, source)
  if ('value' in read && other !== undefined && !('value' in capOf(cell, source, withoutCurrency(style)))) {
    reader.limited(source, 'benefit.cap', other)
    return null
  }
  if (!('value' in read)) {
    reader.note(source, 'benefit.cap', read.expected)
    return null
  }
  const differs =
    stated !== null && (read.value?.value !== stated.value || read.value.currency !== stated.currency)
  if (differs) {
    reader.limited(source, 'benefit.cap', `the cap next to the value: ${stated.value} ${stated.currency}`)
    return null
  }
  reader.understood({ source, member: 'benefit.cap', cell })
  return read.value
}

/** Smaller numbers count how often an offer can be used. */
const LEAST_CAP = 10

function capOf(cell: Cell, { unit }: CapSource, style: NumberStyle): Read<Money | null> {
  const text = textOf(cell)
  if (saysNoCap(text) || Number(text) === 0) return { value: null }
  const worded = capIn(text, style)
  if (worded) return { value: worded }
  if (unit === 'cents' && isBareNumber(cell)) return inCents(cell, style)
  const read = readMoney(cell, style)
  const isSmall = 'value' in read && read.value.value < LEAST_CAP
  return isBareNumber(cell) && isSmall
    ? { expected: 'an amount with its sign: a small number may count uses' }
    : read
}
