// One object per line (NDJSON), read as a stream.

import { LineSplitter, type RawLine } from '../../lib/files/line-splitter.ts'
import { refuseFile } from '../../lib/json/json-file.ts'
import { parseJsonBytes } from '../../lib/json/json-text.ts'
import type { Batch, PlainRow } from '../tables/table.ts'
import type { Format, Head, InputFile } from './format.ts'
import { distinctColumns, jsonRows } from './json.ts'
import { chooseRecords, holdsRecords, RecordColumns, recordsOfLine } from './json-records.ts'

const MAX_LINE_BYTES = 1_000_000
const TOO_LONG = {
  pointer: '',
  found: `a line of more than ${MAX_LINE_BYTES} bytes`,
  expected: 'a shorter one',
}
const SAMPLE_ROWS = 200
/** The pointer to all lines, which count as the items of a list. */
const EVERY_LINE = '/*'

export const JSON_LINES: Format = {
  name: 'NDJSON',
  recognises: (head, { records = EVERY_LINE }) =>
    (records === EVERY_LINE || records.startsWith(`${EVERY_LINE}/`)) &&
    head.text.startsWith('{') &&
    beginsWithRecord(head),
  async open(file, { reading, columns }) {
    const { pointer, others } =
      reading.records === undefined ? await chooseInner(file) : { pointer: reading.records, others: [] }
    return {
      details: pointer === EVERY_LINE ? [] : [`items at ${pointer}`],
      unread: others,
      unit: 'line',
      columns: await columnsOf(file, pointer),
      reading: pointer === EVERY_LINE ? {} : { records: pointer },
      rows: () => rowsOfLines(file, pointer, columns),
    }
  },
}

/** Whether the first line is one record, not an object that holds all records. */
function beginsWithRecord({ text, isWhole }: Head): boolean {
  const end = text.indexOf('\n')
  if (end < 0 && !isWhole) return false
  const first = end < 0 ? text : text.slice(0, end)
  const isOnly = isWhole && text.slice(first.length).trim() === ''
  try {
    const value: unknown = JSON.parse(first)
    return !isOnly || !holdsRecords(value)
  } catch {
    return false
  }
}

/** Chooses a list within the lines if it holds the offers. The lines count as the items of a list. */
async function chooseInner(file: InputFile): Promise<{ pointer: string; others: string[] }> {
  for await (const lines of linesOf(file)) {
    const first = lines.slice(0, SAMPLE_ROWS).map(({ value }) => value)
    if (first.length === 0) continue
    const { pointer, others } = chooseRecords(first, file.name)
    return { pointer: pointer === '' ? EVERY_LINE : pointer, others }
  }
  return { pointer: EVERY_LINE, others: [] }
}

/** Of all lines: the last one may be the only one that has an end or a status. */
async function columnsOf(file: InputFile, pointer: string): Promise<string[]> {
  let columns: string[] = []
  for await (const { rows } of rowsOfLines(file, pointer))
    columns = distinctColumns([columns, ...rows.map((row) => row.columns ?? [])])
  return columns
}

/** @param pointer relative to the list of lines */
async function* rowsOfLines(
  file: InputFile,
  pointer: string,
  wanted: readonly string[] = [],
): AsyncGenerator<Batch<PlainRow>> {
  const columns = new RecordColumns(file.name)
  for await (const lines of linesOf(file)) {
    const records = lines.flatMap(({ number, value }) =>
      columns.admit(recordsOfLine(value, pointer)).map((record) => ({ at: number, record })),
    )
    yield { rows: jsonRows(records, columns, wanted) }
  }
}

interface Line {
  number: number
  value: unknown
}

/** @throws {OperatorError} `bad-source` naming the line */
async function* linesOf({ name, pieces }: InputFile): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  const lineOf = ({ number, bytes }: RawLine): Line => {
    const parsed = bytes === null ? undefined : parseJsonBytes(bytes, true)
    if (parsed && 'value' in parsed) return { number, value: parsed.value }
    return refuseFile(`${name}, line ${number}`, [parsed?.violation ?? TOO_LONG])
  }
  for await (const bytes of pieces()) yield splitter.push(bytes).map(lineOf)
  yield splitter.end().map(lineOf)
}
