// Rows that cannot be placed in their columns: those that repeat the headings, are misread, joined by another delimiter,
// too short or too wide. One rule for all: such a row is rejected, by line, whatever its cells say.

import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { type Cell, isList, textOf } from '../cells/cell.ts'
import { lostIn, misreadAdvice, misreadIn } from '../formats/misread-text.ts'
import type { DamageKind } from '../mapping/rejected-row.ts'
import type { Note } from '../mapping/row-reader.ts'
import { type Row, type Table, widestRow } from '../tables/table.ts'

/** How many rows of delimited text are read before the first of them is imported; all of most tables. */
export const ROWS_LOOKED_AT = 5000

/** At least this share of rows is full in a table whose program writes all cells. */
const FULL = 0.9

export interface ReadColumns {
  /** The columns that the mapping reads. */
  read: readonly string[]
  /** The columns of the ref. */
  ref: readonly string[]
  /** The columns whose texts become ids and slugs. */
  named: readonly string[]
}

export interface Damage {
  /** Undefined without faults. */
  kind?: DamageKind
  /** Why the row cannot be placed in its columns; none if it can. */
  faults: readonly Note[]
  /** A row that ends early, in a table whose program leaves out empty cells at the end: it is no fault. */
  notes: readonly Note[]
}

const NONE: Damage = { faults: [], notes: [] }

function damaged(kind: DamageKind, faults: readonly Note[]): Damage {
  return { kind, faults, notes: [] }
}

export interface DamageFinder {
  /** Whether nine rows in ten reach the last column that is read; only rows of delimited text can be shorter. */
  areFull: boolean
  /** @param isDoubted whether a cell of the row is not understood */
  damageIn(row: Row, isDoubted: boolean): Damage
}

/**
 * @param first the first rows, by which a table is full
 * @param wereFull whether the rows of the last import were full
 */
export function createDamageFinder(
  table: Table,
  columns: ReadColumns,
  { first, wereFull }: { first: readonly Row[]; wereFull: boolean },
): DamageFinder {
  const { delimiter, usualCells = 0 } = table
  const places = columns.read.map((column) => table.columns.indexOf(column)).sort((a, b) => a - b)
  const widthRead = (places.at(-1) ?? -1) + 1
  const widest = widestRow(table, columns.read)
  const filled = first.filter((row) => !row.isBlank && !row.isHeadings)
  const full = filled.filter(({ cells }) => cells >= widthRead).length
  const areFull = delimiter !== undefined && filled.length > 0 && full >= filled.length * FULL
  /** The first column that is read and that the row ends before; undefined if the row is complete, or a remark. */
  const missingIn = (row: Row): string | undefined => {
    if (delimiter === undefined || row.cells >= widthRead || isRemark(row, columns.ref)) return undefined
    const place = places.find((each) => each >= row.cells)
    return place === undefined ? undefined : table.columns[place]
  }
  return {
    areFull,
    damageIn(row, isDoubted) {
      if (row.isHeadings) return damaged('headings', [HEADINGS_AGAIN])
      const misread = misreadCells(row, table, columns)
      if (misread.length > 0) return damaged('encoding', misread)
      if (row.joinedBy !== undefined) return damaged('columns', [joined(row, row.joinedBy, table)])
      const missing = missingIn(row)
      if (missing !== undefined) {
        const note = cutShort(row, missing, table)
        return areFull || wereFull ? damaged('columns', [note]) : { faults: [], notes: [note] }
      }
      // Empty cells at the end are harmless. Next to a cell that is not understood, a delimiter without quotes most likely
      // moved the others, and the last column was empty.
      const isWide = row.width > widest || (isDoubted && row.cells > Math.max(widest, usualCells))
      return isWide ? damaged('columns', [tooWide(row, widest, table)]) : NONE
    },
  }
}

/** Whether a row holds nothing but a text: a row that ends after its number is no remark. */
function isRemark(row: Row, ref: readonly string[]): boolean {
  return row.filled < 2 && !ref.some((column) => NUMBERING.test(textOf(row.get(column))))
}

/** A number such as `12` or `A-12`. */
const NUMBERING = /^[^\s\d]*\d\S*$/

const HEADINGS_AGAIN: Note = {
  column: 'the row',
  member: 'cells',
  found: 'the headings again',
  expected: 'an offer',
}

/** Cells that were decoded in a wrong encoding. In texts that become no ids and slugs, a lost letter is no fault. */
function misreadCells(row: Row, { reading }: Table, { read, named }: ReadColumns): Note[] {
  const expected = `text, not ${misreadAdvice(reading.encoding)}`
  return read.flatMap((column) => {
    const isNamed = named.includes(column)
    const faultIn = (text: string) => misreadIn(text) ?? (isNamed ? lostIn(text) : undefined)
    const found = textsIn(row.get(column))
      .map(faultIn)
      .find((text) => text !== undefined)
    return found === undefined ? [] : [{ column, member: 'encoding', found, expected }]
  })
}

/** The texts of a cell that may be misread: ASCII never is. */
function textsIn(cell: Cell): string[] {
  if (isList(cell)) return cell.flatMap(textsIn)
  return typeof cell === 'string' && /\P{ASCII}/u.test(cell) ? [cell] : []
}

function joined(
  row: Row,
  joinedBy: string,
  { delimiter, headingCells = row.cells, columns: [first = ''] }: Table,
): Note {
  const separator =
    delimiter === undefined ? 'each in a column of its own' : `separated by ${delimiterText(delimiter)}`
  return {
    column: 'the row',
    member: 'cells',
    found: `${textOf(row.get(first))}${joinedBy}…`,
    expected: `${headingCells} cells, ${separator}, as in the heading; they are separated by ${delimiterText(joinedBy)}`,
  }
}

function cutShort(row: Row, column: string, { columns: [first = ''] }: Table): Note {
  return {
    column: 'the row',
    member: 'cells',
    found: `${formatCountOf(row.cells, 'cell')}: ${textOf(row.get(first))} …`,
    expected: `all cells: the row ends before ${clip(column)}`,
  }
}

function tooWide({ cells }: Row, widest: number, { delimiter = '', usualCells = 0 }: Table): Note {
  const separator = delimiter === '\t' ? 'a tab' : JSON.stringify(delimiter)
  const few = usualCells > widest ? `, or, as rows have ${usualCells}, give each column a heading` : ''
  return {
    column: 'the row',
    member: 'number of cells',
    found: String(cells),
    expected: `${widest}, as in the heading (put quotes around a text that contains ${separator}${few})`,
  }
}

function delimiterText(delimiter: string): string {
  return delimiter === '\t' ? 'tabs' : JSON.stringify(delimiter)
}
