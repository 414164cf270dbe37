// How wide a row may be: in text with delimiters one that stands unquoted within a cell moves all the cells after it,
// and each of them then says something wrong.

import type { Table } from './table.ts'

/**
 * How many cells of a row may be filled, up to the last: as many as there are headings, blank ones among them, or more if
 * a mapping reads columns beyond them. Empty cells after these, and rows that are shorter, are what spreadsheets write.
 * @param read columns that a mapping reads
 */
export function widestRow({ headed, columns }: Table, read: readonly string[] = []): number {
  return Math.max(headed ?? Number.POSITIVE_INFINITY, ...read.map((column) => columns.indexOf(column) + 1))
}
