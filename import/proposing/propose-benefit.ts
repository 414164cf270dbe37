// Which columns the benefit is read from, as far as headings and values say so.

import { fold } from '../../lib/text/plain-letters.ts'
import { wordsOf } from '../conversions/words.ts'
import { columnsIn } from '../mapping/cell-source.ts'
import type { CellSource, Mapping, WorthSource } from '../mapping/mapping.ts'
import { textOf } from '../tables/cell.ts'
import { KIND_WORDS } from './kind-words.ts'
import { areFractions, type ColumnSample, isFigure } from './look-at-values.ts'
import type { TableColumns } from './table-columns.ts'

type ProposedBenefit = Mapping['offer']['benefit']

/** @param doubts gets what a person should check */
export function proposeBenefit(
  columns: TableColumns,
  title: CellSource | null,
  doubts: string[],
): ProposedBenefit {
  const [percentage, amount, price, benefit] = [
    columns.inRole('percentage'),
    columns.inRole('amount'),
    columns.inRole('price'),
    columns.inRole('benefit'),
  ]
  const kind = proposeKind(columns)
  const worth: WorthSource[] = []
  // A column of percentages next to a sentence is often what a machine has found in the sentence.
  if (percentage && !benefit) {
    const isFraction = areFractions(percentage)
    if (isFraction) doubts.push(`${JSON.stringify(percentage.name)}: 0,2 is taken for 20 % (fraction)`)
    worth.push({
      as: 'percentage',
      column: percentage.name,
      ...(isFraction ? { unit: 'fraction' as const } : {}),
    })
  }
  if (amount && !benefit) worth.push({ as: 'amount', column: amount.name })
  if (price && !benefit) {
    worth.push({ as: 'fixed_price', column: price.name })
    doubts.push(`${JSON.stringify(price.name)} is taken for the price that is paid (fixed_price)`)
  }
  if (benefit) worth.push(benefitSource(benefit, doubts))
  const sentences = [columns.inRole('title')?.name, columns.inRole('description')?.name]
  const sentence = columnsIn(title).find((column) => sentences.includes(column))
  if (sentence !== undefined && !price && benefit?.name !== sentence)
    worth.push({ as: 'text', column: sentence })
  return {
    worth,
    kind,
    cap: proposeCap(columns, doubts),
    summary: benefit ? summaryOf(benefit, title) : title,
  }
}

/** Numbers alone under "Descuento" are percentages, if a person says so. */
function benefitSource(benefit: ColumnSample, doubts: string[]): WorthSource {
  const areNumbers = benefit.cells.filter(
    (cell) => typeof cell === 'number' || /^[\d.,]+$/.test(textOf(cell)),
  ).length
  if (areNumbers < benefit.cells.length / 2) {
    const isDiscount = /descuento|desconto|discount|dcto|dto|savings|ahorro|rebaja/.test(fold(benefit.name))
    return { as: isDiscount ? 'discount' : 'text', column: benefit.name }
  }
  if (areFractions(benefit)) {
    doubts.push(`${JSON.stringify(benefit.name)}: 0,2 is taken for 20 % (fraction)`)
    return { as: 'percentage', column: benefit.name, unit: 'fraction' }
  }
  doubts.push(
    `${JSON.stringify(benefit.name)} holds bare numbers: they are not read until "as" says percentage or amount`,
  )
  return { as: 'text', column: benefit.name }
}

function summaryOf(benefit: ColumnSample, title: CellSource | null): CellSource {
  const isFull = benefit.texts.length === benefit.rows
  if (isFull || title?.column === undefined) return { column: benefit.name }
  return { first_of: [...new Set([benefit.name, title.column])] }
}

function proposeKind(columns: TableColumns): CellSource | null {
  const sample = columns.inRole('kind')
  if (!sample) return null
  const texts = [...new Set(sample.texts)].slice(0, 30)
  const lookup = Object.fromEntries(texts.map((text) => [text, KIND_WORDS.get(wordsOf(text)) ?? null]))
  const known = Object.values(lookup).filter((kind) => kind !== null)
  if (known.length < texts.length / 2) return null
  return { column: sample.name, lookup }
}

function proposeCap(columns: TableColumns, doubts: string[]): CellSource | null {
  const sample = columns.inRole('cap')
  if (!sample) return null
  const readable = sample.texts.filter(isFigure).length
  if (readable >= sample.texts.length / 2) return { column: sample.name }
  doubts.push(`/offer/benefit/cap: ${JSON.stringify(sample.name)} holds sentences, and is not taken`)
  return null
}
