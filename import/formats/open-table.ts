// Finds out what kind of file something is, by its content, and opens it as a table.

import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile } from '../../lib/files/source-file.ts'
import {
  findHeadings,
  HEADING_SEARCH,
  indexesOf,
  nameColumns,
  namedRow,
  type RawRow,
} from '../tables/headings.ts'
import type { Reading, Row, Table } from '../tables/table.ts'
import { decodeFile, detectEncoding, ENCODINGS, readHead } from './decode-text.ts'
import { detectDelimiter, parseRows } from './parse-csv.ts'
import {
  findRecords,
  jsonRows,
  listsWithin,
  pointersIn,
  readJsonFile,
  readJsonLines,
} from './read-json-file.ts'
import { readWorkbook, type WorkbookSheet } from './read-workbook.ts'

/** A table, and the reading that gives it again without anything having to be found out. */
export interface OpenedTable extends Table {
  reading: Reading
}

export interface OpenOptions {
  reading: Reading
  /** Whether a text is a word that headings are made of. */
  isHeading(text: string): boolean
}

/** @throws {OperatorError} `bad-source` if there is no such file, or it is no table */
export async function openTable(path: string, options: OpenOptions): Promise<OpenedTable> {
  const file = basename(path)
  const head = await readHead(path, 4096)
  if (head.length === 0)
    throw new OperatorError('bad-source', `${path}: found an empty file, expected a table`)
  const { size } = await asSourceFile(
    path,
    files.call(path, () => stat(path)),
  )
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return openWorkbook(path, file, options)
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    const found = 'a workbook of the old form (.xls) or one with a password'
    throw new OperatorError('bad-source', `${file}: found ${found}; save it as .xlsx or as CSV`)
  }
  const start = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (start.startsWith('[') || options.reading.records !== undefined) return openJson(path, file, options)
  if (start.startsWith('{')) {
    const isLines = await hasJsonLines(path, start, size)
    return isLines ? openJsonLines(path, file, size) : openJson(path, file, options)
  }
  return openCsv(path, { file, size }, options)
}

/** Whether a file that begins with a brace holds an object a line, rather than one object with a list in it. */
async function hasJsonLines(path: string, start: string, size: number): Promise<boolean> {
  const end = start.indexOf('\n')
  const isWhole = end < 0 ? size <= MAX_SINGLE_LINE : start.slice(end).trim() === '' && start.length >= size
  const text = isWhole ? (await files.read(path)).toString() : start.slice(0, Math.max(end, 0))
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return !(isWhole && listsWithin(value).length > 0)
  } catch {
    // Several lines, of which the first is longer than what was looked at; or one object over many lines.
    return end < 0
  }
}

const MAX_SINGLE_LINE = 50_000_000

const SAMPLE_CHARACTERS = 64 * 1024

async function openCsv(
  path: string,
  { file, size }: { file: string; size: number },
  { reading, isHeading }: OpenOptions,
): Promise<OpenedTable> {
  const encoding = reading.encoding ?? (await detectEncoding(path))
  const sample = await firstText(path, encoding)
  const delimiter = reading.delimiter ?? detectDelimiter(sample)
  const rows = await firstRows(parseRows(decodeFile(path, encoding), { file, delimiter }))
  const named = nameAll(rows, reading, isHeading)
  const separator = delimiter === '\t' ? 'tabs' : delimiter
  return {
    file,
    about: [`${file}: CSV, ${ENCODINGS[encoding] ?? encoding}, cells separated by ${separator}`],
    unit: 'line',
    columns: named.columns,
    headed: named.headed,
    usualCells: named.usualCells,
    delimiter,
    total: size,
    measure: 'bytes',
    reading: { encoding, delimiter, ...named.reading },
    rows: () => rowsBelow(parseRows(decodeFile(path, encoding), { file, delimiter }), named),
  }
}

async function firstText(path: string, encoding: string): Promise<string> {
  for await (const { text } of decodeFile(path, encoding)) return text.slice(0, SAMPLE_CHARACTERS)
  return ''
}

async function firstRows(batches: AsyncGenerator<{ rows: RawRow[] }>): Promise<RawRow[]> {
  const first: RawRow[] = []
  for await (const { rows } of batches) {
    first.push(...rows)
    if (first.length >= HEADING_SEARCH * 2) break
  }
  return first.slice(0, HEADING_SEARCH * 2)
}

interface NamedColumns {
  columns: string[]
  /** How many cells the headings have; undefined if there are none. */
  headed: number | undefined
  usualCells: number
  /** Rows up to this one are headings, or above them. */
  lastHeading: number
  reading: Pick<Reading, 'headings' | 'heading_rows'>
}

function nameAll(
  rows: readonly RawRow[],
  reading: Reading,
  isHeading: (text: string) => boolean,
): NamedColumns {
  const width = widthOf(rows)
  const found =
    reading.headings === undefined
      ? findHeadings(rows, isHeading)
      : { first: reading.headings, rows: reading.headings === 0 ? 0 : (reading.heading_rows ?? 1) }
  const start = rows.findIndex(({ at }) => at === found.first)
  const headings = start < 0 ? [] : rows.slice(start, start + found.rows)
  const lastHeading = headings.at(-1)?.at ?? 0
  return {
    columns: nameColumns(headings, width),
    usualCells: usualWidth(rows.filter(({ at }) => at > lastHeading)),
    headed: headings.length === 0 ? undefined : widthOf(headings),
    lastHeading,
    reading: { headings: found.first, ...(found.rows > 1 ? { heading_rows: found.rows } : {}) },
  }
}

/** The width that most rows have; of several the largest. */
function usualWidth(rows: readonly RawRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return Math.max(0, ...Array.from(counts, ([width, count]) => (count === most ? width : 0)))
}

function widthOf(rows: readonly RawRow[]): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
}

async function* rowsBelow(
  batches: AsyncGenerator<{ rows: RawRow[]; done: number }>,
  { columns, lastHeading }: NamedColumns,
): AsyncGenerator<{ rows: Row[]; done: number }> {
  const indexes = indexesOf(columns)
  for await (const { rows, done } of batches) {
    yield { rows: rows.filter(({ at }) => at > lastHeading).map((row) => namedRow(row, indexes)), done }
  }
}

async function openWorkbook(path: string, file: string, options: OpenOptions): Promise<OpenedTable> {
  const sheets = await readWorkbook(path, file, options.reading.sheet)
  const chosen = chooseSheet(sheets, options)
  if (!chosen) {
    const names = sheets.map(({ name }) => name).join(', ') || 'none'
    throw new OperatorError(
      'bad-source',
      `${file}: found the sheets ${names}, expected ${options.reading.sheet ?? 'one with rows'}`,
    )
  }
  const { sheet, named } = chosen
  const others = sheets.filter((each) => each !== sheet).map(({ name }) => name)
  return {
    file,
    about: [
      `${file}: workbook, sheet ${JSON.stringify(sheet.name)}`,
      ...(others.length > 0 ? [`not read: ${others.map((name) => JSON.stringify(name)).join(', ')}`] : []),
    ],
    unit: 'row',
    columns: named.columns,
    total: sheet.rows.length,
    measure: 'rows',
    reading: { sheet: sheet.name, ...named.reading },
    rows: () => rowsBelow(sheetRows(sheet), named),
  }
}

/** The sheet that is asked for, or the one that holds the most rows of its headings. */
function chooseSheet(
  sheets: readonly WorkbookSheet[],
  { reading, isHeading }: OpenOptions,
): { sheet: WorkbookSheet; named: NamedColumns } | undefined {
  const wanted = sheets.filter(({ name }) => reading.sheet === undefined || name === reading.sheet)
  const sized = wanted.map((sheet) => {
    const named = nameAll(sheet.rows.slice(0, HEADING_SEARCH * 2), reading, isHeading)
    const known = named.columns.filter(isHeading).length
    return { sheet, named, score: sheet.rows.length * (1 + known) }
  })
  return sized.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)[0]
}

async function* sheetRows({ rows }: WorkbookSheet): AsyncGenerator<{ rows: RawRow[]; done: number }> {
  for (let start = 0; start < rows.length; start += 500) {
    const batch = rows.slice(start, start + 500)
    yield { rows: batch, done: start + batch.length }
  }
}

async function openJson(path: string, file: string, { reading }: OpenOptions): Promise<OpenedTable> {
  const { pointer, items } = findRecords(await readJsonFile(path, file), reading.records, file)
  return {
    file,
    about: [`${file}: JSON, ${items.length} items${pointer === '' ? '' : ` at ${pointer}`}`],
    unit: 'item',
    columns: columnsOf(items.slice(0, 200)),
    total: items.length,
    measure: 'items',
    reading: { records: pointer },
    rows: () => jsonRows(items),
  }
}

async function openJsonLines(path: string, file: string, size: number): Promise<OpenedTable> {
  const columns = new Set<string>()
  for await (const { rows } of readJsonLines(path, file)) {
    for (const { columns: own } of rows.slice(0, 200)) for (const column of own) columns.add(column)
    if (columns.size > 0) break
  }
  return {
    file,
    about: [`${file}: NDJSON`],
    unit: 'line',
    columns: [...columns],
    total: size,
    measure: 'bytes',
    reading: {},
    rows: () => readJsonLines(path, file),
  }
}

function columnsOf(values: readonly unknown[]): string[] {
  return [...new Set(values.flatMap((value) => pointersIn(value)))]
}
