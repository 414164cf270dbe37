// Opens a file as the mapping says, and refuses one that lacks a column of the mapping.

import { openTable } from './formats/formats.ts'
import type { ReadyMapping } from './mapping/load-mapping.ts'
import { missingColumns } from './report/refusals.ts'
import type { Table } from './tables/table.ts'

/**
 * @param columns the columns that the mapping reads
 * @throws {OperatorError} `bad-source` if the file cannot be read or lacks a column, which would be null in all rows
 */
export async function openKnownTable(
  path: string,
  mapping: ReadyMapping,
  columns: readonly string[],
): Promise<Table> {
  const table = await openTable(path, { reading: mapping.read ?? {}, columns })
  // Columns of JSON are pointers: all of the first items may lack an optional member.
  const missing = columns.filter((column) => !table.columns.includes(column) && !column.startsWith('/'))
  if (missing.length > 0) throw missingColumns(table, missing, mapping)
  return table
}
