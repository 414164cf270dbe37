// How wide a row of CSV may be. An unquoted delimiter within a text splits its cell, and moves all the cells after it
// into the wrong columns.

import type { Row, Table } from './table.ts'

/**
 * How many cells of a row may be filled, up to the last: as many as there are headings, blank ones among them, or more if
 * a mapping reads columns beyond them. Empty cells after these, and rows that are shorter, are what spreadsheets write.
 * @param read columns that a mapping reads
 */
export function widestRow({ headed, columns }: Table, read: readonly string[] = []): number {
  return Math.max(headed ?? Number.POSITIVE_INFINITY, ...read.map((column) => columns.indexOf(column) + 1))
}

/**
 * Whether a row has more empty cells at its end than others have. By itself that is harmless. If something in the row is
 * not understood, the row was most likely split by an unquoted delimiter, and its last column was empty.
 */
export function hasMoreCells({ cells }: Row, { usualCells }: Table, widest: number): boolean {
  return cells > Math.max(widest, usualCells ?? 0)
}
