// JSON files: each object of a list is a row, and columns are JSON pointers.

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

/** A JSON array is held in memory as a whole; NDJSON is not. */
const MAX_BYTES = 100_000_000
/** SECURITY: an empty object takes twenty times as much memory as its text. */
const MAX_VALUES = 10_000_000
const SAMPLE_ITEMS = 200
/** More than a person reads; a mapping may still name others. */
const MAX_COLUMNS = 2000

const STREAMED = 'write one record per line (NDJSON), which is read as a stream'

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

/** Also counts the few commas and brackets within texts. */
function refuseManyValues(bytes: Buffer, file: string): void {
  let values = 0
  for (const byte of bytes) if (byte === COMMA || byte === BRACE || byte === BRACKET) values += 1
  if (values <= MAX_VALUES) return
  throw new OperatorError(
    'bad-source',
    `${file}: found more than ${MAX_VALUES} values, expected fewer; ${STREAMED}`,
  )
}

/** A row with its columns, since each object may have different ones. */
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

/** An item of a list; the name of an object. */
function itemOf(value: unknown): Cell {
  if (isRecord(value)) {
    const name = value.name ?? value.title ?? value.nombre ?? null
    return typeof name === 'string' ? name : null
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
