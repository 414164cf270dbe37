// The formats of tables. A new format is a file in this folder and a row in this list.

import type { Table } from '../tables/table.ts'
import { CSV } from './csv.ts'
import { type Format, type OpenOptions, openInput } from './format.ts'
import { JSON_FILE } from './json.ts'
import { JSON_LINES } from './json-lines.ts'
import { NO_TABLES } from './no-tables.ts'
import { WORKBOOK } from './workbook.ts'

/** The first format that recognises a file opens it. Any text may be CSV, so CSV opens the rest. */
const FORMATS: readonly Format[] = [...NO_TABLES, WORKBOOK, JSON_LINES, JSON_FILE]

/**
 * Opens a file of any format as a table.
 * @example
 * ```ts
 * import { openTable } from './formats.ts'
 * import { isHeading } from '../proposing/heading-words.ts'
 *
 * const table = await openTable('offers.csv', { reading: {}, isHeading })
 * for await (const { rows } of table.rows()) console.log(rows.map((row) => row.get('Banco')))
 * ```
 * @throws {OperatorError} `bad-source` if the file is missing or not a table
 */
export async function openTable(path: string, options: OpenOptions): Promise<Table> {
  const file = await openInput(path)
  const format = FORMATS.find((each) => each.recognises(file.head, options.reading)) ?? CSV
  const { details, unread = [], ...content } = await format.open(file, options)
  const about = [`${file.name}: ${[format.name, ...details].join(', ')}`]
  if (unread.length > 0) about.push(`not read: ${unread.join(', ')}`)
  return { ...content, file: file.name, about }
}
