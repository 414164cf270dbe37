// Rows of delimited text that end before a column that the mapping reads. If almost all others go on, they have lost
// cells, and are rejected; else they are named.

import { textOf } from '../cells/cell.ts'
import type { Row, Table } from '../tables/table.ts'

/** How many rows of delimited text are read before the first of them is imported; all of most tables. */
export const ROWS_LOOKED_AT = 5000

/** At least this share of rows is full in a table whose program writes all cells. */
const FULL = 0.9

interface ReadColumns {
  /** The columns that the mapping reads. */
  read: readonly string[]
  /** The columns of the ref. */
  ref: readonly string[]
}

/** What is known about the ends of rows. */
export interface RowEnds {
  /** Whether nine rows in ten reach the last column that is read. */
  areFull: boolean
  /** Whether a shorter row has lost cells. Else the program leaves out empty cells at the end, as far as is known. */
  isDamage: boolean
  /** The first column that is read and that the row ends before; undefined if the row is complete, or a remark. */
  missingIn(row: Row): string | undefined
}

/**
 * Looks at the ends of the first rows. A table of another format than delimited text has no short rows.
 * @param first the first rows
 * @param wereFull whether the rows of the last import were full
 */
export function lookAtRowEnds(
  { columns, delimiter }: Table,
  { read, ref }: ReadColumns,
  { first, wereFull }: { first: readonly Row[]; wereFull: boolean },
): RowEnds {
  const places = read.map((column) => columns.indexOf(column)).sort((a, b) => a - b)
  const width = (places.at(-1) ?? -1) + 1
  const filled = first.filter((row) => !row.isBlank)
  const full = filled.filter(({ cells }) => cells >= width).length
  const areFull = delimiter !== undefined && filled.length > 0 && full >= filled.length * FULL
  const isRemark = (row: Row) =>
    row.filled < 2 && !ref.some((column) => NUMBERING.test(textOf(row.get(column))))
  return {
    areFull,
    isDamage: areFull || wereFull,
    missingIn(row) {
      const isShort = delimiter !== undefined && row.cells < width
      if (!isShort || row.isBlank || isRemark(row)) return undefined
      const place = places.find((each) => each >= row.cells)
      return place === undefined ? undefined : columns[place]
    },
  }
}

/** A number such as `12` or `A-12`: a row that ends after its number is no remark. */
const NUMBERING = /^[^\s\d]*\d\S*$/
