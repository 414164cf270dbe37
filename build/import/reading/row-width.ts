// How wide a row may be: in text with delimiters one that stands unquoted within a cell moves all the cells after it,
// and each of them then says something wrong.

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
 * Whether a row has empty cells at its end that others do not have. Alone that is harmless; in a row in which something
 * is not understood it is what a delimiter leaves that stands in a text, where the last column is empty.
 */
export function hasMoreCells({ cells }: Row, { usualCells }: Table, widest: number): boolean {
  return cells > Math.max(widest, usualCells ?? 0)
}
