// Text with delimiters. Only this module uses csv-parse: it streams, has no dependencies, and reads line breaks within
// quotes as spreadsheets write them.

import { Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { OperatorError } from '../../lib/errors.ts'
import { quote } from '../../lib/json/validator.ts'
import { clip } from '../../lib/text/clip.ts'
import { asShown, textOf } from '../cells/cell.ts'
import { type NamedColumns, nameColumns, type RawRow, rowsBelow, rowsToName } from '../tables/headings.ts'
import { DELIMITERS } from '../tables/joined-cells.ts'
import { BATCH_ROWS, type Batch, type Reading } from '../tables/table.ts'
import { decodeFile, detectEncoding, ENCODINGS, refuseMisread } from './decode-text.ts'
import type { Format } from './format.ts'

/** Of the first piece of a file: enough to detect the delimiter and the line ends. */
const SAMPLE_CHARACTERS = 64 * 1024

/** Recognises nothing: formats.ts opens as CSV whatever no other format recognises. */
export const CSV: Omit<Format, 'recognises'> = {
  name: 'CSV',
  async open(file, { reading }) {
    const encoding = reading.encoding ?? (await detectEncoding(file))
    await refuseMisread(file, reading.encoding ?? '')
    const texts = () => decodeFile(file, encoding, reading.encoding !== undefined)
    const sample = await firstText(texts())
    const declared = DECLARED.exec(sample)?.[1]
    const delimiter = reading.delimiter ?? declared ?? detectDelimiter(sample)
    const lineEnds = detectLineEnds(sample, delimiter)
    const options: Options = {
      ...OPTIONS,
      delimiter,
      // A quotation mark may follow a blank. A tab is a blank too, so it must not be trimmed if it separates cells.
      ltrim: delimiter !== '\t',
      from_line: declared === undefined ? 1 : 2,
      record_delimiter: lineEnds,
    }
    const batches = () => parseRows(texts(), file.name, options)
    const named = nameColumns(await firstRows(batches(), reading), reading)
    const separator = delimiter === '\t' ? 'tabs' : delimiter
    return {
      details: [ENCODINGS[encoding] ?? encoding, `cells separated by ${separator}`],
      unit: 'line',
      columns: named.columns,
      headingCells: named.headingCells,
      usualCells: named.usualCells,
      repeated: named.repeated,
      heads: named.heads,
      above: named.above,
      delimiter,
      reading: { encoding, delimiter, ...named.reading },
      rows: () => {
        const whole = refuseTornEnd(splitAtReturns(batches(), named), named, file.name)
        return rowsBelow(whole, named, delimiter)
      },
    }
  },
}

/** Splits rows that only a return separates. A parser without this line end reads them as one row. */
async function* splitAtReturns(
  batches: AsyncIterable<Batch<RawRow>>,
  { headingCells, usualCells }: NamedColumns,
): AsyncGenerator<Batch<RawRow>> {
  const width = headingCells ?? usualCells
  for await (const { rows, ...more } of batches)
    yield { rows: rows.flatMap((row) => (row.cells.length > width ? splitRow(row, width) : row)), ...more }
}

/**
 * The rows that line breaks separate within one row, if each of them has all cells; otherwise the row itself. Cells
 * `1`, `a⏎2`, `b` are the rows `1`, `a` and `2`, `b`. Any kind of line break may separate them, since the number of
 * cells decides: with a further break within a text, the row stays one.
 */
function splitRow(row: RawRow, width: number): RawRow[] {
  const lines: string[][] = [[]]
  for (const cell of row.cells) {
    const [endOfLine = '', ...nextLines] = String(cell).split(/\r\n?|\n/)
    lines.at(-1)?.push(endOfLine)
    lines.push(...nextLines.map((text) => [text]))
  }
  const isWhole = lines.length > 1 && lines.every(({ length }) => length === width)
  return isWhole ? lines.map((cells, index) => ({ at: row.at + index, cells })) : [row]
}

/**
 * Passes the rows through. A last row without a line end and with fewer cells than the headings shows that the file is
 * cut off, unless it is blank, or one of several rows that are all that short.
 * @throws {OperatorError} `bad-source` naming the line
 */
async function* refuseTornEnd(
  batches: AsyncIterable<Batch<RawRow>>,
  { headingCells, usualCells, headingRow }: NamedColumns,
  file: string,
): AsyncGenerator<Batch<RawRow>> {
  const width = headingCells ?? usualCells
  let seen = 0
  let full = 0
  for await (const batch of batches) {
    const below = batch.rows.filter(({ at }) => at > headingRow)
    seen += below.length
    full += below.filter(({ cells }) => cells.length >= width).length
    const areAllShort = full === 0 && seen > 1
    const last = below.at(-1)
    // Only the last batch is open, and it always has the last row: see `parseRows`.
    if (batch.isOpen && last && !areAllShort) {
      const isBlank = last.cells.every((cell) => textOf(cell) === '')
      if (last.cells.length < width && !isBlank) {
        throw new OperatorError('bad-source', tornEnd(file, last, width))
      }
    }
    yield batch
  }
}

function tornEnd(file: string, { at, cells }: RawRow, width: number): string {
  const text = quote(clip(cells.map(textOf).join(' | ')))
  const found = `${file}, line ${at}: found ${cells.length} cells without a line end, ${text}`
  return `${found}, expected ${width}: the file is cut off; get it again, or end its last line if it is whole`
}

async function firstText(texts: AsyncIterable<string>): Promise<string> {
  for await (const text of texts) return text.slice(0, SAMPLE_CHARACTERS)
  return ''
}

/** SECURITY: at most this many rows above the headings, and those of one batch, are in memory together. */
const MAX_ROWS_ABOVE = 20_000

/** The rows up to the headings that a mapping names, and some rows below them. */
async function firstRows(batches: AsyncIterable<Batch<RawRow>>, reading: Reading): Promise<RawRow[]> {
  const first: RawRow[] = []
  for await (const { rows } of batches) {
    first.push(...rows)
    const enough = rowsToName(first, reading)
    if (enough !== undefined) return first.slice(0, enough)
    if (first.length > MAX_ROWS_ABOVE) break
  }
  return first
}

/** Excel declares the delimiter in a line of its own. */
const DECLARED = /^sep=(.)\r?\n/i

/** Python's csv module writes two returns on Windows. */
const LINE_FEEDS: readonly string[] = ['\r\r\n', '\r\n', '\n']
/**
 * What to try if a file has line feeds and also returns alone: whether the latter end rows as well. If both do equally
 * well, they do not.
 */
const LINE_ENDS: readonly (readonly string[])[] = [LINE_FEEDS, [...LINE_FEEDS, '\r']]

/**
 * The line ends that split the first lines into the most rows of equal width. Returns alone end the lines of old
 * programs for the Mac.
 */
function detectLineEnds(sample: string, delimiter: string): string[] {
  if (!sample.includes('\n')) return sample.includes('\r') ? ['\r'] : [...LINE_FEEDS]
  const hasLoneReturn = /\r(?!\r?\n)/.test(sample)
  if (!hasLoneReturn) return [...LINE_FEEDS]
  const scored = LINE_ENDS.map((ends) => ({ ends, score: rowsAlike(sample, delimiter, ends) }))
  return [...scored.reduce((a, b) => (b.score > a.score ? b : a)).ends]
}

/** Real rows are far shorter; an unclosed quotation mark turns the rest of the file into one row. */
const MAX_ROW_CHARACTERS = 1_000_000

/** The limit of an Excel sheet. */
const MAX_CELLS_OF_ROW = 16_384

const OPTIONS: Options = {
  relax_column_count: true,
  // A quotation mark within an unquoted cell is an ordinary character: 12" pizza.
  relax_quotes: true,
  // SECURITY: millions of empty lines do not become rows.
  skip_empty_lines: true,
  max_record_size: MAX_ROW_CHARACTERS,
}

/** The delimiter that splits the first lines most evenly; of several, the first of `DELIMITERS`. */
function detectDelimiter(sample: string): string {
  const scored = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: evenness(sample, delimiter, detectLineEnds(sample, delimiter)),
  }))
  return scored.reduce((a, b) => (b.score > a.score ? b : a)).delimiter
}

function rowsAlike(sample: string, delimiter: string, lineEnds: readonly string[]): number {
  return Math.max(0, ...widthCounts(rowsIn(sample, delimiter, lineEnds)).values())
}

/**
 * The largest share of rows of one width, times that width: more cells are better. Beyond 10 cells only the share
 * counts, so that commas in long texts do not win.
 */
function evenness(sample: string, delimiter: string, lineEnds: readonly string[]): number {
  const rows = rowsIn(sample, delimiter, lineEnds)
  return Math.max(
    0,
    ...Array.from(widthCounts(rows), ([width, count]) => (count / rows.length) * Math.min(width, 10)),
  )
}

/** The number of rows of each width. Rows of one cell are left out: any delimiter gives such rows. */
function widthCounts(rows: readonly string[][]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  return counts
}

/** Enough rows to compare delimiters and line ends by. */
const ROWS_TRIED = 50

/**
 * The first rows of a sample. The parser gives each to `add`, so those before a fault stay. Blanks are not trimmed as
 * in `open`, so a quotation mark behind a blank quotes nothing here.
 */
function rowsIn(sample: string, delimiter: string, lineEnds: readonly string[]): string[][] {
  const rows: string[][] = []
  const add = (row: string[]) => void rows.push(row)
  try {
    const options = { ...OPTIONS, delimiter, record_delimiter: [...lineEnds], to: ROWS_TRIED }
    parseAtOnce(sample, { ...options, on_record: add })
  } catch {
    // The sample may end within quotes.
  }
  return rows
}

/**
 * Rows in batches, each with the line on which it begins. The last batch has the last row, and says whether it lacks a
 * line end.
 * @throws {OperatorError} `bad-source` naming the line
 */
async function* parseRows(
  pieces: AsyncIterable<string>,
  file: string,
  options: Options,
): AsyncGenerator<Batch<RawRow>> {
  /** Whether the text so far ends without a line end. */
  let isOpen = false
  const texts = async function* (): AsyncGenerator<string> {
    for await (const text of pieces) {
      if (text !== '') isOpen = !/[\r\n]$/.test(text)
      yield text
    }
  }
  const source = Readable.from(texts())
  // The parser reads ahead of the rows taken from it, so only the parser knows the line of a fault.
  let faultLine = 1
  let countedTwice = 0
  const parser = parse({
    ...options,
    on_record: (cells, { lines }) => {
      const within = breaksIn(cells)
      countedTwice += within.countedTwice
      // `lines` is the line on which the row ends. A row whose cells have line breaks begins earlier.
      const end = lines - countedTwice
      faultLine = end + 1
      // The parser hands on texts only, so the line stands before the cells.
      return [String(end - within.breaks), ...cells]
    },
  })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  const rows: RawRow[] = []
  try {
    for await (const [at, ...cells] of parser as AsyncIterable<string[]>) {
      rows.push(rowOf(cells, Number(at), file))
      // Holds the last row back until the file has ended: it belongs in the batch that has `isOpen`.
      if (rows.length > BATCH_ROWS) {
        yield { rows: rows.splice(0, BATCH_ROWS) }
      }
    }
  } catch (error) {
    throw explain(error, file, faultLine)
  } finally {
    source.destroy()
  }
  yield { rows, isOpen }
}

/** The line breaks in cells, and how many of them the parser counts twice: a return with a line feed. */
function breaksIn(cells: readonly string[]): { breaks: number; countedTwice: number } {
  const all = cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? [])
  return { breaks: all.length, countedTwice: all.filter(({ length }) => length > 1).length }
}

/** What Excel shows of a text that is written as a formula, so that it keeps its zeros: `="0101"` is 0101. */
function shownText(cell: string): string {
  return cell.startsWith('="') ? asShown(cell) : cell
}

/** @throws {OperatorError} `bad-source` naming the line if there are more cells than in any sheet */
function rowOf(cells: string[], at: number, file: string): RawRow {
  if (cells.length <= MAX_CELLS_OF_ROW) return { at, cells: cells.map(shownText) }
  const found = `${file}, line ${at}: found ${cells.length} cells`
  throw new OperatorError('bad-source', `${found}, expected at most ${MAX_CELLS_OF_ROW}; is it a table?`)
}

const UNCLOSED = 'a quotation mark that is opened and never closed'
const FAULTS: Readonly<Record<string, readonly [found: string, expected: string]>> = {
  CSV_QUOTE_NOT_CLOSED: [UNCLOSED, 'rows of cells; if the file is cut off there, get it again'],
  CSV_MAX_RECORD_SIZE: [
    `a row of more than ${MAX_ROW_CHARACTERS} characters, or ${UNCLOSED}`,
    'rows of cells',
  ],
}

function explain(error: unknown, file: string, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  const [found, expected] = FAULTS[error.code] ?? [error.message, 'rows of cells']
  return new OperatorError(
    'bad-source',
    `${file}: found ${found}, in or after line ${line}; expected ${expected}`,
    { cause: error },
  )
}
