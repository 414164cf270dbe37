// JSON files as rows: an array of objects, or one within an object. Columns are JSON pointers.

import { OperatorError } from '../../lib/errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { parseJsonFile } from '../../lib/json/json-file.ts'
import { memberOf, pointerTo } from '../../lib/json/validator.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import { inBatches, type Row } from '../tables/table.ts'
import { type Format, readWhole } from './format.ts'

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
    const { pointer, items } = findRecords(parseJsonFile(file.name, bytes), reading.records, file.name)
    return {
      details: [`${items.length} items${pointer === '' ? '' : ` at ${pointer}`}`],
      unit: 'item',
      columns: distinctColumns(items.slice(0, SAMPLE_ITEMS).map((item) => pointersIn(item))),
      total: items.length,
      measure: 'items',
      reading: { records: pointer },
      rows: () => inBatches(items, (item, index) => jsonRow(index + 1, item)),
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

/**
 * The list of records in a JSON value: what a pointer leads to, or the only list of objects that there is.
 * @throws {OperatorError} `bad-source` if there is none, or several
 */
function findRecords(
  value: unknown,
  pointer: string | undefined,
  file: string,
): { pointer: string; items: readonly unknown[] } {
  if (pointer !== undefined) {
    const items = valueAt(value, pointer)
    if (Array.isArray(items)) return { pointer, items }
    throw new OperatorError('bad-source', `${file}: found no list at ${pointer || 'the top'}`)
  }
  if (Array.isArray(value)) return { pointer: '', items: value }
  const lists = listsWithin(value)
  const [only, ...others] = lists
  if (only && others.length === 0) return only
  const found =
    lists.length === 0 ? 'no list of records' : `lists at ${lists.map((each) => each.pointer).join(', ')}`
  throw new OperatorError('bad-source', `${file}: found ${found}; name one in the mapping, read.records`)
}

/** Lists of objects that are members of a value, or of a member of it. */
export function listsWithin(value: unknown): { pointer: string; items: readonly unknown[] }[] {
  const inside = (parent: unknown, pointer: string) =>
    Object.entries(isRecord(parent) ? parent : {}).map(([name, member]) => ({
      pointer: pointerTo(pointer, name),
      member,
    }))
  const near = inside(value, '')
  const all = [...near, ...near.flatMap(({ pointer, member }) => inside(member, pointer))]
  return all.flatMap(({ pointer, member }) =>
    Array.isArray(member) && member.length > 0 && member.every(isRecord) ? [{ pointer, items: member }] : [],
  )
}

/** A row that knows its own columns, for each object may have others. */
export type JsonRow = Row & { readonly columns: readonly string[] }

export function jsonRow(at: number, value: unknown): JsonRow {
  const columns = pointersIn(value)
  const filled = columns.filter((pointer) => textOf(cellOf(valueAt(value, pointer))) !== '').length
  const get = (column: string) => cellOf(valueAt(value, column))
  const { length } = columns
  return { at, columns, filled, width: length, cells: length, isBlank: filled === 0, isHeadings: false, get }
}

const MAX_DEPTH = 4

/** Pointers to the members that hold a value or a list, objects taken apart. */
function pointersIn(value: unknown, parent = '', depth = 0): string[] {
  if (!isRecord(value) || depth === MAX_DEPTH) return depth === 0 ? [] : [parent]
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = pointerTo(parent, name)
    return isRecord(member) ? pointersIn(member, pointer, depth + 1) : [pointer]
  })
}

/** What a JSON pointer (RFC 6901) leads to; undefined if nothing is there. */
function valueAt(value: unknown, pointer: string): unknown {
  let found: unknown = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    // SECURITY: own members only: no pointer leads to a prototype.
    found = memberOf(found, name)
  }
  return found
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
