// Reads the rows of one file as a mapping says: the offer that each becomes, or why there is none. Refuses a file whose
// columns are missing, repeated otherwise than before, or not understood.

import { openTable } from './formats/formats.ts'
import { createDamageFinder, type DamageFinder, ROWS_LOOKED_AT } from './judging/damaged-rows.ts'
import { isPointer, judgeColumns } from './judging/judge-columns.ts'
import type { TableMemory } from './judging/table-memory.ts'
import { TableTally } from './judging/table-tally.ts'
import { columnsIn } from './mapping/cell-source.ts'
import type { ReadyMapping } from './mapping/load-mapping.ts'
import { createMapRow, type MappedRow, type RowName } from './mapping/map-row.ts'
import { changedColumns, missingColumns, otherRepeats } from './report/refusals.ts'
import { lookAhead, type Row, type Table } from './tables/table.ts'

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
}

/** A file that is read by a mapping. */
export class MappedFile {
  readonly table: Table
  /** The number of rows so far, and how their columns were read; of rows with faults, only the number. */
  readonly tally = new TableTally()
  /** Whether it ends without a line end. Known once all rows are read. */
  endsOpen = false
  /** Whether it is delimited text with full rows, as `DamageFinder` says. Known once the first row is read. */
  areFull = true
  readonly #settings: ReadSettings
  /** The columns that the mapping reads. */
  readonly #columns: readonly string[]

  private constructor(table: Table, columns: readonly string[], settings: ReadSettings) {
    this.table = table
    this.#settings = settings
    this.#columns = columns
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
   * @throws {OperatorError} `bad-source` if the file cannot be read to its end; after the last row, if a column is not
   * understood
   */
  async *rows(): AsyncGenerator<ReadRow> {
    const { mapping, before, isProposed } = this.#settings
    const { table } = this
    const { first, all } = await lookAhead(table.rows(), ROWS_LOOKED_AT)
    const mapRow = createMapRow(mapping, table.columns, first)
    const { ref, issuer, category, comunas } = mapping.offer
    const named = columnsIn([ref, issuer, category, comunas])
    const columns = { read: this.#columns, ref: columnsIn(ref), named }
    const damage = createDamageFinder(table, columns, { first, wereFull: before?.areFull === true })
    this.areFull = damage.areFull
    for await (const { rows, isOpen = false } of all()) {
      for (const row of rows) {
        yield this.#read(row, damage, mapRow)
      }
      this.endsOpen = isOpen
    }
    const changes = judgeColumns(this.tally, { mapping, before, isProposed })
    if (changes.length > 0) throw changedColumns(table, changes, before === undefined)
  }

  #read(row: Row, finder: DamageFinder, mapRow: (row: Row) => MappedRow): ReadRow {
    const mapped = withDamage(mapRow(row), row, finder)
    this.tally.add(row, 'cells' in mapped ? mapped.cells : [])
    return { at: row.at, mapped }
  }
}

/** The row, rejected if it cannot be placed in its columns, unless the mapping skips it. */
function withDamage(mapped: MappedRow, row: Row, finder: DamageFinder): MappedRow {
  if ('skipped' in mapped && mapped.skipped !== 'no offer') return mapped
  const isOffer = 'offer' in mapped
  const { faults, notes } = finder.damageIn(row, isOffer && mapped.notes.length > 0)
  if (faults.length === 0) return isOffer ? { ...mapped, notes: [...mapped.notes, ...notes] } : mapped
  // A heading is no name.
  const { ref, issuer } = row.isHeadings ? NOBODY : isOffer ? mapped.offer : mapped
  return { rejected: faults, cells: [], isDamaged: true, ref, issuer }
}

const NOBODY: RowName = { ref: null, issuer: null }

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
  // In JSON, all items of a file may lack an optional member.
  const isJson = table.delimiter === undefined && table.reading.sheet === undefined
  const isOptional = (column: string) => isJson && isPointer(column)
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
