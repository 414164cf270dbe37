// JSON files: each object of a list is a row, and columns are JSON pointers.

import { OperatorError } from '../../lib/errors.ts'
import { composed } from '../../lib/json/composed.ts'
import { isRecord } from '../../lib/json/json.ts'
import { parseJsonFile } from '../../lib/json/json-file.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import { inBatches, type PlainRow } from '../tables/table.ts'
import { type Format, readWhole } from './format.ts'
import {
  findRecords,
  offersWithin,
  placeOf,
  pointersIn,
  recordsAt,
  refuseRecords,
  refuseTexts,
  valueAt,
} from './json-records.ts'

/** A JSON array is held in memory as a whole; NDJSON is not. */
const MAX_BYTES = 100_000_000
/** SECURITY: V8 parses JSON without a look at the limits of its thread. An empty object takes twenty times as much memory as its text. */
const MAX_VALUES = 3_000_000
/** More than a person reads; a mapping may still name others. */
const MAX_COLUMNS = 2000

const STREAMED = 'write one record per line (NDJSON), which is read as a stream'

export const JSON_FILE: Format = {
  name: 'JSON',
  recognises: ({ text }) => /^[[{]/.test(text),
  async open(file, { reading, columns: wanted = [] }) {
    const bytes = await readWhole(file, MAX_BYTES, STREAMED)
    refuseManyValues(bytes, file.name)
    const value = parseJsonFile(file.name, bytes, true)
    const pointer = reading.records ?? findRecords(value, file.name)
    const found = recordsAt(value, pointer)
    const refused = { file: file.name, code: 'bad-source' } as const
    const records = found ?? refuseRecords(value, `no list at ${placeOf(pointer)}`, refused)
    if (records.length > 0 && !records.some(isRecord)) refuseTexts(pointer, file.name)
    const inner = offersWithin(records)
    return {
      details: [`${records.length} items${pointer === '' ? '' : ` at ${pointer}`}`],
      unread: inner === undefined ? [] : [`the offers at ${inner} of each item`],
      unit: 'item',
      columns: distinctColumns(records.map((record) => pointersIn(record))),
      reading: { records: pointer },
      async *rows() {
        let at = 0
        const placed = (value: unknown): JsonRecord => ({ at: ++at, value })
        for await (const { rows } of inBatches(records)) yield { rows: jsonRows(rows.map(placed), wanted) }
      },
    }
  },
}

/** The columns of rows, each once. */
export function distinctColumns(rows: readonly (readonly string[])[]): string[] {
  const columns = new Set<string>()
  for (const row of rows)
    for (const column of row) if (columns.size < MAX_COLUMNS) columns.add(composed(column))
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

export interface JsonRecord {
  at: number
  value: unknown
}

/**
 * The records as rows, each with its columns, since each object may have different ones.
 * @param wanted further columns
 */
export function jsonRows(records: readonly JsonRecord[], wanted: readonly string[]): PlainRow[] {
  // Rows with the same columns share one list, which is sent between threads once.
  const shared = new Map<string, { pointers: readonly string[]; columns: readonly string[] }>()
  const shareOf = (own: readonly string[]) => {
    const key = own.join('\n')
    const columns = own.map(composed)
    const more = wanted.filter((column) => !columns.includes(column))
    const known = shared.get(key) ?? { pointers: [...own, ...more], columns: [...columns, ...more] }
    shared.set(key, known)
    return known
  }
  return records.map(({ at, value }) => {
    const own = pointersIn(value)
    const { pointers, columns } = shareOf(own)
    const cells = pointers.map((pointer) => cellOf(valueAt(value, pointer)))
    const filled = cells.slice(0, own.length).filter((cell) => textOf(cell) !== '').length
    return { at, columns, cells, filled, width: own.length, isHeadings: false }
  })
}

function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.slice(0, 1000).map(itemOf)
  return isRecord(value) ? JSON.stringify(value) : itemOf(value)
}

/** An item of a list; the name of an object. */
function itemOf(value: unknown): Cell {
  if (isRecord(value)) {
    const name =
      value.name ?? value.title ?? value.nombre ?? value.titulo ?? value.label ?? value.descripcion ?? null
    return typeof name === 'string' ? name : null
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
