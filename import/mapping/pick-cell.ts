// The cell that a mapping points to, in one row.

import { saysNothing } from '../conversions/words.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'
import type { CellSource } from './mapping.ts'

/** Null for what is empty, or says that it is unknown. */
export function pickCell(pick: CellSource, row: Row, unknown: readonly string[]): Cell {
  const found = lookedUp(pick, cut(pick, rawCell(pick, row, unknown)))
  return saysNothing(textOf(found), unknown) ? (pick.otherwise ?? null) : found
}

function rawCell(pick: CellSource, row: Row, unknown: readonly string[]): Cell {
  if (pick.constant !== undefined) return pick.constant
  if (pick.column !== undefined) return row.get(pick.column)
  const cells = (pick.columns ?? pick.first_of ?? []).map((column) => row.get(column))
  const telling = cells.filter((cell) => !saysNothing(textOf(cell), unknown))
  return pick.columns === undefined ? (telling[0] ?? null) : telling.map(textOf).join(pick.join ?? ' ')
}

function cut({ before }: CellSource, cell: Cell): Cell {
  return before === undefined ? cell : (textOf(cell).split(before, 1)[0]?.trim() ?? null)
}

/** By the exact text, else regardless of case: a table has both "Banco Sur" and "BANCO SUR". */
function lookedUp({ lookup }: CellSource, cell: Cell): Cell {
  if (!lookup) return cell
  const text = textOf(cell)
  const entries = Object.entries(lookup)
  const entry =
    entries.find(([from]) => from === text) ??
    entries.find(([from]) => from.trim().toLowerCase() === text.toLowerCase())
  return entry ? entry[1] : cell
}

/** The columns that a pick reads. */
export function columnsOf(pick: CellSource): readonly string[] {
  return pick.column === undefined ? (pick.columns ?? pick.first_of ?? []) : [pick.column]
}

/** How a pick is told to people. */
export function nameOf(pick: CellSource): string {
  return columnsOf(pick).join(' + ') || 'the mapping'
}
