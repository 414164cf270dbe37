// Opens a file, and reads the rows for a proposal.

import { isFormula } from '../cells/cell.ts'
import { openTable } from '../formats/formats.ts'
import { lookAhead, type Row, type Table } from '../tables/table.ts'
import type { Answers } from './answers.ts'

/**
 * @param path the first file of the command, which always names one
 * @throws {OperatorError} as `openTable` does: `usage` if the file is JSON with several lists and `records` names none
 */
export async function openSample(path = '', { records }: Answers): Promise<{ table: Table; rows: Row[] }> {
  const table = await openTable(path, { reading: records === undefined ? {} : { records } })
  return { table, rows: await sampleRows(table) }
}

/** Enough rows to see which columns identify a row; more would make a person wait. */
const MAX_ROWS = 20_000

/** A table of many columns has a smaller sample. */
const MAX_CELLS = 2_000_000

/** The first rows, without blank ones and repeated headings. */
export async function sampleRows(table: Table): Promise<Row[]> {
  const wanted = Math.min(MAX_ROWS, Math.ceil(MAX_CELLS / Math.max(1, table.columns.length)))
  const { first } = await lookAhead(table.rows(), wanted)
  return first.flatMap((row) => (row.isBlank || row.isHeadings ? [] : withoutFormulas(row))).slice(0, wanted)
}

/** A formula without a result says nothing about its column. */
function withoutFormulas(row: Row): Row {
  const get = (column: string) => {
    const cell = row.get(column)
    return isFormula(cell) ? null : cell
  }
  return { ...row, get }
}
