// Finds the headings of a table, names its columns by them, and reads rows by these names.

import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { isHeading } from '../headings/heading-list.ts'
import { splitJoined } from './joined-cells.ts'
import type { Batch, PlainRow, Reading } from './table.ts'

/** A row before its columns have names. */
export interface RawRow {
  at: number
  cells: readonly Cell[]
}

/** Headings are searched for in this many rows: below some lines about the table, and not among its offers. */
const HEADING_SEARCH = 20
/** Columns are named by this many rows, so that some rows below the headings count too. */
export const HEADING_ROWS = HEADING_SEARCH * 2

export interface NamedColumns {
  columns: string[]
  /** Headings of several columns, with the number of these. */
  repeated: Record<string, number>
  /** The number of cells of the headings; undefined if there are none. */
  headingCells: number | undefined
  /** The most frequent number of cells of a row below the headings. */
  usualCells: number
  /** The texts of the headings, without empty ones at the end. */
  headingTexts: readonly string[]
  /** The row of the headings, counted from 1; 0 if there are none. What stands above them is not read. */
  headingRow: number
  reading: Pick<Reading, 'headings'>
}

/**
 * Finds the headings, and names the columns by them.
 * @param rows the first rows of a file, at most `HEADING_ROWS`
 * @param reading names the row of the headings, or leaves it to be found; a row that is not in `rows` counts as none
 */
export function nameColumns(rows: readonly RawRow[], reading: Reading): NamedColumns {
  const at = reading.headings ?? findHeadings(rows)
  const headings = rows.find((row) => row.at === at)
  const headingRow = headings?.at ?? 0
  const headingTexts = textsOf(headings?.cells ?? [])
  return {
    columns: columnNames(headings, largestWidth(rows)),
    repeated: repeatedIn(headingTexts),
    usualCells: usualWidth(rows.filter((row) => row.at > headingRow)),
    headingCells: headings?.cells.length,
    headingTexts,
    headingRow,
    reading: { headings: at },
  }
}

/** The most frequent number of cells of a row; of several that are equally frequent, the largest. */
function usualWidth(rows: readonly RawRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return Math.max(0, ...Array.from(counts, ([width, count]) => (count === most ? width : 0)))
}

function largestWidth(rows: readonly RawRow[]): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
}

/**
 * The rows below the headings.
 * @param delimiter of a CSV
 */
export async function* rowsBelow(
  batches: AsyncIterable<Batch<RawRow>>,
  { headingTexts, headingRow, headingCells, usualCells }: NamedColumns,
  delimiter?: string,
): AsyncGenerator<Batch<PlainRow>> {
  const width = headingCells ?? usualCells
  const plain = ({ at, cells }: RawRow) => {
    // A row whose cells are joined by another delimiter is split by it.
    const split = splitJoined(cells, width, delimiter)
    return plainRow({ at, cells, ...split }, headingTexts)
  }
  for await (const { rows, ...more } of batches) {
    const below = rows.filter(({ at }) => at > headingRow)
    yield { rows: below.map(plain), ...more }
  }
}

/** A, B, … Z, AA, as spreadsheets name columns. */
function columnLetter(index: number): string {
  const rest = Math.floor(index / 26)
  const letter = String.fromCharCode(65 + (index % 26))
  return rest === 0 ? letter : columnLetter(rest - 1) + letter
}

/** The names of columns: a column without a heading has its letter, a repeated heading gets a number, as in `Hasta (2)`. */
function columnNames(headings: RawRow | undefined, width: number): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const name = textOf(headings?.cells[index] ?? null) || columnLetter(index)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

function repeatedIn(headings: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const heading of headings) if (heading !== '') counts.set(heading, (counts.get(heading) ?? 0) + 1)
  return Object.fromEntries([...counts].filter(([, count]) => count > 1))
}

/** Without empty texts at the end. */
function textsOf(cells: readonly Cell[]): string[] {
  const texts = cells.map(textOf)
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

function plainRow(
  { cells, ...facts }: RawRow & Pick<PlainRow, 'joinedBy'>,
  headingTexts: readonly string[],
): PlainRow {
  const texts = textsOf(cells)
  return {
    ...facts,
    cells,
    filled: texts.filter((text) => text !== '').length,
    width: texts.length,
    isHeadings: areEqual(headingTexts, texts),
  }
}

/** Whether texts repeat the headings, whose capitals and accents may differ in a second table of the same file. */
function areEqual(headings: readonly string[], texts: readonly string[]): boolean {
  const isSame = (text: string, index: number) => fold(text) === fold(texts[index] ?? '')
  return headings.length > 0 && headings.length === texts.length && headings.every(isSame)
}

/** How much a row looks like headings: first by its known headings, then by its different texts. */
interface Likeness {
  row: RawRow
  /** The number of its different texts that are known headings. */
  known: number
  /** The number of its texts if nearly all of them differ; otherwise 0. */
  different: number
}

/**
 * Finds the headings: the row that looks most like them. If that is in doubt, the first full row.
 * @returns its place, counted from 1; 0 if none looks like headings
 */
function findHeadings(rows: readonly RawRow[]): number {
  const likenesses = rows.slice(0, HEADING_SEARCH).map(likenessOf)
  const byLikeness = (a: Likeness, b: Likeness) => b.known - a.known || b.different - a.different
  const [likeliest] = likenesses.toSorted(byLikeness)
  const best = likeliest && isInDoubt(likeliest, rows) ? firstFullRow(likenesses) : likeliest
  return best && (best.known > 0 || best.different > 0) ? best.row.at : 0
}

/** Headings are short: a row with a longer text is likely an offer with its description. In characters. */
const MAX_HEADING = 60

function likenessOf(row: RawRow): Likeness {
  const none = { row, known: 0, different: 0 }
  const texts = row.cells.map(textOf).filter(Boolean)
  // One text is a title above the table, and a figure, a day or a bare sign is a value.
  if (texts.length < 2 || texts.some((text) => /^[-$€%\d.,:/ ]+$/.test(text))) return none
  // Cells may repeat a heading, such as "no" in each of them.
  const known = new Set(texts.filter(isHeading).map(fold)).size
  // Some headings are whole sentences, but so are descriptions.
  if (texts.some((text) => text.length > MAX_HEADING))
    return known > texts.length / 2 ? { row, known, different: 0 } : none
  const different = new Set(texts).size
  if (different >= texts.length - 1) return { row, known, different: texts.length }
  return different > 1 ? { row, known, different: 0 } : none
}

/** Whether a row may be an ordinary one: it has no known heading, or few of them, and a row above it is about as full. */
function isInDoubt({ row, known }: Likeness, rows: readonly RawRow[]): boolean {
  if (known === 0) return true
  const width = filledOf(row)
  const isFull = (each: RawRow) => filledOf(each) >= width - 1
  return known < width / 2 && rows.slice(0, rows.indexOf(row)).some(isFull)
}

/**
 * The first row that is as full as any, but for one cell. Undefined if a row below it repeats one of its texts in the same
 * column: both are ordinary then.
 */
function firstFullRow(likenesses: readonly Likeness[]): Likeness | undefined {
  const fullest = Math.max(...likenesses.map(({ row }) => filledOf(row)))
  const index = likenesses.findIndex(({ row }) => filledOf(row) >= fullest - 1)
  const first = likenesses[index]
  const texts = first?.row.cells.map(textOf) ?? []
  const repeats = ({ row }: Likeness) =>
    texts.some((text, column) => text !== '' && textOf(row.cells[column] ?? null) === text)
  return likenesses.slice(index + 1).some(repeats) ? undefined : first
}

function filledOf(row: RawRow): number {
  return row.cells.filter((cell) => textOf(cell) !== '').length
}
