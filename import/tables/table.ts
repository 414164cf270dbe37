// A file as rows of named cells, the same for all formats.

import type { Cell } from './cell.ts'

export interface Row {
  /** Line of a text file, row of a sheet, item of a JSON array; counted from 1. */
  readonly at: number
  /** Null for an empty cell and for a column that this row does not have. */
  get(column: string): Cell
  /** Whether it holds the headings once more, as the second of two exports in one file begins with. */
  readonly isHeadings: boolean
  /** Whether all its cells are empty. */
  readonly isBlank: boolean
  /** How many cells hold something. */
  readonly filled: number
  /** How many cells there are up to the last that holds something. */
  readonly width: number
  /** How many cells there are, empty ones at the end among them. */
  readonly cells: number
}

export interface Table {
  /** The file's name, without its folder. */
  readonly file: string
  /** What was found out about the file, for people: `CSV, Windows-1252, fields separated by ;`. */
  readonly about: readonly string[]
  /** What one row is called: `line`, `row`, `item`. */
  readonly unit: string
  /** In the order of the file. A JSON table has pointers here, those of its first rows. */
  readonly columns: readonly string[]
  /**
   * How many cells the line of headings of a CSV has, blank ones among them. Undefined for workbooks and JSON, where no
   * delimiter can move a cell, and cells next to the table are remarks.
   */
  readonly headed?: number | undefined
  /** How many cells most of the first rows below the headings have. */
  readonly usualCells?: number | undefined
  /** What separates the cells of text with delimiters. */
  readonly delimiter?: string
  /** How far reading goes, for a progress bar, in `measure`: `bytes`, `rows`, `items`. */
  readonly total: number
  readonly measure: string
  /** Opens the same table again, without anything having to be found out. */
  readonly reading: Reading
  rows(): AsyncGenerator<Batch>
}

export interface Batch<R = Row> {
  rows: R[]
  /** How much of the table's `total` has been read by now. */
  done: number
  /** Whether the file ends here, and without a line end. */
  isOpen?: boolean
}

/** How a file is to be read, where it can't or shouldn't be found out. */
export interface Reading {
  encoding?: string
  delimiter?: string
  /** The name of the sheet of a workbook. */
  sheet?: string
  /** Where the headings are, counted as rows are; 0 where there are none, and columns are called A, B, C. */
  headings?: number
  /** 2 if there is a row of groups above the headings. */
  heading_rows?: number
  /** Pointer to the list within a JSON file. */
  records?: string
}

const BATCH_ROWS = 500

/** A list that is in memory as a table gives its rows. */
export async function* inBatches<T, R>(
  items: readonly T[],
  rowOf: (item: T, index: number) => R,
): AsyncGenerator<Batch<R>> {
  for (let start = 0; start < items.length; start += BATCH_ROWS) {
    const batch = items.slice(start, start + BATCH_ROWS)
    yield { rows: batch.map((item, index) => rowOf(item, start + index)), done: start + batch.length }
  }
}

/**
 * How many cells of a row of CSV may be filled, up to the last: as many as there are headings, blank ones among them, or
 * more if a mapping reads columns beyond them. An unquoted delimiter within a text splits its cell, and moves all the
 * cells after it into the wrong columns. Empty cells after these, and rows that are shorter, are what spreadsheets write.
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
