// Reads the rows of one file as a mapping says: the offer that each becomes, or why there is none. Refuses a file whose
// columns are missing, repeated otherwise than before, or not understood.

import { openTable } from './formats/formats.ts'
import { FormulaTally } from './judging/formula-tally.ts'
import { judgeColumns } from './judging/judge-columns.ts'
import { lookAtRowEnds, ROWS_LOOKED_AT, type RowEnds } from './judging/short-rows.ts'
import type { TableMemory } from './judging/table-memory.ts'
import { TableTally } from './judging/table-tally.ts'
import { columnsIn } from './mapping/cell-source.ts'
import type { ReadyMapping } from './mapping/load-mapping.ts'
import { createMapRow, type MappedRow } from './mapping/map-row.ts'
import type { Note } from './mapping/row-reader.ts'
import {
  changedColumns,
  cutShort,
  joined,
  misreadCells,
  missingColumns,
  otherRepeats,
  tooWide,
} from './report/refusals.ts'
import { hasMoreCells, lookAhead, type Row, type Table, widestRow } from './tables/table.ts'

export interface ReadSettings {
  mapping: ReadyMapping
  /** Whether the mapping is a new proposal. */
  isProposed: boolean
  /** Facts of the last import; undefined if there is nothing to compare. */
  before: TableMemory | undefined
}

export interface ReadRow {
  at: number
  mapped: MappedRow
  /** Cells of an offer that are not understood, or missing at the end of its row. */
  notes: readonly Note[]
  /** Why the row is rejected whatever its cells say: some are lost or misread, or they may be in the wrong columns. */
  faults: readonly Note[] | undefined
  /** Whether a text was decoded in a wrong encoding. */
  isMisread: boolean
}

/** A file that is read by a mapping. */
export class MappedFile {
  readonly table: Table
  /** The number of rows so far, and how their columns were read; of rows with faults, only the number. */
  readonly tally = new TableTally()
  /** Whether it ends without a line end. Known once all rows are read. */
  endsOpen = false
  /** Whether it is delimited text with full rows, as `RowEnds` says. Known once the first row is read. */
  areFull = true
  readonly #settings: ReadSettings
  /** The columns that the mapping reads. */
  readonly #columns: readonly string[]
  /** The columns whose texts become ids and slugs. */
  readonly #named: readonly string[]
  /** The width of the widest row whose cells are surely in their columns. */
  readonly #widest: number

  private constructor(table: Table, columns: readonly string[], settings: ReadSettings) {
    const { offer } = settings.mapping
    this.table = table
    this.#settings = settings
    this.#columns = columns
    this.#widest = widestRow(table, columns)
    this.#named = columnsIn([offer.ref, offer.issuer, offer.category, offer.comunas])
  }

  /** @throws {OperatorError} `bad-source` if the file cannot be read, or its columns are not those of the mapping */
  static async open(path: string, settings: ReadSettings): Promise<MappedFile> {
    const { mapping, before } = settings
    const columns = columnsIn({ offer: mapping.offer, read: mapping.read })
    const table = await openKnownTable(path, mapping, columns)
    refuseOtherRepeats(table, columns, before)
    return new MappedFile(table, columns, settings)
  }

  /**
   * @throws {OperatorError} `bad-source` if the file cannot be read to its end; after the last row, if a column has too
   * many formulas without a result, or is not understood
   */
  async *rows(): AsyncGenerator<ReadRow> {
    const { mapping, before, isProposed } = this.#settings
    const { table } = this
    const mapRow = createMapRow(mapping, table.columns)
    // Only rows of delimited text can end early.
    const { first, all } = await lookAhead(table.rows(), table.delimiter === undefined ? 0 : ROWS_LOOKED_AT)
    // Only workbooks have formulas.
    const formulas = new FormulaTally(table.reading.sheet === undefined ? [] : this.#columns)
    const columns = { read: this.#columns, ref: columnsIn(mapping.offer.ref) }
    const ends = lookAtRowEnds(table, columns, { first, wereFull: before?.areFull === true })
    this.areFull = ends.areFull
    for await (const { rows, isOpen = false } of all()) {
      for (const row of rows) {
        formulas.add(row)
        yield this.#read(row, ends, mapRow)
      }
      this.endsOpen = isOpen
    }
    formulas.refuseMost(table.file)
    const changes = judgeColumns(this.tally, { mapping, before, isProposed })
    if (changes.length > 0) throw changedColumns(table, changes, before === undefined)
  }

  #read(row: Row, ends: RowEnds, mapRow: (row: Row) => MappedRow): ReadRow {
    const { table } = this
    const misread = misreadCells(row, table, { columns: this.#columns, named: this.#named })
    const damage = misread.length > 0 ? misread : damageOf(row, ends, table)
    const mapped = mapRow(damage ? { ...row, isPart: true } : row)
    const notes = 'offer' in mapped ? [...mapped.notes, ...shortOf(row, ends, table)] : []
    const widest = this.#widest
    // Empty cells at the end are harmless, unless a cell of the row is not understood: see `hasMoreCells`.
    const isWide = row.width > widest || (notes.length > 0 && hasMoreCells(row, table, widest))
    const faults = damage ?? (isWide ? [tooWide(row, widest, table.delimiter)] : undefined)
    this.tally.add(row, !faults && 'cells' in mapped ? mapped.cells : [])
    return { at: row.at, mapped, notes, faults, isMisread: misread.length > 0 }
  }
}

/**
 * Opens a file as the mapping says.
 * @param columns the columns that the mapping reads
 * @throws {OperatorError} `bad-source` if the file cannot be read or, unless it is JSON, lacks a column, which would be
 * null in all rows
 */
async function openKnownTable(
  path: string,
  mapping: ReadyMapping,
  columns: readonly string[],
): Promise<Table> {
  const table = await openTable(path, { reading: mapping.read ?? {}, columns })
  // In JSON, all items of today may lack an optional member.
  const isJson = table.delimiter === undefined && table.reading.sheet === undefined
  const isOptional = (column: string) => isJson && IN_JSON.test(column)
  const missing = columns.filter((column) => !table.columns.includes(column) && !isOptional(column))
  if (missing.length > 0) throw missingColumns(table, missing, mapping)
  return table
}

/**
 * @throws {OperatorError} `bad-source` if a heading that is read has another number of columns than in the last import
 */
function refuseOtherRepeats(
  { file, repeated }: Table,
  read: readonly string[],
  before: TableMemory | undefined,
): void {
  if (before?.repeated === undefined) return
  const now = new Map(Object.entries(repeated ?? {}))
  const then = new Map(Object.entries(before.repeated))
  for (const heading of [...now.keys(), ...then.keys()]) {
    // A heading of one column is in neither map.
    const found = now.get(heading) ?? 1
    const expected = then.get(heading) ?? 1
    // headings.ts names the second column "Hasta" `Hasta (2)`.
    const isRead = read.some((column) => column === heading || column.startsWith(`${heading} (`))
    if (isRead && found !== expected) throw otherRepeats(file, heading, found, expected)
  }
}

/** The columns of JSON as json.ts names them: `/price`, `../name`, `#`. */
const IN_JSON = /^(?:\.\.|#|\/)/

/** Why a row has lost cells, or may have them in the wrong columns; undefined if it has all. */
function damageOf(row: Row, ends: RowEnds, table: Table): Note[] | undefined {
  if (row.joinedBy !== undefined) return [joined(row, table)]
  const short = shortOf(row, ends, table)
  return ends.isDamage && short.length > 0 ? short : undefined
}

/** A note on a row that ends before a column that is read; none if it does not. */
function shortOf(row: Row, ends: RowEnds, table: Table): Note[] {
  const column = ends.missingIn(row)
  return column === undefined ? [] : [cutShort(row, column, table)]
}
