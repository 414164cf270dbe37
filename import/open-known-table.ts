// Opens a file as the mapping says. If the file has changed, the error explains how.

import type { OperatorError } from '../lib/errors.ts'
import { nearest } from '../lib/text/suggestion.ts'
import { openTable } from './formats/formats.ts'
import { isHeading } from './headings/heading-list.ts'
import type { TableMemory } from './judging/table-memory.ts'
import { columnPlaces } from './mapping/cell-source.ts'
import type { ReadyMapping } from './mapping/load-mapping.ts'
import { type MissingColumn, missingColumns, missingHeadings, otherReading } from './report/refusals.ts'
import type { Reading, Table } from './tables/table.ts'

interface KnownTable {
  mapping: ReadyMapping
  /** The columns that the mapping reads. */
  columns: readonly string[]
  before: TableMemory | undefined
}

/** @throws {OperatorError} `bad-source` if the file cannot be read or lacks a column, which would be null in all rows */
export async function openKnownTable(path: string, known: KnownTable): Promise<Table> {
  const reading: Reading = known.mapping.read ?? {}
  const table = await openTable(path, { reading, columns: known.columns })
  const missing = columnsMissing(table, known.columns)
  if (missing.length === 0) return table
  throw (
    (await readOtherwise(path, known)) ??
    (lacksHeadings(table, missing, known)
      ? missingHeadings(table, missing)
      : missingColumns(table, renamed(table, missing, known), known.mapping.path))
  )
}

/** Without columns of JSON (pointers): all of the first items may lack an optional member. */
function columnsMissing(table: Table, columns: readonly string[]): string[] {
  return columns.filter((column) => !table.columns.includes(column) && !column.startsWith('/'))
}

/** Whether the first row is an offer where the headings were. */
function lacksHeadings(
  { columns: today }: Table,
  missing: readonly string[],
  { columns, before }: KnownTable,
): boolean {
  const isWhole = before?.headings.length === today.length && missing.length === columns.length
  return isWhole && missing.length > 1 && !today.some(isHeading)
}

/** The error for a file that has all columns if its format is detected instead of taken from the mapping. */
async function readOtherwise(
  path: string,
  { mapping, columns }: KnownTable,
): Promise<OperatorError | undefined> {
  const reading: Reading = mapping.read ?? {}
  const table = await openTable(path, { reading: {} })
  const isOther = (name: keyof Reading) =>
    reading[name] !== undefined && reading[name] !== table.reading[name]
  const others = (['delimiter', 'sheet', 'headings', 'heading_rows'] as const).filter(isOther)
  if (others.length === 0 || columnsMissing(table, columns).length > 0) return undefined
  return otherReading(table, mapping, others)
}

/** Suggests for each missing column a new heading in the same place, or one with similar spelling. */
function renamed(
  table: Table,
  missing: readonly string[],
  { mapping, columns, before }: KnownTable,
): MissingColumn[] {
  const places = columnPlaces({ offer: mapping.offer, read: mapping.read })
  const known = new Set([...columns, ...(before?.headings ?? [])])
  const added = table.columns.filter((column) => !known.has(column))
  return missing.map((column) => {
    const inPlace = table.columns[before?.headings.indexOf(column) ?? -1]
    const replacement = inPlace !== undefined && added.includes(inPlace) ? inPlace : nearest(column, added)
    return { column, pointer: places.find((place) => place.column === column)?.pointer ?? '', replacement }
  })
}
