// One object per line (NDJSON), read as a stream.

import { LineSplitter, type RawLine } from '../../lib/files/line-splitter.ts'
import { refuseFile } from '../../lib/json/json-file.ts'
import { parseJsonBytes } from '../../lib/json/json-text.ts'
import type { Batch, PlainRow } from '../tables/table.ts'
import { holdsRecords } from './find-json-records.ts'
import type { Format, Head, InputFile } from './format.ts'
import { distinctColumns, type JsonRecord, jsonRows } from './json.ts'
import { pointersIn } from './json-records.ts'

/** SECURITY: a line is in memory as a whole. More than any record has, and less than the head of a file. */
const MAX_LINE_BYTES = 1_000_000
const TOO_LONG = {
  pointer: '',
  found: `a line of more than ${MAX_LINE_BYTES} bytes`,
  expected: 'a shorter one',
}

export const JSON_LINES: Format = {
  name: 'NDJSON',
  // A place of records is for one JSON value.
  recognises: (head, { records }) =>
    records === undefined && head.text.startsWith('{') && beginsWithRecord(head),
  async open(file, { columns }) {
    return {
      details: [],
      unit: 'line',
      columns: await columnsOf(file),
      reading: {},
      rows: () => rowsOfLines(file, columns),
    }
  },
}

/** Whether the first line is one record, not an object that holds all records. */
function beginsWithRecord({ text, isWhole }: Head): boolean {
  const end = text.indexOf('\n')
  if (end < 0 && !isWhole) return false
  const firstLine = end < 0 ? text : text.slice(0, end)
  const isOnlyLine = isWhole && text.slice(firstLine.length).trim() === ''
  try {
    const value: unknown = JSON.parse(firstLine)
    return !isOnlyLine || !holdsRecords(value)
  } catch {
    return false
  }
}

/** The columns of all lines, since the last line may be the only one with an end or a status. */
async function columnsOf(file: InputFile): Promise<string[]> {
  let columns: string[] = []
  for await (const lines of linesOf(file))
    columns = distinctColumns([columns, ...lines.map(({ value }) => pointersIn(value))])
  return columns
}

/** @param wanted columns that rows have in addition to their own members */
async function* rowsOfLines(
  file: InputFile,
  wanted: readonly string[] = [],
): AsyncGenerator<Batch<PlainRow>> {
  for await (const lines of linesOf(file)) yield { rows: jsonRows(lines, wanted) }
}

/** @throws {OperatorError} `bad-source` naming the line */
async function* linesOf({ name, pieces }: InputFile): AsyncGenerator<JsonRecord[]> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  const lineOf = ({ number, bytes }: RawLine): JsonRecord => {
    // A ref of many digits is kept, not rounded.
    const parsed = bytes === null ? undefined : parseJsonBytes(bytes, true)
    if (parsed && 'value' in parsed) return { at: number, value: parsed.value }
    return refuseFile(`${name}, line ${number}`, [parsed?.violation ?? TOO_LONG])
  }
  for await (const bytes of pieces()) yield splitter.push(bytes).map(lineOf)
  yield splitter.end().map(lineOf)
}
