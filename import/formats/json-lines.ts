// An object on each line (NDJSON), read as a stream.

import { LineSplitter, type RawLine } from '../../lib/files/line-splitter.ts'
import { refuseFile } from '../../lib/json/json-file.ts'
import { parseJsonBytes } from '../../lib/json/json-text.ts'
import type { Batch } from '../tables/table.ts'
import type { Format, Head, InputFile } from './format.ts'
import { distinctColumns, type JsonRow, jsonRow, listsWithin } from './json.ts'

const MAX_LINE_BYTES = 1_000_000
const TOO_LONG = {
  pointer: '',
  found: `a line of more than ${MAX_LINE_BYTES} bytes`,
  expected: 'a shorter one',
}
const SAMPLE_ROWS = 200

export const JSON_LINES: Format = {
  name: 'NDJSON',
  recognises: (head, { records }) =>
    records === undefined && head.text.startsWith('{') && beginsWithRecord(head),
  async open(file) {
    return {
      details: [],
      unit: 'line',
      columns: await columnsOfFirst(file),
      total: file.size,
      measure: 'bytes',
      reading: {},
      rows: () => rowsOfLines(file),
    }
  },
}

/** Whether the first line is an object, and not one that holds all the records in a list. */
function beginsWithRecord({ text, isWhole }: Head): boolean {
  const end = text.indexOf('\n')
  if (end < 0 && !isWhole) return false
  const first = end < 0 ? text : text.slice(0, end)
  const isOnly = isWhole && text.slice(first.length).trim() === ''
  try {
    const value: unknown = JSON.parse(first)
    return !isOnly || listsWithin(value).length === 0
  } catch {
    return false
  }
}

async function columnsOfFirst(file: InputFile): Promise<string[]> {
  for await (const { rows } of rowsOfLines(file)) {
    const columns = distinctColumns(rows.slice(0, SAMPLE_ROWS).map((row) => row.columns))
    if (columns.length > 0) return columns
  }
  return []
}

/** @throws {OperatorError} `bad-source` naming the line */
async function* rowsOfLines({ name, pieces }: InputFile): AsyncGenerator<Batch<JsonRow>> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  const rowOf = ({ number, bytes }: RawLine): JsonRow => {
    const parsed = bytes === null ? undefined : parseJsonBytes(bytes)
    if (parsed && 'value' in parsed) return jsonRow(number, parsed.value)
    return refuseFile(`${name}, line ${number}`, [parsed?.violation ?? TOO_LONG])
  }
  let read = 0
  for await (const { bytes, done } of pieces()) {
    read = done
    yield { rows: splitter.push(bytes).map(rowOf), done }
  }
  yield { rows: splitter.end().map(rowOf), done: read }
}
