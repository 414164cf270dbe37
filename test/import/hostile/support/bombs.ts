// Tables that are small or simple as files, but would take all memory, time or screen. Made piece by piece.

import { appendFileSync, writeFileSync } from 'node:fs'
import { MAIN, sheetOf, workbook } from './odd-workbook.ts'
import { zipOf } from './odd-zip.ts'

export interface Bomb {
  name: string
  pieces: () => Iterable<string | Buffer>
  /** The message of the program; undefined if it reads the table. */
  refused?: RegExp
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
    pieces: () => [';'.repeat(5 * MEGABYTE)],
    refused: /headings\.csv, line 1: found 5000001 cells, expected at most 16384/,
  },
  { name: 'line-ends.csv', pieces: () => repeated('\n'.repeat(MEGABYTE), 5, 'id;oferta\n', '1;Menú\n') },
  {
    name: 'deep.json',
    pieces: () => ['['.repeat(MEGABYTE), ']'.repeat(MEGABYTE)],
    refused: /deep\.json, line 1: .* found a value that is nested too deeply/,
  },
  { name: 'objects.json', pieces: () => numbered(MEGABYTE, (number) => `{"m${number}":1}`, '\n') },
  { name: 'members.json', pieces: () => numbered(20_000, members, '\n') },
  {
    name: 'empty-objects.json',
    pieces: () => repeated(',{}'.repeat(MEGABYTE), 30, '[{}', ']'),
    refused: /empty-objects\.json: found more than 10000000 values/,
  },
  {
    name: 'far-cells.xlsx',
    pieces: () => xlsx({ content: farCells(60_000) }),
    refused: /far-cells\.xlsx: found a workbook of more than 4000000 cells/,
  },
  {
    name: 'long-text.xlsx',
    pieces: () =>
      xlsx(
        { content: shownCells(480_000) },
        { strings: `<sst ${MAIN}><si><t>${'x'.repeat(MEGABYTE)}</t></si></sst>` },
      ),
    refused: /long-text\.xlsx: found a cell of more than 32767 characters/,
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
    pieces: () =>
      xlsx(
        { content: shownCells(80) },
        { strings: `<sst ${MAIN}>${'<si><t>x</t></si>'.repeat(5 * MEGABYTE)}</sst>` },
      ),
    refused: /shared-texts\.xlsx: found a workbook of more than \d+ XML elements/,
  },
  {
    name: 'merged.xlsx',
    pieces: () => {
      const merged = '<mergeCell ref="A1:B1"/>'.repeat(5 * MEGABYTE)
      const sheet = sheetOf('<row><c><v>1</v></c></row>')
      return xlsx({
        content: sheet.replace('</worksheet>', `<mergeCells>${merged}</mergeCells></worksheet>`),
      })
    },
    refused: /merged\.xlsx: found a sheet of more than 100000 merged cells/,
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
