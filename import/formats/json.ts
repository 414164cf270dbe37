// JSON files: each object of a list is a row, and columns are JSON pointers.

import { OperatorError } from '../../lib/errors.ts'
import { composed } from '../../lib/json/composed.ts'
import { isRecord } from '../../lib/json/json.ts'
import { parseJsonFile } from '../../lib/json/json-file.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { inBatches, type PlainRow } from '../tables/table.ts'
import { findRecords, optionsWithin, partsOf, refuseRecords, refuseTexts } from './find-json-records.ts'
import { type Format, type InputFile, readWhole } from './format.ts'
import { type FoundRecord, type OuterItem, placeOf, pointersIn, recordsAt, valueAt } from './json-records.ts'

/** A JSON array is held in memory as a whole; NDJSON is not. */
const MAX_BYTES = 100_000_000
/**
 * SECURITY: V8 parses JSON regardless of the limits of its thread. An empty object takes twenty times as much memory as
 * its text.
 */
const MAX_VALUES = 3_000_000
/** SECURITY: a text is in memory several times, until it is written. Pictures in texts are shorter. */
const MAX_TEXT_BYTES = 4_000_000
/** More than a person reads; a mapping may still name others. */
const MAX_COLUMNS = 2000

const STREAMED = 'write one record per line (NDJSON), which is read as a stream'

export const JSON_FILE: Format = {
  name: 'JSON',
  recognises: ({ text }) => /^[[{]/.test(text),
  async open(file, { reading, columns: wanted = [] }) {
    const value = await readJson(file)
    const pointer = reading.records ?? findRecords(value, file.name)
    const records =
      recordsAt(value, pointer, file.name) ??
      refuseRecords(value, { found: `no list at ${placeOf(pointer)}`, file: file.name, code: 'bad-source' })
    if (records.length > 0 && !records.some((record) => isRecord(record.value)))
      refuseTexts(pointer, file.name)
    return {
      details: [`${records.length} items${pointer === '' ? '' : ` at ${pointer}`}`],
      unread: optionsWithin(value, pointer, file.name),
      parts: partsOf(value, pointer, file.name),
      unit: 'item',
      columns: distinctColumns(columnsOf(records)),
      reading: { records: pointer },
      async *rows() {
        let at = 0
        const placed = (record: FoundRecord): JsonRecord => ({
          at: ++at,
          value: record.value,
          around: aroundOf(record),
        })
        for await (const { rows } of inBatches(records)) yield { rows: jsonRows(rows.map(placed), wanted) }
      },
    }
  },
}

function* columnsOf(records: readonly FoundRecord[]): Generator<readonly string[]> {
  for (const record of records) yield [...pointersIn(record.value), ...aroundOf(record).columns]
}

/** The columns and cells that the items around a record add to its row. */
interface Around {
  columns: readonly string[]
  cells: readonly Cell[]
}

const NONE: Around = { columns: [], cells: [] }
/** Most records of a file share the items around them, so their cells are computed once. */
const KNOWN = new WeakMap<readonly OuterItem[], Around>()

/** `../name` is a member of the item around a record. `#` is the name of a record in an object, `../#` that of the item. */
function aroundOf({ key, around }: FoundRecord): Around {
  const outer = KNOWN.get(around) ?? outerOf(around)
  KNOWN.set(around, outer)
  if (key === undefined) return outer
  return { columns: [...outer.columns, KEY], cells: [...outer.cells, key] }
}

const KEY = '#'
const UP = '..'

/**
 * The columns and cells of the items around a record, the nearest first. An item gives its name, and its members except
 * those that hold the records and other lists of objects, which are no facts about one record.
 */
function outerOf(around: readonly OuterItem[]): Around {
  const all = around.map(({ value, key, branch }, level): Around => {
    const up = Array.from({ length: level + 1 }, () => UP).join('/')
    const own = pointersIn(value).filter((pointer) => {
      // With slashes behind both, `/offers` does not leave out `/offers_total`. An empty branch leaves out all members,
      // since each is or holds a record.
      return !`${pointer}/`.startsWith(`${branch}/`) && !holdsObjects(valueAt(value, pointer))
    })
    const keys = key === undefined ? NONE : { columns: [`${up}/${KEY}`], cells: [key] }
    return {
      columns: [...own.map((pointer) => `${up}${pointer}`), ...keys.columns],
      cells: [...own.map((pointer) => cellOf(valueAt(value, pointer))), ...keys.cells],
    }
  })
  return { columns: all.flatMap(({ columns }) => columns), cells: all.flatMap(({ cells }) => cells) }
}

function holdsObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some(isRecord)
}

/** The columns of rows, each once. */
export function distinctColumns(rows: Iterable<readonly string[]>): string[] {
  const columns = new Set<string>()
  for (const row of rows)
    for (const column of row) if (columns.size < MAX_COLUMNS) columns.add(composed(column))
  return [...columns]
}

/** The parsed file. Its bytes are no longer referenced when this returns, and can be freed. */
async function readJson(file: InputFile): Promise<unknown> {
  const bytes = await readWhole(file, MAX_BYTES, STREAMED)
  const { values, longest } = sizesIn(bytes)
  const found =
    values > MAX_VALUES
      ? `more than ${MAX_VALUES} values, expected fewer; ${STREAMED}`
      : `a text of ${longest} bytes, expected at most ${MAX_TEXT_BYTES}; leave it out`
  if (values > MAX_VALUES || longest > MAX_TEXT_BYTES)
    throw new OperatorError('bad-source', `${file.name}: found ${found}`)
  return parseJsonFile(file.name, bytes, true)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b

/** The approximate number of values, and the length of the longest text in bytes. */
function sizesIn(bytes: Buffer): { values: number; longest: number } {
  let values = 0
  let longest = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === COMMA || byte === BRACE || byte === BRACKET) values += 1
    if (byte !== QUOTE) continue
    const start = at
    do at += bytes[at] === BACKSLASH ? 2 : 1
    while (at < bytes.length && bytes[at] !== QUOTE)
    longest = Math.max(longest, at - start - 1)
  }
  return { values, longest }
}

export interface JsonRecord {
  at: number
  value: unknown
  around?: Around
}

/**
 * The records as rows, each with its columns, since each object may have different ones. A record that is no object is
 * a blank row.
 * @param wanted columns that rows have in any case. A pointer may also lead to an object or to a deeper value, which
 * `pointersIn` does not list.
 */
export function jsonRows(records: readonly JsonRecord[], wanted: readonly string[]): PlainRow[] {
  // Rows with the same columns share one list, which is sent between threads once.
  const shared = new Map<string, { pointers: readonly string[]; columns: readonly string[] }>()
  const shareOf = (own: readonly string[], around: readonly string[]) => {
    const key = JSON.stringify([own, around])
    const columns = [...own, ...around].map(composed)
    const missing = wanted.filter((column) => !columns.includes(column))
    const share = shared.get(key) ?? { pointers: missing, columns: [...columns, ...missing] }
    shared.set(key, share)
    return share
  }
  return records.map(({ at, value, around = NONE }) => {
    const own = pointersIn(value)
    const { pointers, columns } = shareOf(own, around.columns)
    const cellAt = (pointer: string) => (pointer.startsWith('/') ? cellOf(valueAt(value, pointer)) : null)
    const cells = [...own.map(cellAt), ...around.cells, ...pointers.map(cellAt)]
    // A record counts by its own cells: those around it are the same for many records, also for a blank one.
    const filled = cells.slice(0, own.length).filter((cell) => textOf(cell) !== '').length
    return { at, columns, cells, filled, width: own.length, isHeadings: false }
  })
}

/** SECURITY: a list may have any number of items. Those beyond this number are dropped. */
const MAX_ITEMS = 1000

function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(itemOf)
  return isRecord(value) ? JSON.stringify(value) : itemOf(value)
}

/** The members that name an object, the likeliest first. */
const NAME_MEMBERS = ['name', 'title', 'nombre', 'titulo', 'label', 'descripcion'] as const

/** An item of a list: its value or, if it is an object, its name; null if it has none. */
function itemOf(value: unknown): Cell {
  if (isRecord(value)) {
    const member = NAME_MEMBERS.find((each) => value[each] !== undefined && value[each] !== null)
    const name = member === undefined ? null : value[member]
    return typeof name === 'string' ? name : null
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
