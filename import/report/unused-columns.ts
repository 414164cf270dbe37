// Columns of a table that a mapping does not read, each with an example of its cells.

import { clip } from '../../lib/text/clip.ts'
import { columnsRead } from '../import-files.ts'
import type { ReadyMapping } from '../mapping/load-mapping.ts'
import { textOf } from '../tables/cell.ts'
import type { Row, Table } from '../tables/table.ts'

export interface UnusedColumn {
  column: string
  /** The first text; empty if the column is empty. */
  sample: string
}

/** Bounds the report. */
const MAX_LISTED = 100

export function unusedColumns(table: Table, rows: readonly Row[], mapping: ReadyMapping): UnusedColumn[] {
  const read = new Set(columnsRead(mapping))
  const unused = table.columns.filter((column) => !read.has(column)).slice(0, MAX_LISTED)
  return unused.map((column) => {
    const sample = rows.map((row) => textOf(row.get(column))).find((text) => text !== '') ?? ''
    return { column: clip(column), sample: clip(sample) }
  })
}
