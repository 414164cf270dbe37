// Tables that are small or simple as files, but would take all memory, time or screen. Made piece by piece.

import { appendFileSync, writeFileSync } from 'node:fs'
import { MAIN, sheetOf, workbook } from './odd-workbook.ts'
import { zipOf } from './odd-zip.ts'

export interface Bomb {
  name: string
  pieces: () => Iterable<string | Buffer>
  /** The message of the program; undefined if it reads the table. */
  refused?: RegExp
  /** Whether it takes seconds to read. */
  isLong?: true
}

const MEGABYTE = 1_000_000

function* repeated(piece: string, times: number, first = '', last = ''): Generator<string> {
  yield first
  for (let time = 0; time < times; time++) yield piece
  yield last
}

function* numbered(times: number, item: (number: number) => string, more: string): Generator<string> {
  yield '['
  for (let number = 0; number < times; number++) yield `${number > 0 ? ',' : ''}${item(number)}`
  yield `]${more}`
}

const members = (number: number) =>
  `{${Array.from({ length: 50 }, (_, member) => `"m${number}-${member}":1`).join()}}`

const farCells = (rows: number) =>
  sheetOf(Array.from({ length: rows }, (_, row) => `<row><c r="XFD${row + 1}"><v>1</v></c></row>`).join(''))

/** One cell a row, each further right. */
const stairs = (rows: number) =>
  sheetOf(
    Array.from({ length: rows }, (_, row) => `<row><c r="${letters(row)}${row + 1}"><v>1</v></c></row>`).join(
      '',
    ),
  )

function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(65 + (index % 26))
}

const TOO_MUCH =
  /: found a table that takes more than (?:512 MB of memory|18 seconds) to read, .*save the sheet as CSV/

const shownCells = (cells: number) =>
  sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(8)}</row>`.repeat(cells / 8))

const xlsx = (...parts: Parameters<typeof workbook>) => [zipOf(workbook(...parts))]

/** @param megabytes the length of one line, one cell and one run of line ends */
export const bombs = (megabytes: number): readonly Bomb[] => [
  {
    name: 'line.csv',
    pieces: () => repeated('x'.repeat(MEGABYTE), megabytes),
    refused: /line\.csv: found a row of more than 1000000 characters/,
  },
  {
    name: 'cell.csv',
    pieces: () => repeated('x'.repeat(MEGABYTE), megabytes, 'id;oferta\n1;"', '"\n'),
    refused: /cell\.csv: found a row of more than 1000000 characters/,
  },
  {
    name: 'line.ndjson',
    pieces: () => repeated('x'.repeat(MEGABYTE), megabytes, '{"a":1}\n{"a":"'),
    refused: /line\.ndjson, line 2: .* a line of more than 1000000 bytes/,
  },
  {
    name: 'columns.csv',
    pieces: () => repeated(';x'.repeat(MEGABYTE), 1, 'id;oferta\n1;Menú\n', '\n'),
    refused:
      /columns\.csv: found a row of more than 1000000 characters|columns\.csv, line 3: found 1000001 cells/,
  },
  {
    name: 'headings.csv',
    pieces: () => [';'.repeat(MEGABYTE)],
    refused: /headings\.csv, line 1: found 1000001 cells, expected at most 16384/,
  },
  { name: 'line-ends.csv', pieces: () => repeated('\n'.repeat(MEGABYTE), 5, 'id;oferta\n', '1;Menú\n') },
  {
    name: 'deep.json',
    pieces: () => ['['.repeat(MEGABYTE), ']'.repeat(MEGABYTE)],
    refused: /deep\.json, line 1: .* found a value that is nested too deeply/,
  },
  { name: 'objects.json', pieces: () => numbered(200_000, (number) => `{"m${number}":1}`, '\n') },
  { name: 'members.json', pieces: () => numbered(5000, members, '\n') },
  {
    name: 'empty-objects.json',
    pieces: () => repeated(',{}'.repeat(MEGABYTE), 30, '[{}', ']'),
    refused: /empty-objects\.json: found more than 3000000 values/,
  },
  {
    name: 'long-text.json',
    pieces: () => repeated('x'.repeat(MEGABYTE), 96, '[{"id":1,"oferta":"Ω', '"}]'),
    refused: /long-text\.json: found a text of 96000002 bytes, expected at most 4000000/,
  },
  {
    name: 'far-cells.xlsx',
    isLong: true,
    pieces: () => xlsx({ content: farCells(60_000) }),
    refused: TOO_MUCH,
  },
  {
    name: 'part-name.xlsx',
    isLong: true,
    pieces: () => [
      zipOf(
        workbook({ content: farCells(60_000), name: 'xl/worksheets/sheet1.bin' }).map((part) => ({
          ...part,
          content: String(part.content).replace('sheet1.xml', 'sheet1.bin'),
        })),
      ),
    ],
    refused: TOO_MUCH,
  },
  {
    name: 'entity.xlsx',
    isLong: true,
    pieces: () => xlsx({ content: farCells(60_000).replaceAll('XFD', '&#88;FD') }),
    refused: TOO_MUCH,
  },
  {
    name: 'stairs.xlsx',
    pieces: () => xlsx({ content: stairs(16_384) }),
    refused: TOO_MUCH,
  },
  {
    name: 'attribute.xlsx',
    isLong: true,
    pieces: () =>
      xlsx({
        content: sheetOf(`<row><c a="${'&amp;'.repeat(20 * MEGABYTE)}"><v>1</v></c></row>`),
      }),
    refused: TOO_MUCH,
  },
  {
    name: 'runs.xlsx',
    isLong: true,
    pieces: () =>
      xlsx(
        { content: shownCells(80) },
        { strings: `<sst ${MAIN}><si>${'<r><t>x</t></r>'.repeat(2.5 * MEGABYTE)}</si></sst>` },
      ),
    refused: TOO_MUCH,
  },
  {
    name: 'number-format.xlsx',
    isLong: true,
    pieces: () =>
      xlsx(
        { content: sheetOf(`<row>${'<c s="1"><v>1</v></c>'.repeat(8)}</row>`.repeat(5000)) },
        { format: '#'.repeat(200_000) },
      ),
    refused: TOO_MUCH,
  },
  {
    name: 'sheets.xlsx',
    isLong: true,
    pieces: () => xlsx({ content: shownCells(160_000) }, { sheets: 50 }),
    refused: TOO_MUCH,
  },
  {
    name: 'defined-names.xlsx',
    isLong: true,
    pieces: () => xlsx({ content: shownCells(80) }, { names: 800_000 }),
    refused: TOO_MUCH,
  },
  {
    name: 'many-texts.xlsx',
    pieces: () =>
      xlsx(
        { content: shownCells(8000) },
        { strings: `<sst ${MAIN}><si><t>${'x'.repeat(32_000)}</t></si></sst>` },
      ),
    refused: /many-texts\.xlsx: found a workbook of more than 100000000 characters/,
  },
  {
    name: 'shared-texts.xlsx',
    isLong: true,
    pieces: () =>
      xlsx(
        { content: shownCells(80) },
        { strings: `<sst ${MAIN}>${'<si><t>x</t></si>'.repeat(5 * MEGABYTE)}</sst>` },
      ),
    refused: TOO_MUCH,
  },
  {
    name: 'rules.xlsx',
    pieces: () => {
      const rules = `<conditionalFormatting sqref="A1">${'<cfRule type="expression"/>'.repeat(8 * MEGABYTE)}`
      return xlsx({ content: sheetOf(`<row>${'<c t="str"><v>x</v></c>'.repeat(3)}</row>`) + rules })
    },
  },
  {
    name: 'merged.xlsx',
    isLong: true,
    pieces: () => {
      const merged = '<mergeCell ref="A1:B1"/>'.repeat(5 * MEGABYTE)
      const sheet = sheetOf('<row><c><v>1</v></c></row>')
      return xlsx({
        content: sheet.replace('</worksheet>', `<mergeCells>${merged}</mergeCells></worksheet>`),
      })
    },
    refused: TOO_MUCH,
  },
]

export function writeBomb(path: string, { pieces }: Bomb): void {
  writeFileSync(path, '')
  let pending: Buffer[] = []
  let length = 0
  const flush = () => {
    appendFileSync(path, Buffer.concat(pending))
    pending = []
    length = 0
  }
  for (const piece of pieces()) {
    pending.push(Buffer.from(piece))
    length += piece.length
    if (length > MEGABYTE) flush()
  }
  flush()
}
