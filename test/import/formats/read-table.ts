// A file as import reads it: the description of the table, and each row with its place.

import type { Test } from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { openTable } from '../../../import/formats/formats.ts'
import type { Reading, Table } from '../../../import/tables/table.ts'
import { fileOf } from '../import-table.ts'

export interface ReadTable {
  /** The table without its rows. */
  table: Omit<Table, 'rows'>
  /** The place of each row, and its cells by the columns of the table. */
  rows: [at: number, ...cells: Cell[]][]
  batches: number
}

export async function readTable(
  t: Test,
  name: string,
  content: string | Uint8Array,
  reading: Reading = {},
): Promise<ReadTable> {
  const { rows: batches, ...table } = await openTable(fileOf(t, name, content), { reading })
  const rows: ReadTable['rows'] = []
  let count = 0
  for await (const batch of batches()) {
    count += 1
    for (const row of batch.rows) rows.push([row.at, ...table.columns.map((column) => row.get(column))])
  }
  return { table, rows, batches: count }
}
