// Finds the lines of headings of a file, names the columns by one of them, and reads the rows below by these names.

import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { roleOf } from '../headings/heading-list.ts'
import { splitJoined } from './joined-cells.ts'
import type { Batch, HeadingLine, PlainRow, Reading } from './table.ts'

/** A row before its columns have names. */
export interface RawRow {
  at: number
  cells: readonly Cell[]
}

/** Headings that no list knows are searched for in this many rows: below some lines about the table. */
const HEADING_SEARCH = 20
/** Columns are named by this many rows from the headings on, so that some rows below them count too. */
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
  /** The row of the headings, counted from 1; 0 if there are none. */
  headingRow: number
  /** The texts of the headings, without empty ones. */
  heads: readonly string[]
  /** Other tables above the headings, and rows above them without headings, that may be offers. */
  above: readonly HeadingLine[]
  reading: Pick<Reading, 'headings'>
}

/**
 * Finds the headings, and names the columns by them.
 * @param rows the first rows of a file, up to some rows below the headings
 * @param reading names the row of the headings, or leaves it to be found; a row that is not in `rows` counts as none
 */
export function nameColumns(rows: readonly RawRow[], reading: Reading): NamedColumns {
  const at = headingsAt(rows, reading)
  const headings = rows.find((row) => row.at === at)
  const headingRow = headings?.at ?? 0
  const headingTexts = textsOf(headings?.cells ?? [])
  const below = rows.filter((row) => row.at > headingRow)
  const own = headings ? firstTable(below) : below
  return {
    columns: columnNames(headings, largestWidth(headings ? [headings, ...own] : own)),
    repeated: repeatedIn(headingTexts),
    usualCells: usualWidth(own),
    headingCells: headings?.cells.length,
    headingTexts,
    headingRow,
    heads: headingTexts.filter(Boolean),
    above: tablesAbove(rows, headings),
    reading: { headings: at },
  }
}

/** The row of the headings: where the mapping says, or else where its table begins now, or else the likeliest one. */
function headingsAt(rows: readonly RawRow[], { headings, heads }: Reading): number {
  if (headings === undefined) return findHeadings(rows)
  if (!heads || heads.length === 0) return headings
  const found = rows.filter(({ cells }) => areSame(filledTexts(cells), heads))
  return (found.find(({ at }) => at === headings) ?? found[0])?.at ?? headings
}

/** The number of rows by which the columns can be named; undefined if these are too few to find the headings. */
export function rowsToName(
  rows: readonly RawRow[],
  { headings = 0, heads = [] }: Reading,
): number | undefined {
  const isThere = ({ at, cells }: RawRow) =>
    heads.length > 0 ? areSame(filledTexts(cells), heads) : at >= headings
  const index = rows.findIndex(isThere)
  const enough = index + HEADING_ROWS
  return index < 0 || rows.length < enough ? undefined : enough
}

/** Whether two lines have the same headings, but for case and accents. */
export function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => fold(each) === fold(b[index] ?? ''))
}

/** The rows up to the next line of headings. */
function firstTable(rows: readonly RawRow[]): readonly RawRow[] {
  const next = rows.findIndex(({ cells }) => headingsIn(cells) !== undefined)
  return next < 0 ? rows : rows.slice(0, next)
}

/** A figure, a day, an address, a dash: no heading. */
const VALUE = /^(?=.*\d)[-+\p{Sc}%\d.,:/ ]+$|^[-–—]+$|\d ?%|\p{Sc} ?\d|^https?:/u

/** Headings are short: a row with a longer text is likely an offer with its description. In characters. */
const MAX_HEADING = 60

function isValue(text: string): boolean {
  return text.length <= MAX_HEADING && VALUE.test(text)
}

/** Headings recur, and looking one up takes time. SECURITY: bounded, since a file may have any number of texts. */
const KNOWN_ROLES = new Map<string, string | undefined>()
const MAX_KNOWN = 20_000

function knownRole(text: string): string | undefined {
  if (!KNOWN_ROLES.has(text)) {
    if (KNOWN_ROLES.size >= MAX_KNOWN) KNOWN_ROLES.clear()
    KNOWN_ROLES.set(text, roleOf(text)?.role)
  }
  return KNOWN_ROLES.get(text)
}

/**
 * The texts of a line if they are headings: at least two of them have different roles, and none is a value. Otherwise
 * undefined.
 */
export function headingsIn(cells: readonly Cell[]): readonly string[] | undefined {
  const texts: string[] = []
  for (const cell of cells) {
    if (cell === null || cell === '') continue
    if (typeof cell !== 'string') return undefined
    const text = textOf(cell)
    if (text === '') continue
    if (isValue(text)) return undefined
    texts.push(text)
  }
  if (texts.length < 2) return undefined
  // Some headings are whole sentences, but so are descriptions.
  if (texts.some((text) => text.length > MAX_HEADING) && withRole(texts).length * 2 <= texts.length)
    return undefined
  return new Set(withRole(texts).map(knownRole)).size > 1 ? texts : undefined
}

function withRole(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text.length <= MAX_HEADING && knownRole(text) !== undefined)
}

function filledTexts(cells: readonly Cell[]): readonly string[] {
  return cells.map(textOf).filter(Boolean)
}

/**
 * The row of the headings: of the lines that are headings, with rows below, the one with most of them. If no line is, the
 * first full row that may be.
 * @returns its place, counted from 1; 0 if none looks like headings
 */
function findHeadings(rows: readonly RawRow[]): number {
  const lines = linesOfHeadings(rows).filter((line) => line.rows > 0)
  const [best] = lines.toSorted((a, b) => withRole(b.headings).length - withRole(a.headings).length)
  if (best) return best.at
  // A table may have no rows yet.
  const first = rows.slice(0, HEADING_SEARCH)
  return (first.find(({ cells }) => headingsIn(cells) !== undefined) ?? firstFullRow(first))?.at ?? 0
}

/**
 * Each table of these rows, by its line of headings. Of several such lines without rows between them, the one with most
 * headings counts, and of those the last.
 */
function linesOfHeadings(rows: readonly RawRow[]): HeadingLine[] {
  const lines: HeadingLine[] = []
  for (const { at, cells } of rows) {
    const headings = headingsIn(cells)
    const last = lines.at(-1)
    if (!headings) {
      // A line of one cell is a caption.
      if (last && filledOf({ at, cells }) > 1) last.rows += 1
    } else if (last?.rows !== 0) lines.push({ at, headings, rows: 0 })
    else if (withRole(headings).length >= withRole(last.headings).length)
      lines.splice(-1, 1, { at, headings, rows: 0 })
  }
  return lines
}

/** A line of this many cells or more, one of them a value, may be an offer; in a narrow table, one of two. */
const MIN_CELLS_OF_OFFER = 3

/** The tables that end above the headings. */
function tablesAbove(rows: readonly RawRow[], headings: RawRow | undefined): HeadingLine[] {
  if (!headings) return []
  const above = rows.filter(({ at }) => at < headings.at)
  const lines = linesOfHeadings([...above, headings]).filter((line) => line.at < headings.at && line.rows > 0)
  const first = lines[0]?.at ?? headings.at
  const least = filledOf(headings) > MIN_CELLS_OF_OFFER ? MIN_CELLS_OF_OFFER : 2
  const bare = above.filter(({ at, cells }) => at < first && mayBeOffer(cells, least))
  const [start] = bare
  return start ? [{ at: start.at, headings: [], rows: bare.length }, ...lines] : lines
}

function mayBeOffer(cells: readonly Cell[], least: number): boolean {
  const filled = cells.filter((cell) => textOf(cell) !== '')
  const hasValue = filled.some((cell) => typeof cell !== 'string' || isValue(textOf(cell)))
  return filled.length >= least && hasValue
}

/**
 * The first row that is as full as any, but for one cell, if its texts are different and no row below it repeats one of them
 * in the same column: then both are ordinary. A known heading decides as well, if no row above is as full.
 */
function firstFullRow(rows: readonly RawRow[]): RawRow | undefined {
  const known = rows.findIndex(({ cells }) => mayHead(cells) && withRole(filledTexts(cells)).length > 0)
  const knownRow = rows[known]
  if (knownRow && !rows.slice(0, known).some((row) => filledOf(row) >= filledOf(knownRow) - 1))
    return knownRow
  const fullest = Math.max(...rows.map(filledOf))
  const index = rows.findIndex((row) => filledOf(row) >= fullest - 1)
  const first = rows[index]
  if (!first || !mayHead(first.cells)) return undefined
  const texts = first.cells.map(textOf)
  const filled = texts.filter(Boolean)
  const repeats = ({ cells }: RawRow) =>
    texts.some((text, column) => text !== '' && textOf(cells[column] ?? null) === text)
  const areDifferent = new Set(filled).size >= filled.length - 1
  return areDifferent && !rows.slice(index + 1).some(repeats) ? first : undefined
}

/** Whether a line has at least two texts, and nothing but short ones. */
function mayHead(cells: readonly Cell[]): boolean {
  const texts = filledTexts(cells)
  return texts.length > 1 && !texts.some((text) => isValue(text) || text.length > MAX_HEADING)
}

function filledOf(row: RawRow): number {
  return row.cells.filter((cell) => textOf(cell) !== '').length
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
  const isHeadings = areEqual(headingTexts, texts)
  const headings = isHeadings ? undefined : headingsIn(cells)
  return {
    ...facts,
    cells,
    filled: texts.filter((text) => text !== '').length,
    width: texts.length,
    isHeadings,
    ...(headings ? { headings } : {}),
  }
}

/** Whether texts repeat the headings, whose capitals and accents may differ in a second table of the same file. */
function areEqual(headings: readonly string[], texts: readonly string[]): boolean {
  const isSame = (text: string, index: number) => fold(text) === fold(texts[index] ?? '')
  return headings.length > 0 && headings.length === texts.length && headings.every(isSame)
}
