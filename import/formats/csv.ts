// Text with delimiters. csv-parse is known here only: it streams, has no dependencies, and reads what spreadsheets
// write, line breaks within quotes included.

import { Readable } from 'node:stream'
import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { OperatorError } from '../../lib/errors.ts'
import { HEADING_ROWS, nameColumns, namedRows, type RawRow } from '../tables/headings.ts'
import type { Batch } from '../tables/table.ts'
import { decodeFile, detectEncoding, ENCODINGS, type TextPiece } from './decode-text.ts'
import type { Format, InputFile } from './format.ts'

const SAMPLE_CHARACTERS = 64 * 1024

export const CSV: Omit<Format, 'recognises'> = {
  name: 'CSV',
  async open(file, { reading, isHeading }) {
    const encoding = reading.encoding ?? (await detectEncoding(file))
    const delimiter = reading.delimiter ?? detectDelimiter(await firstText(file, encoding))
    const batches = () => parseRows(decodeFile(file, encoding), { file: file.name, delimiter })
    const named = nameColumns(await firstRows(batches()), reading, isHeading)
    const separator = delimiter === '\t' ? 'tabs' : delimiter
    return {
      details: [ENCODINGS[encoding] ?? encoding, `cells separated by ${separator}`],
      unit: 'line',
      columns: named.columns,
      headed: named.headed,
      usualCells: named.usualCells,
      delimiter,
      total: file.size,
      measure: 'bytes',
      reading: { encoding, delimiter, ...named.reading },
      rows: () => namedRows(batches(), named),
    }
  },
}

async function firstText(file: InputFile, encoding: string): Promise<string> {
  for await (const { text } of decodeFile(file, encoding)) return text.slice(0, SAMPLE_CHARACTERS)
  return ''
}

async function firstRows(batches: AsyncIterable<Batch<RawRow>>): Promise<RawRow[]> {
  const first: RawRow[] = []
  for await (const { rows } of batches) {
    first.push(...rows)
    if (first.length >= HEADING_ROWS) break
  }
  return first.slice(0, HEADING_ROWS)
}

const DELIMITERS: readonly string[] = [';', ',', '\t', '|']

/** A record of an honest table is far shorter; a quote that is never closed makes one of the whole file. */
const MAX_ROW_CHARACTERS = 1_000_000

const OPTIONS: Options = {
  info: true,
  relax_column_count: true,
  // A quote within a cell that does not begin with one is a character like any other: 12" pizza.
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: MAX_ROW_CHARACTERS,
}

interface Informed {
  record: string[]
  info: { lines: number }
}

/** The delimiter of the first lines: the one that gives the most rows of equal width. */
function detectDelimiter(sample: string): string {
  const declared = /^sep=(.)\r?\n/i.exec(sample)?.[1]
  if (declared !== undefined) return declared
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, score: evenness(sample, delimiter) }))
  return scored.reduce((a, b) => (b.score > a.score ? b : a)).delimiter
}

function evenness(sample: string, delimiter: string): number {
  const widths = new Map<number, number>()
  for (const { length } of widthsOf(sample, delimiter)) widths.set(length, (widths.get(length) ?? 0) + 1)
  return Math.max(0, ...Array.from(widths, ([width, count]) => (width > 1 ? count * Math.min(width, 10) : 0)))
}

function widthsOf(sample: string, delimiter: string): string[][] {
  try {
    return parseAtOnce(sample, { ...OPTIONS, info: false, delimiter, to: 50 })
  } catch {
    // The sample may end within quotes: then plain lines say enough.
    return sample.split('\n', 50).map((line) => line.split(delimiter))
  }
}

const BATCH = 500

/**
 * Rows in batches, each with the line that it begins on.
 * @throws {OperatorError} `bad-source` naming the line
 */
async function* parseRows(
  texts: AsyncIterable<TextPiece>,
  options: { file: string; delimiter: string },
): AsyncGenerator<Batch<RawRow>> {
  let done = 0
  const withoutMark = async function* (): AsyncGenerator<string> {
    let isFirst = true
    for await (const piece of texts) {
      done = piece.done
      // The line with which Excel declares a delimiter is blanked: the lines below it keep their numbers.
      yield isFirst ? piece.text.replace(/^sep=.(?=\r?\n)/i, '') : piece.text
      isFirst = false
    }
  }
  const source = Readable.from(withoutMark())
  // The parser is ahead of the rows that are taken from it: where it fails is known to itself only.
  let failing = 1
  const parser = createParser(options.delimiter, (lines) => {
    failing = lines + 1
  })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let rows: RawRow[] = []
  let at = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<Informed>) {
      rows.push({ at, cells: record })
      at = info.lines + 1
      if (rows.length === BATCH) {
        yield { rows, done }
        rows = []
      }
    }
  } catch (error) {
    throw explain(error, options.file, failing)
  } finally {
    source.destroy()
  }
  yield { rows, done }
}

function createParser(delimiter: string, onRecord: (lines: number) => void): Parser {
  return parse({
    ...OPTIONS,
    delimiter,
    on_record: (record, { lines }) => {
      onRecord(lines)
      return record
    },
  })
}

function explain(error: unknown, file: string, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  const isQuote = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
  const found = isQuote ? 'a quotation mark that is opened and never closed' : error.message
  return new OperatorError(
    'bad-source',
    `${file}: found ${found}, in or after line ${line}; expected rows of cells`,
    { cause: error },
  )
}
