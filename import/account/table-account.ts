// The account of a file: its parts, the tables in them, and its columns, with what becomes of each. The questions of the
// first import, the shape in the mapping and the refusals of later days come from it.

import { type Cell, textOf } from '../cells/cell.ts'
import { isOfDeletions } from '../cells/read-status.ts'
import { saysNothing, withoutNumber } from '../cells/words.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { weekdayColumns } from '../headings/weekday-columns.ts'
import { columnsIn } from '../mapping/cell-source.ts'
import type { Mapping, Shape } from '../mapping/mapping.ts'
import { mayBeDeletions } from '../proposing/may-be-deletions.ts'
import { areSame } from '../tables/headings.ts'
import type { HeadingLine, Part, Row, Table } from '../tables/table.ts'

/** Another table in the file: its line of headings, with all its texts by column, which show whether it is one. */
export interface OtherTable extends HeadingLine {
  texts: readonly (readonly [column: string, text: string])[]
}

/** What in a file may hold offers and is not known. */
export interface Unknown {
  parts: readonly Part[]
  tables: readonly OtherTable[]
  columns: readonly string[]
}

/** More tables in one file are named by the first of them. SECURITY: bounds memory. */
const MAX_TABLES = 100
/** SECURITY: bounds the mapping. Of a table of more columns, it knows those with a role. */
const MAX_COLUMNS = 1000
/** SECURITY: bounds memory. A column with as many cells says no ends. */
const MAX_CELLS = 5000

export class TableAccount {
  readonly #table: Table
  readonly #shape: Shape | undefined
  readonly #read: readonly string[]
  readonly #ignored: readonly string[]
  /** The other tables so far. */
  readonly #tables: OtherTable[]
  /** Columns without a cell so far. */
  readonly #empty: Set<string>
  readonly #filled = new Set<string>()
  /** The other table in which the next row is, if the mapping knows it. */
  #inOther = false
  #ownRows = 0
  /** The cells of new columns without a role: they may say which rows have ended. */
  readonly #new: ReadonlyMap<string, Cell[]>
  readonly #hasEnds: boolean
  readonly #hasStatuses: boolean
  /** Whether the last row has one cell only: it may be the caption of another table. */
  #isBelowCaption = false
  /** The rows since the last line of headings count for it. */
  #last: OtherTable | undefined
  #sheet: string | undefined

  /** @param mapping what it reads, ignores and knows of the file; undefined if there is none yet */
  constructor(table: Table, mapping: Pick<Mapping, 'offer' | 'read' | 'shape'> | undefined) {
    this.#table = table
    this.#shape = mapping?.shape
    this.#read = columnsIn({ offer: mapping?.offer, read: mapping?.read })
    this.#ignored = mapping?.read?.ignore ?? []
    this.#tables = (table.above ?? []).map((line) => ({ ...line, texts: [] }))
    this.#empty = new Set(table.columns)
    this.#hasEnds = Boolean(mapping?.offer.valid_until)
    this.#hasStatuses = mapping?.read?.skip?.some(({ published }) => published !== undefined) ?? false
    this.#new = new Map(this.#newColumns().map((column) => [column, []]))
  }

  /** Counts a row; false if it belongs to another table that the mapping knows, so that it is not read. */
  isOwn(row: Row): boolean {
    if (row.sheet !== this.#sheet) this.#enter(undefined, row.sheet)
    if (row.isBlank) return !this.#inOther
    if (isHead(row) && this.#isBelowCaption && !this.#last) this.#ownRows -= 1
    this.#isBelowCaption = row.filled === 1
    if (row.isHeadings) this.#enter(undefined, row.sheet)
    else if (row.headings && this.#table.reading.headings !== 0)
      this.#enter(this.#tableAt(row, row.headings), row.sheet)
    else if (this.#last && row.filled > 1) this.#last.rows += 1
    if (this.#inOther) return false
    if (!this.#last) this.#ownRows += 1
    this.#countCells(row)
    return true
  }

  /** The table that is read. */
  get own(): HeadingLine {
    return { at: this.#table.reading.headings ?? 0, headings: this.#table.heads ?? [], rows: this.#ownRows }
  }

  /** The parts of the file that may hold the offers. */
  get parts(): readonly Part[] {
    return this.#table.parts ?? []
  }

  /** The columns that are left out, as somebody said. */
  get ignored(): readonly string[] {
    return this.#ignored
  }

  /** The other table whose line of headings was the last one; undefined below those of the table that is read. */
  get last(): OtherTable | undefined {
    return this.#last
  }

  #enter(table: OtherTable | undefined, sheet: string | undefined): void {
    this.#sheet = sheet
    this.#last = table
    this.#inOther = table !== undefined && this.#isKnown(table)
    if (table && this.#tables.length < MAX_TABLES) this.#tables.push(table)
  }

  #tableAt(row: Row, headings: readonly string[]): OtherTable {
    const texts = this.#table.columns.flatMap((column) => {
      const text = textOf(row.get(column))
      return text === '' ? [] : [[column, text] as const]
    })
    return { at: row.at, headings, rows: 0, texts }
  }

  #isKnown({ headings }: HeadingLine): boolean {
    return this.#shape?.headings.slice(1).some((known) => areSame(known, headings)) ?? false
  }

  /** The columns without a role that the mapping does not know. */
  #newColumns(): readonly string[] {
    const { columns } = this.#table
    if (!this.#shape || columns.length > MAX_COLUMNS) return []
    const known = new Set([...this.#shape.columns, ...this.#read, ...this.#ignored])
    const open = columns.filter((column) => !known.has(column) && !hasRole(column))
    const weekdays = open.length > 0 ? weekdayColumns(columns) : undefined
    return open.filter((column) => !weekdays?.has(column))
  }

  #countCells(row: Row): void {
    for (const [column, cells] of this.#new) {
      const cell = row.get(column)
      if (cells.length < MAX_CELLS && !saysNothing(textOf(cell))) cells.push(cell)
    }
    if (this.#empty.size === 0) return
    for (const [index, cell] of row.values.entries()) {
      const column = row.columns[index] ?? ''
      if (cell !== null && cell !== '' && this.#empty.delete(column)) this.#filled.add(column)
    }
  }

  /** Whether another column has the same heading. */
  #isRepeated(column: string): boolean {
    const { repeated = {} } = this.#table
    return Object.hasOwn(repeated, withoutNumber(column))
  }

  /** The columns of one heading that is there several times. */
  get repeated(): Readonly<Record<string, readonly string[]>> {
    const headings = Object.entries(this.#table.repeated ?? {})
    return Object.fromEntries(
      headings.map(([heading, count]) => [
        heading,
        Array.from({ length: count }, (_, index) => (index === 0 ? heading : `${heading} (${index + 1})`)),
      ]),
    )
  }

  /** The columns with cells that have a role, whose heading is there several times, or that may say which rows have ended. */
  get filled(): readonly string[] {
    const mayBeRead = (column: string) =>
      hasRole(column) || this.#isRepeated(column) || this.maySayEnd(column)
    return this.#table.columns.filter((column) => this.#filled.has(column) && mayBeRead(column))
  }

  /** Whether a new column may say which rows have ended. */
  maySayEnd(column: string): boolean {
    if (isOfDeletions(column)) return true
    const cells = this.#new.get(column)
    if (!cells || cells.length >= MAX_CELLS) return false
    const sample = { name: column, cells, texts: cells.map(textOf), rows: this.#ownRows }
    return mayBeDeletions(sample, { hasEnds: this.#hasEnds, hasStatuses: this.#hasStatuses })
  }

  /** All columns with cells; only those of `filled` in a table of many columns. */
  get #known(): readonly string[] {
    const { columns } = this.#table
    return columns.length > MAX_COLUMNS ? this.filled : columns.filter((column) => this.#filled.has(column))
  }

  /** The columns with cells that are neither read nor left out by an answer. */
  get unread(): readonly string[] {
    const known = new Set([...this.#read, ...this.#ignored])
    return this.#table.columns.filter((column) => this.#filled.has(column) && !known.has(column))
  }

  /** The columns that the mapping reads and whose heading fewer columns have than the mapping knows. */
  get missingRepeats(): readonly { heading: string; found: number; expected: number }[] {
    const known = this.#shape?.columns ?? []
    const headings = new Set(known.filter((column) => column !== withoutNumber(column)).map(withoutNumber))
    return [...headings].flatMap((heading) => {
      const isOfHeading = (column: string) => withoutNumber(column) === heading
      const expected = known.filter(isOfHeading).length
      const found = this.#table.columns.filter(isOfHeading).length
      return this.#read.some(isOfHeading) && found < expected ? [{ heading, found, expected }] : []
    })
  }

  /** The other tables, each with rows. */
  get tables(): readonly OtherTable[] {
    return this.#tables.filter(({ rows }) => rows > 0)
  }

  /** The other tables that the mapping leaves out. */
  get leftOut(): readonly HeadingLine[] {
    return this.tables.filter((table) => this.#isKnown(table))
  }

  /** The number of rows of such tables above the headings: they come before the rows of the table. */
  get rowsAbove(): number {
    return (this.#table.above ?? []).reduce((sum, { rows }) => sum + rows, 0)
  }

  /** Takes lines for ordinary rows after all. */
  dismiss(tables: readonly OtherTable[]): void {
    for (const table of tables) this.#tables.splice(this.#tables.indexOf(table), 1)
  }

  /** The shape of the file today. */
  get shape(): Shape {
    const { heads = [], reading } = this.#table
    const read = reading.sheet ?? reading.records
    const parts = this.parts.map(({ name }) => name)
    const others = this.tables.map(({ headings }) => [...headings])
    return {
      parts: parts.length > 0 ? parts : read === undefined ? [] : [read].flat(),
      headings: [[...heads], ...distinct(others)],
      columns: [...new Set([...this.#known, ...Object.values(this.repeated).flat()])],
    }
  }

  /** What the mapping neither reads nor knows. */
  get unknown(): Unknown {
    const { sheet, records } = this.#table.reading
    const known = [sheet ?? records ?? []].flat().concat(this.#shape?.parts ?? [])
    const columns = [...(this.#shape?.columns ?? []), ...this.#read, ...this.#ignored]
    return {
      parts: this.parts.filter(({ name }) => !known.includes(name)),
      tables: this.tables.filter((table) => !this.#isKnown(table)),
      columns: this.#shape ? this.filled.filter((column) => !columns.includes(column)) : [],
    }
  }
}

/** Whether a row has the headings of this table or of another one. */
export function isHead({ isHeadings, headings }: Row): boolean {
  return isHeadings || headings !== undefined
}

function hasRole(column: string): boolean {
  return rolesOf(column).length > 0
}

function distinct(lists: readonly string[][]): string[][] {
  return [...new Map(lists.map((list) => [JSON.stringify(list), list])).values()]
}

/** Shapes of several files that are read as one source. */
export function joinedShape([first, ...others]: readonly Shape[]): Shape | undefined {
  if (!first) return undefined
  const all = [first, ...others]
  const [read = [], ...rest] = first.headings.length > 0 ? first.headings : (others[0]?.headings ?? [])
  return {
    parts: [...new Set(all.flatMap(({ parts }) => parts))],
    headings: [read, ...distinct([...rest, ...others.flatMap(({ headings }) => headings.slice(1))])],
    columns: [...new Set(all.flatMap(({ columns }) => columns))],
  }
}
