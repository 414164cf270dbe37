// A file as rows of named cells, whatever its format.

import type { Cell } from './cell.ts'

export interface Row {
  /** Line of a text file, row of a sheet, item of a JSON array; counted from 1. */
  readonly at: number
  /** Null for an empty cell and for a column that this row does not have. */
  get(column: string): Cell
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
   * delimiter can move a cell, and where cells beside the table are remarks.
   */
  readonly headed?: number | undefined
  /** How many cells most of the first rows below the headings have. */
  readonly usualCells?: number | undefined
  /** What separates the cells of text with delimiters. */
  readonly delimiter?: string
  /** How far reading goes, for a progress bar, in `measure`: `bytes`, `rows`, `items`. */
  readonly total: number
  readonly measure: string
  /** Rows in batches, with how much of `total` is done by then. Can be asked for once. */
  rows(): AsyncGenerator<{ rows: Row[]; done: number }>
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
