// The benefit of a row: its summary, and its kind, value and cap as the named columns state them.

import { BENEFIT_KINDS, type Benefit, type BenefitKind } from '../../contract/offers/offer.ts'
import { clip } from '../../lib/text/clip.ts'
import { isBareNumber } from '../cells/figure-worth.ts'
import { isFigureAlone, type Money, type NumberStyle, type Read, readMoney } from '../cells/read-number.ts'
import { readWorth } from '../cells/read-worth.ts'
import type { Found } from '../cells/worth.ts'
import { saysNoCap } from '../cells/worth-endings.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import { boundColumn } from './bound.ts'
import { columnsOf } from './cell-source.ts'
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
  const found = findWorth(reader, benefit, context)
  const stated = found?.cap ?? null
  return {
    kind: found?.worth.kind ?? 'other',
    value: found?.worth.value ?? null,
    currency: found?.worth.currency ?? null,
    cap: benefit.cap ? readCap(reader, benefit.cap, context.style, stated) : stated,
    summary: reader.text(benefit.summary) ?? reader.text(context.title) ?? '',
  }
}

/** The value of the first source that states one. */
function findWorth(
  reader: RowReader,
  { worth, kind }: ReadyBenefit,
  { style, columns }: BenefitContext,
): Found | null {
  const named = kind ? kindOf(reader, kind) : null
  const unread: { source: WorthSource; expected: string; isProse: boolean }[] = []
  for (const source of worth) {
    const cell = reader.cell(source)
    // Next to a discount that is not known, a price may be the one before it.
    if (reader.isUncalculated(source)) return null
    if (cell === null) continue
    const read = readSource(cell, source, named, style)
    if (!('value' in read)) {
      // A title in words is no fault.
      const isProse = source.as === 'text' && !/\d/.test(textOf(cell))
      unread.push({ source, expected: read.expected, isProse })
      // Next to a discount that is not understood, a price may be the one before it.
      if (source.as !== 'text' && /[1-9]/.test(textOf(cell))) break
      continue
    }
    const others = columns.filter((column) => !columnsOf(source).includes(column))
    const bound = boundColumn(reader.row, others, read.value.worth)
    if (bound !== undefined) {
      const expected = `no limit in ${clip(bound)}, which says "up to", "from" or "per unit" of the same figure`
      reader.limited(source, 'benefit.value', expected)
      return null
    }
    reader.understood({ source, member: 'benefit.value', cell, worth: read.value.worth })
    for (const each of unread) if (!each.isProse) reader.misread(each.source, 'benefit.value')
    return read.value
  }
  const failed = unread.find(({ isProse }) => !isProse) ?? unread[0]
  if (failed) reader.note(failed.source, 'benefit.value', failed.expected)
  return null
}

/** A column of kinds decides. A kind that is not known leaves it to the form of the cell. */
function readSource(
  cell: Cell,
  { as, unit }: WorthSource,
  named: BenefitKind | null,
  style: NumberStyle,
): Read<Found> {
  if (named === 'other') return { expected: 'another kind of benefit next to it: this one has no value' }
  // 15 next to "Buy one get one free" is no count of units.
  if (as === 'value' && named === 'multibuy' && isFigureAlone(cell, style.currency))
    return { expected: 'the units received for one paid, such as 2x1' }
  if (as === 'value' && named === null && isBareNumber(cell))
    return { expected: 'a known kind of benefit next to it, or the value with its sign, such as 20%' }
  if (as === 'value') return readWorth(cell, { as: named ?? 'text', unit }, style)
  const isOpen = as === 'text' || as === 'discount'
  const read = readWorth(cell, { as: isOpen && named && !isBareNumber(cell) ? named : as, unit }, style)
  if (!('value' in read) || named === null || read.value.worth.kind === named) return read
  return { expected: `a value of the kind that its row names (${named})` }
}

function kindOf(reader: RowReader, source: CellSource): BenefitKind | null {
  const text = reader.text(source)
  return BENEFIT_KINDS.find((kind) => kind === text) ?? null
}

/** @param stated the cap in the cell of the value: kept if the column is empty, dropped if the column differs */
function readCap(
  reader: RowReader,
  source: CellSource,
  style: NumberStyle,
  stated: Money | null,
): Benefit['cap'] {
  const cell = reader.cell(source)
  if (cell === null) return stated
  const read = capIn(cell, style)
  if (!('value' in read)) {
    reader.note(source, 'benefit.cap', read.expected)
    return null
  }
  const isOther =
    stated !== null && (read.value?.value !== stated.value || read.value.currency !== stated.currency)
  if (isOther) {
    reader.limited(source, 'benefit.cap', `the cap next to the value: ${stated.value} ${stated.currency}`)
    return null
  }
  reader.understood({ source, member: 'benefit.cap', cell })
  return read.value
}

/** Smaller numbers count how often an offer can be used. */
const LEAST_CAP = 10

function capIn(cell: Cell, style: NumberStyle): Read<Money | null> {
  const text = textOf(cell)
  if (saysNoCap(text) || Number(text) === 0) return { value: null }
  return isBareNumber(cell) && Number(text) < LEAST_CAP
    ? { expected: 'an amount with its sign: a small number may count uses' }
    : readMoney(cell, style)
}
