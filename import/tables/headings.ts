// Names for the columns of a table, and rows that are read by these names.

import { type Cell, textOf } from './cell.ts'
import type { Row } from './table.ts'

export type RawRow = { at: number; cells: readonly Cell[] }

/** A, B, … Z, AA, as spreadsheets call their columns. */
export function columnLetter(index: number): string {
  const rest = Math.floor(index / 26)
  const letter = String.fromCharCode(65 + (index % 26))
  return rest === 0 ? letter : columnLetter(rest - 1) + letter
}

/** The names of columns: a missing heading gives the column's letter, one that is there twice a number. */
export function nameColumns(rows: readonly RawRow[], width: number): string[] {
  const [first, second] = rows.length > 1 ? [groups(rows[0]?.cells ?? [], width), rows[1]] : [[], rows[0]]
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const words = [first[index] ?? '', textOf(second?.cells[index] ?? null)].filter(Boolean)
    const name = [...new Set(words)].join(' ') || columnLetter(index)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** A group is written above its first column only. */
function groups(cells: readonly Cell[], width: number): string[] {
  let current = ''
  return Array.from({ length: width }, (_, index) => {
    current = textOf(cells[index] ?? null) || current
    return current
  })
}

export function namedRow({ at, cells }: RawRow, indexes: ReadonlyMap<string, number>): Row {
  const filled = cells.filter((cell) => textOf(cell) !== '').length
  return {
    at,
    filled,
    isBlank: filled === 0,
    cells: cells.length,
    width: cells.findLastIndex((cell) => textOf(cell) !== '') + 1,
    get: (column) => cells[indexes.get(column) ?? -1] ?? null,
  }
}

export function indexesOf(columns: readonly string[]): ReadonlyMap<string, number> {
  return new Map(columns.map((column, index) => [column, index]))
}

/** How many of the first rows are looked at for the headings. */
export const HEADING_SEARCH = 20

/**
 * Where the headings are: the row that names the most columns, by words that only headings have.
 * @param isHeading whether a text is a word that headings are made of
 * @returns 0 rows if none is like headings
 */
export function findHeadings(
  rows: readonly RawRow[],
  isHeading: (text: string) => boolean,
): { first: number; rows: number } {
  const scored = rows.slice(0, HEADING_SEARCH).map((row) => ({ row, score: scoreOf(row, isHeading) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), { row: rows[0], score: 0 })
  if (!best.row || best.score === 0) return { first: 0, rows: 0 }
  const index = rows.indexOf(best.row)
  const above = rows[index - 1]
  return above && areGroups(above, best.row) ? { first: above.at, rows: 2 } : { first: best.row.at, rows: 1 }
}

function scoreOf({ cells }: RawRow, isHeading: (text: string) => boolean): number {
  const texts = cells.map(textOf).filter(Boolean)
  if (texts.length < 2 || texts.some((text) => text.length > 60 || /^[-$€%\d.,:/ ]+$/.test(text))) return 0
  const known = texts.filter(isHeading).length
  const isDistinct = new Set(texts).size >= texts.length - 1
  return known > 0 || isDistinct ? known * 100 + (isDistinct ? texts.length : 0) : 0
}

/** Whether a row holds groups of the headings below it: fewer of them, each above a column, all of them words. */
function areGroups(above: RawRow, headings: RawRow): boolean {
  const texts = above.cells.map(textOf)
  const filled = texts.filter(Boolean)
  const width = headings.cells.filter((cell) => textOf(cell) !== '').length
  const isTitle = filled.length === 1 && texts[0] !== ''
  return (
    filled.length > 0 &&
    filled.length < width &&
    !isTitle &&
    texts.every((text, index) => text === '' || textOf(headings.cells[index] ?? null) !== '') &&
    filled.every((text) => text.length <= 40 && !/\d/.test(text))
  )
}
