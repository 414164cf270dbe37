// The cells and the columns that a mapping points to.

import { andMore, clip } from '../../lib/text/clip.ts'
import { type Cell, isFormula, textOf } from '../cells/cell.ts'
import { saysNothing } from '../cells/words.ts'
import type { Row } from '../tables/table.ts'
import type { CellSource, Skip } from './mapping.ts'

/**
 * The cell of a source, cut by `before`, then replaced by `lookup`; `otherwise` or null if it is empty, means "unknown", or
 * is a formula without a result.
 */
export function readCell(source: CellSource, row: Row): Cell {
  const cell = lookedUp(source, cut(source, rawCell(source, row)))
  return isFormula(cell) || saysNothing(textOf(cell)) ? (source.otherwise ?? null) : cell
}

/**
 * The text of a code; `otherwise` or null if it is empty. In a single column, a code may be "NA" or "none". A formula
 * without a result gives its own text: spreadsheet-errors.ts rejects its row.
 */
export function readCode(source: CellSource, row: Row): string | null {
  if (source.column === undefined) return textOf(readCell(source, row)) || null
  const text = textOf(lookedUp(source, cut(source, rawCell(source, row))))
  return isCode(text) ? text : (source.otherwise ?? null)
}

/** Whether a text has a letter or a digit. */
export function isCode(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function rawCell(source: CellSource, row: Row): Cell {
  if (source.constant !== undefined) return source.constant
  if (source.column !== undefined) return row.get(source.column)
  const cells = columnsOf(source).map((column) => row.get(column))
  // A formula without a result counts as filled: the next of `first_of` must not take its place.
  const filled = cells.filter((cell) => isFormula(cell) || !saysNothing(textOf(cell)))
  if (source.columns === undefined) return filled[0] ?? null
  return filled.flatMap((cell) => (isFormula(cell) ? [] : textOf(cell))).join(source.join ?? ' ')
}

function cut({ before }: CellSource, cell: Cell): Cell {
  return before === undefined || isFormula(cell) ? cell : (textOf(cell).split(before, 1)[0]?.trim() ?? null)
}

/** Looks for the exact text, then ignores case: a table has both "Banco Sur" and "BANCO SUR". */
function lookedUp({ lookup }: CellSource, cell: Cell): Cell {
  if (!lookup || isFormula(cell)) return cell
  const text = textOf(cell)
  const entries = Object.entries(lookup)
  const entry =
    entries.find(([from]) => from === text) ??
    entries.find(([from]) => from.trim().toLowerCase() === text.toLowerCase())
  return entry ? entry[1] : cell
}

/** Whether a row is skipped by a column, whose texts may be in any case. */
export function isSkippedBy({ column, values }: Skip, row: Row): boolean {
  const text = textOf(row.get(column))
  return values === undefined ? !saysNothing(text) : isOneOf(values, text)
}

/** Whether a mapping says by a column of titles that rows that may be totals are offers: it skips no text there. */
export function publishesSums(title: CellSource | null): (skip: Skip) => boolean {
  const titles = columnsOf(title ?? {})
  return ({ column, values, published }) =>
    titles.includes(column) && values?.length === 0 && published === undefined
}

/** Whether a text is in a list, in any case. */
export function isOneOf(texts: readonly string[], text: string): boolean {
  if (texts.includes(text)) return true
  const lower = text.toLowerCase()
  return texts.some((each) => each.toLowerCase() === lower)
}

/** The columns that a source reads; none if it is a constant. */
export function columnsOf(source: CellSource): readonly string[] {
  return source.column === undefined ? (source.columns ?? source.first_of ?? []) : [source.column]
}

/** The name of a source in messages. */
export function nameOf(source: CellSource): string {
  return columnsOf(source).join(' + ') || 'the mapping'
}

/** Enough to recognise the table. */
const MAX_LISTED = 40

/** The first `most` columns for a message, quoted, with the number of further ones. */
export function namesText(columns: readonly string[], most = MAX_LISTED): string {
  const names = columns.slice(0, most).map((column) => JSON.stringify(clip(column)))
  return andMore(names, columns.length).join(', ')
}

/** A place of a mapping that names a column. */
export interface ColumnPlace {
  column: string
  /** The pointer to the source, such as `/offer/title`. */
  pointer: string
}

/** All places in a part of a mapping that name a column. */
export function columnPlaces(value: unknown, pointer = ''): ColumnPlace[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    // The members of a lookup are texts of the table, not columns.
    if (name === 'lookup') return []
    if (name === 'column' && typeof member === 'string') return [{ column: member, pointer }]
    if ((name !== 'columns' && name !== 'first_of') || !Array.isArray(member))
      return columnPlaces(member, `${pointer}/${name}`)
    return member.flatMap((column) => (typeof column === 'string' ? [{ column, pointer }] : []))
  })
}

/** All columns that a part of a mapping names. */
export function columnsIn(value: unknown): string[] {
  return [...new Set(columnPlaces(value).map(({ column }) => column))]
}
