// Reads a file once from end to end to see what it is built of: for the first import, for a mapping that does not know the
// shape of its file yet, and after an answer about it.

import { isFormula, textOf } from '../cells/cell.ts'
import type { OpenOptions } from '../formats/format.ts'
import { openTable } from '../formats/formats.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { columnsIn } from '../mapping/cell-source.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { formOf } from '../tables/no-offer.ts'
import type { Reading, Row, Table } from '../tables/table.ts'
import { isHead, type OtherTable, TableAccount } from './table-account.ts'

/** Enough rows to see which columns identify a row; more would make a person wait. */
const MAX_ROWS = 20_000

/** A table of many columns has a smaller sample. */
const MAX_CELLS = 2_000_000

/** SECURITY: the rows of a sample have at most this many characters, and those of one batch more. */
const MAX_CHARACTERS = 20_000_000

export interface Surveyed {
  table: Table
  account: TableAccount
  /** The first rows of the table, without blank ones and repeated headings. */
  rows: Row[]
}

type Known = Pick<Mapping, 'offer' | 'read' | 'shape'>

/** How a mapping reads its file. */
export function readingOf({ read = {}, shape }: Omit<Known, 'offer'>): Reading {
  const { skip: _, ignore: __, ...reading } = read
  const [heads = []] = shape?.headings ?? []
  return { ...reading, ...(heads.length > 0 ? { heads } : {}) }
}

/**
 * @param reading as a mapping or answers say
 * @throws {OperatorError} as `openTable` does: `usage` if the file is JSON with several lists and `records` names none
 */
export async function survey(path: string, reading: Reading, mapping?: Known): Promise<Surveyed> {
  const columns = columnsIn({ offer: mapping?.offer, read: mapping?.read })
  const table = await openTable(path, { reading, columns })
  const account = new TableAccount(table, mapping)
  const sample = await readSample(table, account)
  await dismissRows(path, { reading, columns }, account)
  const others = account.tables
  const own = sample.filter(({ below }) => below === undefined || !others.includes(below))
  return { table, account, rows: own.map(({ row }) => row) }
}

interface SampleRow {
  row: Row
  /** The other table below whose headings it is, if that is one. */
  below: OtherTable | undefined
}

/** Counts all rows of a table, and returns the first ones, without blank ones and repeated headings. */
export async function readSample(table: Table, account: TableAccount): Promise<SampleRow[]> {
  const wanted = Math.min(MAX_ROWS, Math.ceil(MAX_CELLS / Math.max(1, table.columns.length)))
  const sample: SampleRow[] = []
  const isOtherHead = ({ headings }: Row) => headings !== undefined && table.reading.headings !== 0
  let held = 0
  for await (const batch of table.rows()) {
    for (const row of batch.rows) {
      // A line of one cell above headings is their caption.
      if (isHead(row) && sample.at(-1)?.row.filled === 1) sample.pop()
      const isOrdinary = account.isOwn(row) && !row.isBlank && !row.isHeadings && !isOtherHead(row)
      if (isOrdinary && sample.length < wanted && held < MAX_CHARACTERS)
        sample.push({ row: withoutFormulas(row), below: account.last })
    }
    held += batch.characters ?? 0
  }
  return sample
}

/** A formula without a result says nothing about its column. */
function withoutFormulas(row: Row): Row {
  const get = (column: string) => {
    const cell = row.get(column)
    return isFormula(cell) ? null : cell
  }
  return { ...row, get }
}

/**
 * Takes back lines that are rows with words of headings: such words recur in their columns, or codes of the same form do.
 * Reads the file again if there are such lines, which is rare.
 */
export async function dismissRows(path: string, options: OpenOptions, account: TableAccount): Promise<void> {
  const doubtful = account.unknown.tables.filter(({ texts }) => texts.length > 0)
  if (doubtful.length === 0) return
  const places = new Set(doubtful.map(({ at }) => at))
  const recurring = new Map(doubtful.map((table) => [table, new Set<string>()]))
  const table = await openTable(path, options)
  for await (const { rows } of table.rows()) {
    for (const row of rows) {
      if (row.isHeadings || places.has(row.at)) continue
      for (const [{ texts }, found] of recurring)
        for (const [column, text] of texts)
          if (!found.has(column) && isAlike(text, textOf(row.get(column)))) found.add(column)
    }
  }
  account.dismiss(doubtful.filter((each) => isRow(each, recurring.get(each) ?? new Set())))
}

function isAlike(text: string, other: string): boolean {
  return text === other || (/\d/.test(text) && formOf(text) === formOf(other))
}

function isRow({ texts }: OtherTable, recurring: ReadonlySet<string>): boolean {
  if (texts.some(([column, text]) => recurring.has(column) && /\d/.test(text))) return true
  const left = texts.filter(([column]) => !recurring.has(column))
  return new Set(left.flatMap(([, text]) => rolesOf(text)[0]?.role ?? [])).size < 2
}
