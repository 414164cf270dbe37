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

/** Headings are searched for in this many rows. */
const HEADING_SEARCH = 20
/** Columns are named by this many rows, so that some rows below the headings count too. */
export const HEADING_ROWS = HEADING_SEARCH * 2

export interface NamedColumns {
  columns: string[]
  /** Headings of several columns, with their number. */
  repeated: Record<string, number>
  /** The number of cells of the headings; undefined if there are none. */
  headingCells: number | undefined
  usualCells: number
  /** The texts of the headings. */
  headings: readonly string[]
  /** Rows up to this one are the headings or stand above them. */
  lastHeading: number
  reading: Pick<Reading, 'headings'>
}

/** @param rows the first rows of a file, at most `HEADING_ROWS` */
export function nameColumns(rows: readonly RawRow[], reading: Reading): NamedColumns {
  const first = reading.headings ?? findHeadings(rows)
  const heading = rows.find(({ at }) => at === first)
  const lastHeading = heading?.at ?? 0
  return {
    columns: columnNames(heading, largestWidth(rows)),
    repeated: repeatedIn(textsOf(heading?.cells ?? [])),
    usualCells: usualWidth(rows.filter(({ at }) => at > lastHeading)),
    headingCells: heading?.cells.length,
    headings: textsOf(heading?.cells ?? []),
    lastHeading,
    reading: { headings: first },
  }
}

/** The most frequent width; the largest of several. */
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
  { headings, lastHeading, headingCells, usualCells }: NamedColumns,
  delimiter?: string,
): AsyncGenerator<Batch<PlainRow>> {
  const width = headingCells ?? usualCells
  const wholeRow = ({ at, cells }: RawRow) => ({ at, cells, ...splitJoined(cells, width, delimiter) })
  for await (const { rows, ...more } of batches) {
    const below = rows.filter(({ at }) => at > lastHeading)
    yield { rows: below.map((row) => plainRow(wholeRow(row), headings)), ...more }
  }
}

/** A, B, … Z, AA, as spreadsheets name columns. */
function columnLetter(index: number): string {
  const rest = Math.floor(index / 26)
  const letter = String.fromCharCode(65 + (index % 26))
  return rest === 0 ? letter : columnLetter(rest - 1) + letter
}

/** The names of columns: a column without a heading has its letter, a repeated heading gets a number. */
function columnNames(heading: RawRow | undefined, width: number): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const name = textOf(heading?.cells[index] ?? null) || columnLetter(index)
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
  headings: readonly string[],
): PlainRow {
  const texts = textsOf(cells)
  return {
    ...facts,
    cells,
    filled: texts.filter((text) => text !== '').length,
    width: texts.length,
    isHeadings: areEqual(headings, texts),
  }
}

/** Also in capitals, as a second table in the same file may have them. */
function areEqual(one: readonly string[], other: readonly string[]): boolean {
  const isSame = (text: string, index: number) => fold(text) === fold(other[index] ?? '')
  return one.length > 0 && one.length === other.length && one.every(isSame)
}

/**
 * Finds the headings: the row with the most words that only headings have.
 * @returns its place; 0 if none looks like headings
 */
function findHeadings(rows: readonly RawRow[]): number {
  const scored = rows.slice(0, HEADING_SEARCH).map((row) => ({ row, score: scoreOf(row) }))
  const likeliest = scored.reduce((a, b) => (b.score > a.score ? b : a), { row: rows[0], score: 0 })
  const best = isAmongRows(likeliest, rows) ? firstOfWords(scored) : likeliest
  return best?.row && best.score > 0 ? best.row.at : 0
}

interface Scored {
  row: RawRow | undefined
  score: number
}

/** Of a usual heading. */
const MAX_CHARACTERS = 60

/** The score of a word that only headings have. */
const KNOWN_WORD = 100

/** Whether a row is an ordinary one: few of its words are headings, and rows above it are as full. */
function isAmongRows({ row, score }: Scored, rows: readonly RawRow[]): boolean {
  if (!row || score < KNOWN_WORD) return true
  const width = filledOf(row)
  const isFull = (each: RawRow) => filledOf(each) >= width - 1
  return Math.floor(score / KNOWN_WORD) < width / 2 && rows.slice(0, rows.indexOf(row)).some(isFull)
}

/** The first full row, unless a row below repeats one of its texts in the same column: then both are ordinary rows. */
function firstOfWords(scored: readonly Scored[]): Scored | undefined {
  const full = Math.max(...scored.map(({ row }) => filledOf(row)))
  const first = scored.findIndex(({ row }) => filledOf(row) >= full - 1)
  const texts = scored[first]?.row?.cells.map(textOf) ?? []
  const recurs = scored
    .slice(first + 1)
    .some(({ row }) => texts.some((text, index) => text !== '' && textOf(row?.cells[index] ?? null) === text))
  return recurs ? undefined : scored[first]
}

function filledOf(row: RawRow | undefined): number {
  return row?.cells.filter((cell) => textOf(cell) !== '').length ?? 0
}

function scoreOf({ cells }: RawRow): number {
  const texts = cells.map(textOf).filter(Boolean)
  if (texts.length < 2 || texts.some((text) => /^[-$€%\d.,:/ ]+$/.test(text))) return 0
  // Cells may repeat a word of headings, such as "no" in each of them.
  const known = new Set(texts.filter(isHeading).map(fold)).size
  // Some headings are whole sentences, but so are descriptions.
  if (texts.some((text) => text.length > MAX_CHARACTERS))
    return known * 2 > texts.length ? known * KNOWN_WORD : 0
  const distinct = new Set(texts).size
  if (distinct >= texts.length - 1) return known * KNOWN_WORD + texts.length
  return distinct > 1 ? known * KNOWN_WORD : 0
}
