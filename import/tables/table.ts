// A file as rows of named cells, the same for all formats.

import { formatCountOf } from '../../lib/text/format-numbers.ts'
import type { Cell } from '../cells/cell.ts'

export interface Row {
  /** Line of a text file, row of a sheet, item of a JSON array; counted from 1. */
  readonly at: number
  /** Null for an empty cell and for a column that this row does not have. */
  get(column: string): Cell
  /** Whether the row repeats the headings, as in a file of two exports. */
  readonly isHeadings: boolean
  /** Whether all its cells are empty. */
  readonly isBlank: boolean
  /** The number of filled cells. */
  readonly filled: number
  /** The number of cells up to the last filled one. */
  readonly width: number
  /** The number of cells, including empty ones at the end. */
  readonly cells: number
  /** Its cells, in the order of its columns. */
  readonly values: readonly Cell[]
  /** The columns of its cells. */
  readonly columns: readonly string[]
  /** The texts of this row if they may be the headings of another table. */
  readonly headings?: readonly string[]
  /** The sheet of the row, if several sheets are read as one table. */
  readonly sheet?: string
  /** The delimiter that joined the cells of this row, if the table has another one; here they are split by it. */
  readonly joinedBy?: string | undefined
}

/** A row as plain data, which can be sent between threads. */
export interface PlainRow
  extends Pick<Row, 'at' | 'isHeadings' | 'filled' | 'width' | 'joinedBy' | 'headings' | 'sheet'> {
  readonly cells: readonly Cell[]
  /** The columns of its cells; undefined if the row has the columns of the table. */
  readonly columns?: readonly string[]
}

/** A line of headings, and the number of rows below it, up to the next one. */
export interface HeadingLine {
  at: number
  /** Their texts; none for rows above all headings. */
  headings: readonly string[]
  rows: number
}

/** A sheet of a workbook, or a list of a JSON file, whose headings or members give a title: it may hold the offers. */
export interface Part {
  /** The name of the sheet, or the pointer to the list. */
  name: string
  unit: 'sheet' | 'list'
  /** Undefined for a part that is not read, since the mapping knows it. */
  rows: number | undefined
  isHidden: boolean
  /** Whether it has the headings of the sheet that is read. */
  isAlike: boolean
}

/** Separates names of columns or sheets in an answer. Reports join them the same way. */
export const BETWEEN = ' + '

/** The option that names a part of a file, to paste into the command, and what the part holds. */
export function partOption({ name, unit, rows, isHidden }: Part): string {
  const option = unit === 'sheet' ? 'sheet' : 'records'
  const facts = [...(rows === undefined ? [] : [formatCountOf(rows, 'row')]), ...(isHidden ? ['hidden'] : [])]
  return `--${option} ${JSON.stringify(name)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

/** The beginning of a fact about a file that names what is not read: parts, other tables, columns. */
export const NOT_READ = 'not read: '

export interface Table {
  /** The file's name, without its folder. */
  readonly file: string
  /** Facts about the file, for people: `CSV, Windows-1252, fields separated by ;`. */
  readonly about: readonly string[]
  /** The word for one row: `line`, `row`, `item`. */
  readonly unit: string
  /** In the order of the file; for JSON, the pointers of all its rows. */
  readonly columns: readonly string[]
  /**
   * The number of cells of the headings of a CSV, including blank ones. Undefined for workbooks and JSON, in which no
   * delimiter can move a cell, and cells next to the table are remarks.
   */
  readonly headingCells?: number | undefined
  /** Headings of several columns, with the number of these: with `Hasta` and `Hasta (2)`, `Hasta` has 2. */
  readonly repeated?: Readonly<Record<string, number>>
  /** The usual number of cells of the first rows below the headings. */
  readonly usualCells?: number | undefined
  /** The delimiter of a CSV. */
  readonly delimiter?: string
  /** The parts of the file that may hold the offers, whether they are read or not; undefined for a file of one part. */
  readonly parts?: readonly Part[]
  /** The texts of the headings, without empty ones; none in JSON. */
  readonly heads?: readonly string[]
  /** What is above the headings and may be offers. */
  readonly above?: readonly HeadingLine[]
  /** Opens the same table again without detection. */
  readonly reading: Reading
  /** Call it once. It fails when another table is opened, since one thread reads all tables (formats/formats.ts). */
  rows(): AsyncGenerator<Batch>
}

export interface Batch<R = Row> {
  rows: R[]
  /** The characters of all cells, which formats/formats.ts counts; undefined before. */
  characters?: number
  /** Whether the file ends here without a line end. */
  isOpen?: boolean
}

/** How to read a file; members that are missing are detected. */
export interface Reading {
  encoding?: string
  delimiter?: string
  /** The name of the sheet of a workbook, or of several with equal headings, which are read as one table. */
  sheet?: string | string[]
  /** The row of the headings, counted from 1; 0 if there are none, and columns are called A, B, C. */
  headings?: number
  /** The texts of the headings: by them the row is found again if it has moved. */
  heads?: readonly string[]
  /** Pointer to the list within a JSON file. */
  records?: string
}

/** The index of each column, by list of columns. Rows share lists, which may have a hundred thousand columns. */
const INDEXES = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

function indexesOf(columns: readonly string[]): ReadonlyMap<string, number> {
  const indexes = INDEXES.get(columns) ?? new Map(columns.map((column, index) => [column, index]))
  INDEXES.set(columns, indexes)
  return indexes
}

/** A row whose cells are found by its own columns, or else by the columns of the table. */
export function rowOf(plain: PlainRow, ofTable: readonly string[]): Row {
  const { columns = ofTable, cells } = plain
  const get = (column: string) => cells[indexesOf(columns).get(column) ?? -1] ?? null
  return { ...plain, cells: cells.length, values: cells, columns, isBlank: plain.filled === 0, get }
}

/** Few enough to be sent between threads at once, and enough to make sending rare. */
export const BATCH_ROWS = 500

/** Yields the rows of a list in memory. */
export async function* inBatches<R>(rows: readonly R[]): AsyncGenerator<Batch<R>> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS)
    yield { rows: rows.slice(start, start + BATCH_ROWS) }
}

/** SECURITY: rows that are held in memory together have at most this many characters, and those of one batch more. */
const MAX_CHARACTERS_HELD = 20_000_000

/**
 * `first` is a preview; `all` replays it, and can be called once.
 * @param rows `first` has this many rows and the rest of their last batch; fewer if the file has, or they are very long
 */
export async function lookAhead(
  batches: AsyncGenerator<Batch>,
  rows: number,
): Promise<{ first: Row[]; all(): AsyncGenerator<Batch> }> {
  const seen: Batch[] = []
  let count = 0
  let characters = 0
  while (count < rows && characters < MAX_CHARACTERS_HELD) {
    const next = await batches.next()
    if (next.done) break
    seen.push(next.value)
    count += next.value.rows.length
    characters += next.value.characters ?? 0
  }
  return {
    first: seen.flatMap((batch) => batch.rows),
    async *all() {
      yield* seen
      yield* batches
    },
  }
}

/**
 * The largest width that a row of a CSV may have: the width of the headings, or more if a mapping reads columns beyond
 * them. In a wider row, an unquoted delimiter splits a cell, and moves all later cells into the wrong columns. Spreadsheets
 * also write shorter rows, and empty cells at the end; both are fine. Infinite for other formats, without delimiters.
 * @param read columns that a mapping reads
 */
export function widestRow({ headingCells, columns }: Table, read: readonly string[] = []): number {
  return Math.max(
    headingCells ?? Number.POSITIVE_INFINITY,
    ...read.map((column) => columns.indexOf(column) + 1),
  )
}
