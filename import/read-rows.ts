// Reads the rows of one file as a mapping says: the offer that each becomes, or why there is none. Refuses a file whose
// columns are missing, repeated otherwise than before, or not understood.

import { otherShape, questionsOfShape } from './account/refuse-other-shape.ts'
import { aboutSums, isAboutPlace } from './account/shape-questions.ts'
import { readingOf } from './account/survey.ts'
import { isHead, TableAccount } from './account/table-account.ts'
import type { Question } from './asking/questions.ts'
import { textOf } from './cells/cell.ts'
import { openTable } from './formats/formats.ts'
import { isPointer } from './formats/json-records.ts'
import { createDamageFinder, type DamageFinder, ROWS_LOOKED_AT } from './judging/damaged-rows.ts'
import { judgeColumns } from './judging/judge-columns.ts'
import type { TableMemory } from './judging/table-memory.ts'
import { TableTally } from './judging/table-tally.ts'
import { columnsIn } from './mapping/cell-source.ts'
import type { ReadyMapping } from './mapping/load-mapping.ts'
import { createMapRow, type MappedRow, type NoOfferRow } from './mapping/map-row.ts'
import { NO_NAME, rejectedRow } from './mapping/rejected-row.ts'
import { changedColumns, missingColumns } from './report/refusals.ts'
import { lookAhead, type Row, type Table } from './tables/table.ts'

export interface ReadSettings {
  mapping: ReadyMapping
  /** Whether the mapping is a new proposal. */
  isProposed: boolean
  /** Facts of the last import; undefined if there is nothing to compare. */
  before: TableMemory | undefined
}

export interface ReadRow extends Pick<Row, 'at' | 'sheet'> {
  mapped: MappedRow
  /** What a row that is no offer shows, and its first text. */
  shows?: string
  name?: string
}

/** A file that is read by a mapping. */
export class MappedFile {
  readonly #path: string
  readonly table: Table
  /** What becomes of its parts, tables and columns. Complete once all rows are read. */
  readonly account: TableAccount
  /** Open questions about its columns, and rows that may be totals. Known once all rows are read. */
  questions: readonly Question[] = []
  /** The number of rows so far, and how their columns were read; of rows with faults, only the number. */
  readonly tally = new TableTally()
  /** Whether it ends without a line end. Known once all rows are read. */
  endsOpen = false
  /** Whether it is delimited text with full rows, as `DamageFinder` says. Known once the first row is read. */
  areFull = true
  readonly #settings: ReadSettings
  /** The columns that the mapping reads. */
  readonly #columns: readonly string[]

  private constructor(
    { path, table, columns }: { path: string; table: Table; columns: readonly string[] },
    settings: ReadSettings,
  ) {
    this.#path = path
    this.table = table
    this.account = new TableAccount(table, settings.mapping)
    this.#settings = settings
    this.#columns = columns
  }

  /** @throws {OperatorError} `bad-source` if the file cannot be read, or its columns are not those of the mapping */
  static async open(path: string, settings: ReadSettings): Promise<MappedFile> {
    const { mapping } = settings
    const columns = columnsIn({ offer: mapping.offer, read: mapping.read })
    const table = await openKnownTable(path, mapping, columns)
    return new MappedFile({ path, table, columns }, settings)
  }

  /**
   * @throws {OperatorError} `bad-source` if the file cannot be read to its end; after the last row, if the file has another
   * shape than the mapping knows, or a column is not understood
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
    const notes = new Notes()
    /** A row of one cell, and blank ones: above headings it is their caption. */
    let held: Row[] = []
    const read = (row: Row) => this.#read(row, damage, mapRow)
    for await (const { rows, isOpen = false } of all()) {
      for (const row of rows) {
        const isOwn = this.account.isOwn(row)
        if (isOwn && row.isBlank && held.length > 0 && held.length < MAX_HELD) {
          held.push(row)
          continue
        }
        const isBelowCaption = held.length > 0 && isHead(row)
        for (const each of held)
          yield* notes.inOrder(isBelowCaption && !each.isBlank ? noOfferOf(each, 'note') : read(each))
        held = []
        if (!isOwn) yield noOfferOf(row, row.isBlank ? 'empty' : 'table')
        else if (row.filled === 1) held.push(row)
        else yield* notes.inOrder(read(row))
      }
      this.endsOpen = isOpen
    }
    for (const each of held) yield* notes.inOrder(read(each))
    yield* notes.end()
    const file = { path: this.#path, account: this.account, name: table.file }
    this.questions = [...(await questionsOfShape(file, mapping)), ...aboutSums(notes.sums, table.unit)]
    if (this.questions.some(isAboutPlace)) throw otherShape(table.file, this.questions)
    const changes = judgeColumns(this.tally, { mapping, before, isProposed })
    if (changes.length > 0) throw changedColumns(table, changes, before === undefined)
  }

  #read(row: Row, finder: DamageFinder, mapRow: (row: Row) => MappedRow): ReadRow {
    const mapped = withDamage(mapRow(row), row, finder)
    this.tally.add(row, 'cells' in mapped ? mapped.cells : [])
    const { at, sheet } = row
    if ('noOffer' in mapped) return noOfferOf(row, mapped.noOffer, mapped)
    return { at, mapped, ...(sheet === undefined ? {} : { sheet }) }
  }
}

function noOfferOf(row: Row, noOffer: NoOfferRow['noOffer'], mapped: NoOfferRow = { noOffer }): ReadRow {
  const { at, sheet } = row
  const texts = row.values.map(textOf).filter(Boolean)
  const name = texts.find((text) => /\p{L}/u.test(text)) ?? ''
  return { at, mapped, ...(sheet === undefined ? {} : { sheet }), shows: texts.join(' | '), name }
}

/** SECURITY: bounds the rows that are held back. */
const MAX_HELD = 1000

/** Holds back rows that are notes or totals if no offer follows. */
class Notes {
  readonly #held: ReadRow[] = []
  readonly #sums: ReadRow[] = []

  /** Rows between offers that may be totals. */
  get sums(): readonly ReadRow[] {
    return this.#sums
  }

  end(): readonly ReadRow[] {
    return this.#held
  }

  /** The rows that are decided by the next one, in their order. */
  *inOrder(row: ReadRow): Generator<ReadRow> {
    const { mapped } = row
    if ('noOffer' in mapped && mapped.otherwise && this.#held.length < MAX_HELD) {
      this.#held.push(row)
      return
    }
    if (!('noOffer' in mapped)) {
      const held = this.#held.splice(0)
      this.#sums.push(...held.filter(isTotal))
      yield* held.map((each) => ({ ...each, mapped: otherwise(each.mapped) }))
    }
    yield row
  }
}

function isTotal({ mapped }: ReadRow): boolean {
  return 'noOffer' in mapped && mapped.noOffer === 'total'
}

function otherwise(mapped: MappedRow): MappedRow {
  return ('noOffer' in mapped && mapped.otherwise) || mapped
}

/** The row, rejected if it cannot be placed in its columns, unless the mapping skips it. */
function withDamage(mapped: MappedRow, row: Row, finder: DamageFinder): MappedRow {
  if ('noOffer' in mapped)
    return row.joinedBy === undefined || row.isBlank ? mapped : withDamage(UNREAD, row, finder)
  const isOffer = 'offer' in mapped
  const { faults, notes, kind } = finder.damageIn(row, isOffer && mapped.notes.length > 0)
  if (faults.length === 0) return isOffer ? { ...mapped, notes: [...mapped.notes, ...notes] } : mapped
  // A heading is no name.
  const name = row.isHeadings ? NO_NAME : isOffer ? mapped.offer : mapped
  return rejectedRow(faults, name, { damage: kind })
}

/** A row that is no offer by its cells, which other delimiters join. */
const UNREAD = rejectedRow([], NO_NAME)

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
  const known = mapping.shape?.parts ?? []
  const table = await openTable(path, { reading: readingOf(mapping), columns, known })
  // In JSON, all items of a file may lack an optional member.
  const isJson = table.delimiter === undefined && table.reading.sheet === undefined
  const isOptional = (column: string) => isJson && isPointer(column)
  const missing = columns.filter((column) => !table.columns.includes(column) && !isOptional(column))
  if (missing.length > 0) throw missingColumns(table, missing, mapping)
  return table
}
