// The formats of tables. A new one is a file of this folder and a row of this list.

import type { Table } from '../tables/table.ts'
import { CSV } from './csv.ts'
import { type Format, type OpenOptions, openInput } from './format.ts'
import { JSON_FILE } from './json.ts'
import { JSON_LINES } from './json-lines.ts'
import { NO_TABLES } from './no-tables.ts'
import { WORKBOOK } from './workbook.ts'

/** The first that recognises a file opens it. Any text may be CSV, so CSV opens what no other format recognises. */
const FORMATS: readonly Format[] = [...NO_TABLES, WORKBOOK, JSON_LINES, JSON_FILE]

/**
 * Opens a file as a table, whatever its format.
 * @example
 * ```ts
 * import { openTable } from './formats.ts'
 * import { isHeading } from '../proposing/heading-words.ts'
 *
 * const table = await openTable('offers.csv', { reading: {}, isHeading })
 * for await (const { rows } of table.rows()) console.log(rows.map((row) => row.get('Banco')))
 * ```
 * @throws {OperatorError} `bad-source` if there is no such file, or it is no table
 */
export async function openTable(path: string, options: OpenOptions): Promise<Table> {
  const file = await openInput(path)
  const format = FORMATS.find((each) => each.recognises(file.head, options.reading)) ?? CSV
  const { details, unread = [], ...content } = await format.open(file, options)
  const about = [`${file.name}: ${[format.name, ...details].join(', ')}`]
  if (unread.length > 0) about.push(`not read: ${unread.join(', ')}`)
  return { ...content, file: file.name, about }
}
