// Rows whose cells are joined by another delimiter than the table has, such as rows pasted from another export.

import { type Cell, textOf } from '../cells/cell.ts'

/** The delimiters of tables, the likeliest first: if several fit, the first one counts, here and in formats/csv.ts. */
export const DELIMITERS: readonly string[] = [';', ',', '\t', '|']

export interface JoinedRow {
  /** The delimiter between its cells. */
  joinedBy: string
  cells: readonly string[]
}

/** A table of at most this many columns is narrow: a remark with a comma has as many pieces as its rows. */
const NARROW = 3

/**
 * Splits a row whose cells are joined by another delimiter; undefined if the row is not joined. A remark below the table
 * has blanks behind its commas, and fewer of them.
 * @param width the number of cells of a whole row
 * @param delimiter of the table; undefined for a workbook
 */
export function splitJoined(
  cells: readonly Cell[],
  width: number,
  delimiter: string | undefined,
): JoinedRow | undefined {
  if (cells.length >= width && delimiter !== undefined) return undefined
  const filled = cells.filter((cell) => cell !== null && cell !== '')
  const [first] = filled
  // In a workbook, a joined row fills only one cell.
  if (typeof first !== 'string' || (delimiter === undefined && filled.length > 1)) return undefined
  const others = DELIMITERS.filter((each) => each !== delimiter && first.includes(each))
  if (others.length === 0) return undefined
  // The delimiter of the table may stand within the joined cells, and have split them.
  const text = delimiter === undefined ? first : cells.map(rawText).join(delimiter)
  const joinedBy = others.find((each) => isJoinedBy(text, each, width))
  return joinedBy === undefined ? undefined : { joinedBy, cells: splitBy(text, joinedBy) }
}

/** Whether a text has about as many pieces as a row of the table. */
function isJoinedBy(text: string, delimiter: string, width: number): boolean {
  const pieces = splitBy(text, delimiter).length
  // A row without its last cells, or a remark with as many commas, which is rejected for a person to see.
  if (width > NARROW && pieces >= width * 0.75) return true
  const tight = delimiter === ',' ? tightCommas(text) + 1 : pieces
  return width > NARROW ? tight > width / 2 : tight === width
}

/** The number of commas that are no marks of numbers and have no blank behind them. */
function tightCommas(text: string): number {
  return text.match(/,(?![\d\s])|(?<!\d),(?!\s)/g)?.length ?? 0
}

/** Quotes hold delimiters, as in CSV, and are dropped. */
function splitBy(text: string, delimiter: string): string[] {
  const pieces = ['']
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === delimiter && !isQuoted) pieces.push('')
    else pieces[pieces.length - 1] += character
  }
  return pieces
}

function rawText(cell: Cell): string {
  return typeof cell === 'string' ? cell : textOf(cell)
}
