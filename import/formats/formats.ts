// The formats of tables. A new format is a file in this folder and a row in this list. Files come from other people: a
// thread reads them, and is ended if one takes too much memory or time.

import { basename } from 'node:path'
import { OperatorError } from '../../lib/errors.ts'
import { quote } from '../../lib/json/validator.ts'
import { AnsweringThread, answerRequests, ThreadLimitError } from '../../lib/threads/answering-thread.ts'
import { type Cell, isList } from '../cells/cell.ts'
import { type Batch, NOT_READ, type PlainRow, rowOf, type Table } from '../tables/table.ts'
import { CSV } from './csv.ts'
import { type Format, type OpenOptions, openInput } from './format.ts'
import { JSON_FILE } from './json.ts'
import { JSON_LINES } from './json-lines.ts'
import { lostIn, misreadAdvice, misreadIn } from './misread-text.ts'
import { NO_TABLE } from './no-tables.ts'
import { WORKBOOK } from './workbook.ts'

/** The first format that recognises a file opens it. Any text may be CSV, so CSV opens the rest. */
const FORMATS: readonly Format[] = [NO_TABLE, WORKBOOK, JSON_LINES, JSON_FILE]

/** SECURITY: a thread that takes more is ended, whatever a hostile file makes its parser do. */
const MAX_HEAP_MB = 512
/**
 * Seconds of processor time, for opening a file and for each batch of rows; ten times as many by the clock. With the
 * start of the program, less than 20.
 */
const MAX_SECONDS = 18

type TableRequest = { path: string; options: OpenOptions } | 'next batch'

interface TableAnswer {
  /** The table that was opened. */
  facts?: Omit<Table, 'rows'>
  /** Undefined after the last batch. */
  batch?: Batch<PlainRow>
}

const ROLE = 'table'
/** In the thread: the rows of the open table. */
let batches: AsyncGenerator<Batch<PlainRow>> | undefined

answerRequests(ROLE, async (request: TableRequest): Promise<TableAnswer> => {
  if (request === 'next batch') return { batch: (await batches?.next())?.value }
  await batches?.return(undefined)
  batches = undefined
  const { rows, ...facts } = await openHere(request.path, request.options)
  batches = inPieces(rows())
  return { facts }
})

/** SECURITY: rows are in memory twice while they are sent; a row may be as long as its format allows. */
const MAX_CHARACTERS_SENT = 2_000_000

/**
 * Smaller batches, with their characters. Other facts of a batch, as that the file ends there, are those of its end.
 */
async function* inPieces(batches: AsyncIterable<Batch<PlainRow>>): AsyncGenerator<Batch<PlainRow>> {
  for await (const { rows, ...more } of batches) {
    let start = 0
    let characters = 0
    for (const [index, { cells }] of rows.entries()) {
      characters += cells.reduce<number>((sum, cell) => sum + charactersIn(cell), 0)
      if (characters <= MAX_CHARACTERS_SENT) continue
      yield { rows: rows.slice(start, index + 1), characters }
      start = index + 1
      characters = 0
    }
    yield { rows: rows.slice(start), characters, ...more }
  }
}

function charactersIn(cell: Cell): number {
  if (typeof cell === 'string') return cell.length
  return isList(cell) ? cell.reduce<number>((sum, each) => sum + charactersIn(each), 0) : 0
}

/** Opens a table in this thread. A misread heading is refused: a mapping made by it would not fit the right table. */
async function openHere(path: string, options: OpenOptions) {
  const file = await openInput(path)
  const format = FORMATS.find((each) => each.recognises(file.head, options.reading)) ?? CSV
  const { details, unread = [], ...content } = await format.open(file, options)
  if (options.reading.records !== undefined && format !== JSON_FILE) {
    const found = `${file.name}: found ${format.name}, expected JSON`
    throw new OperatorError('bad-source', `${found}: --records and read.records are for lists in JSON`)
  }
  const misread = content.columns
    .map((each) => misreadIn(each) ?? lostIn(each))
    .find((text) => text !== undefined)
  if (misread !== undefined) {
    const found = `${file.name}: found the heading ${quote(misread)}, ${misreadAdvice(content.reading.encoding)}`
    throw new OperatorError('bad-source', found)
  }
  const about = [`${file.name}: ${[format.name, ...details].join(', ')}`]
  if (unread.length > 0) about.push(`${NOT_READ}${unread.join(', ')}`)
  return { ...content, file: file.name, about }
}

/** The thread reads one table after another, since starting a thread takes time. */
let thread: AnsweringThread<TableRequest, TableAnswer> | undefined
/** The number of tables that were opened. The thread has forgotten the rows of all but the last one. */
let opened = 0

/**
 * Opens a file of any format as a table.
 * @param seconds of processor time for opening the file, and for each batch of rows
 * @example
 * ```ts
 * import { openTable } from './formats.ts'
 *
 * const table = await openTable('offers.csv', { reading: {} })
 * for await (const { rows } of table.rows()) console.log(rows.map((row) => row.get('Banco')))
 * ```
 * @throws {OperatorError} `bad-source` if the file is missing or not a table, or takes too much memory or time; `usage` if
 * it is JSON with several lists and `options` name none
 */
export async function openTable(path: string, options: OpenOptions, seconds = MAX_SECONDS): Promise<Table> {
  if (!thread || thread.hasEnded)
    thread = new AnsweringThread(import.meta.url, ROLE, { maxOldGenerationSizeMb: MAX_HEAP_MB })
  const reader = thread
  const ask = async (request: TableRequest) => {
    try {
      return await reader.ask(request, seconds)
    } catch (error) {
      throw error instanceof ThreadLimitError ? tooMuch(path, error, seconds) : error
    }
  }
  opened += 1
  const number = opened
  const { facts } = await ask({ path, options })
  if (!facts) throw new TypeError('the thread opened no table')
  const next = () => {
    if (number !== opened) throw new TypeError('another table was opened since')
    return ask('next batch')
  }
  return { ...facts, rows: () => rowsOf(facts.columns, next) }
}

async function* rowsOf(columns: readonly string[], ask: () => Promise<TableAnswer>): AsyncGenerator<Batch> {
  for (let asked = ask(); ; ) {
    const { batch } = await asked
    if (!batch) return
    // The thread reads one batch ahead, and no more.
    asked = ask()
    // An error of the next batch is thrown when that batch is awaited.
    asked.catch(() => {})
    yield { ...batch, rows: batch.rows.map((row) => rowOf(row, columns)) }
  }
}

function tooMuch(path: string, { exceeded }: ThreadLimitError, seconds: number): OperatorError {
  const bound = exceeded === 'memory' ? `${MAX_HEAP_MB} MB of memory` : `${seconds} seconds`
  return new OperatorError(
    'bad-source',
    `${basename(path)}: found a table that takes more than ${bound} to read, expected a smaller one; save the sheet as CSV, or write JSON with one record per line`,
  )
}
