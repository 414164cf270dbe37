// JSON files as rows: lists of objects. Columns are JSON pointers.

import { OperatorError } from '../../lib/errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { parseJsonFile } from '../../lib/json/json-file.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import { inBatches, type Row } from '../tables/table.ts'
import { type Format, readWhole } from './format.ts'
import {
  chooseRecords,
  type JsonRecord,
  RecordColumns,
  recordsAt,
  refuseRecords,
  valueAt,
} from './json-records.ts'

/** An array is held as a whole; the same records a line each are not. */
const MAX_BYTES = 100_000_000
/** SECURITY: what is made of an empty object in memory is twenty times its text. */
const MAX_VALUES = 10_000_000
const SAMPLE_ITEMS = 200
/** More than anybody reads; a mapping may name others all the same. */
const MAX_COLUMNS = 2000

const STREAMED = 'write a record a line (NDJSON), which is read as a stream'

export const JSON_FILE: Format = {
  name: 'JSON',
  recognises: ({ text }, { records }) => /^[[{]/.test(text) || records !== undefined,
  async open(file, { reading }) {
    const bytes = await readWhole(file, MAX_BYTES, STREAMED)
    refuseManyValues(bytes, file.name)
    const value = parseJsonFile(file.name, bytes)
    const { pointer, others } =
      reading.records === undefined
        ? chooseRecords(value, file.name)
        : { pointer: reading.records, others: [] }
    const columns = new RecordColumns(file.name)
    const records = columns.admit(recordsAt(value, pointer) ?? refuseRecords(value, pointer, file.name))
    return {
      details: [`${records.length} items${pointer === '' ? '' : ` at ${pointer}`}`],
      unread: others,
      unit: 'item',
      columns: distinctColumns(records.slice(0, SAMPLE_ITEMS).map((record) => columns.of(record))),
      total: records.length,
      measure: 'items',
      reading: { records: pointer },
      rows: () => inBatches(records, (record, index) => jsonRow(index + 1, record, columns.of(record))),
    }
  },
}

/** The columns of the first rows, each once. */
export function distinctColumns(rows: readonly (readonly string[])[]): string[] {
  const columns = new Set<string>()
  for (const row of rows) for (const column of row) if (columns.size < MAX_COLUMNS) columns.add(column)
  return [...columns]
}

const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b

/** Those within texts are counted as well, which are few. */
function refuseManyValues(bytes: Buffer, file: string): void {
  let values = 0
  for (const byte of bytes) if (byte === COMMA || byte === BRACE || byte === BRACKET) values += 1
  if (values <= MAX_VALUES) return
  throw new OperatorError(
    'bad-source',
    `${file}: found more than ${MAX_VALUES} values, expected fewer; ${STREAMED}`,
  )
}

/** A row that knows its own columns, for each object may have others. */
export type JsonRow = Row & { readonly columns: readonly string[] }

export function jsonRow(at: number, record: JsonRecord, columns: readonly string[]): JsonRow {
  const get = (column: string) => cellOf(found(record, column))
  const filled = columns.filter((column) => textOf(get(column)) !== '').length
  const { length } = columns
  return { at, columns, filled, width: length, cells: length, isBlank: filled === 0, isHeadings: false, get }
}

function found({ value, parents }: JsonRecord, column: string): unknown {
  const parent = parents.findLast(({ pointer }) => column === pointer || column.startsWith(`${pointer}/`))
  if (!parent) return valueAt(value, column)
  return column === parent.pointer ? parent.key : valueAt(parent.value, column.slice(parent.pointer.length))
}

function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.slice(0, 1000).map(itemOf)
  return isRecord(value) ? JSON.stringify(value) : itemOf(value)
}

/** An item of a list; of an object, what it is called. */
function itemOf(value: unknown): Cell {
  if (isRecord(value)) {
    const name = value.name ?? value.title ?? value.nombre ?? null
    return typeof name === 'string' ? name : null
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
