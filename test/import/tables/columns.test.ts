// The names of the columns of a table, and the counts of cells of a row.

import t from 'tap'
import { nameColumns, type RawRow, rowsBelow } from '../../../import/tables/headings.ts'
import { type Reading, rowOf, type Table, widestRow } from '../../../import/tables/table.ts'

/** Rows by their lines; lines that are null are not in the file. */
const rowsOf = (lines: readonly (string | null)[]): RawRow[] =>
  lines.flatMap((line, index) => (line === null ? [] : [{ at: index + 1, cells: line.split(';') }]))

const named = (lines: readonly (string | null)[], reading: Reading = {}) =>
  nameColumns(rowsOf(lines), reading)

t.test('columns are named by their headings, and without one by letters', async (t) => {
  const cases: [lines: (string | null)[], reading: Reading, columns: string[]][] = [
    [['id;oferta', '1;Té'], {}, ['id', 'oferta']],
    [['id;;oferta;', '1;x;Té;y'], {}, ['id', 'B', 'oferta', 'D']],
    [['id;nota;nota;nota', '1;a;b;c'], {}, ['id', 'nota', 'nota (2)', 'nota (3)']],
    [['1;Té'], { headings: 0 }, ['A', 'B']],
    [[';;Vigencia;', null, 'id;oferta;desde;hasta'], {}, ['id', 'oferta', 'desde', 'hasta']],
    [['Ofertas;;;', 'id;oferta;desde;hasta'], {}, ['id', 'oferta', 'desde', 'hasta']],
    [[';;2026;', 'id;oferta;desde;hasta'], {}, ['id', 'oferta', 'desde', 'hasta']],
    [['x;y;z;w', 'id;oferta;desde;hasta'], {}, ['id', 'oferta', 'desde', 'hasta']],
    [['a;b', 'c;d', '1;2'], { headings: 2 }, ['c', 'd']],
    [['a;b', 'c;d', '1;2'], { headings: 9 }, ['A', 'B']],
    // One word may repeat, unless it is known.
    [['x;y;y', 'Té;1;2'], {}, ['x', 'y', 'y (2)']],
    [['x;y;y;y', 'Té;1;2;3'], {}, ['A', 'B', 'C', 'D']],
    [['x;id;id;id', 'Té;1;2;3'], {}, ['x', 'id', 'id (2)', 'id (3)']],
    // A single word, texts that are too long, and figures are not headings.
    [['id', 'x;y;z', 'Té;1;2'], {}, ['x', 'y', 'z']],
    [[`id;${'x'.repeat(61)}`, 'Té;1'], {}, ['A', 'B']],
    [[`id;${'x'.repeat(60)}`, 'Té;1'], {}, ['id', 'x'.repeat(60)]],
    ...['5', '-5 %', '$ 5', '€5', '1.000,50', '1/2', '10:30'].map((figure): [string[], Reading, string[]] => [
      [`id;${figure}`, 'Té;1'],
      {},
      ['A', 'B'],
    ]),
    // The first of several rows with as many words; known words count more.
    [['id;desde', 'id;hasta'], {}, ['id', 'desde']],
    [['x;y;z;w', 'id;desde;hasta;u'], {}, ['id', 'desde', 'hasta', 'u']],
    [[';;;', 'id;oferta;desde;hasta'], {}, ['id', 'oferta', 'desde', 'hasta']],
  ]
  for (const [lines, reading, columns] of cases) {
    t.strictSame(named(lines, reading).columns, columns, JSON.stringify(lines))
  }
  const letters = named([Array.from({ length: 54 }, (_, index) => index).join(';')], { headings: 0 }).columns
  t.strictSame(
    [0, 25, 26, 27, 51, 52, 53].map((index) => letters[index]),
    ['A', 'Z', 'AA', 'AB', 'AZ', 'BA', 'BB'],
  )
  t.equal(named([Array.from({ length: 703 }, () => 'x').join(';')], { headings: 0 }).columns.at(-1), 'AAA')
})

t.test('detected headings open the table again', async (t) => {
  const cases: [lines: (string | null)[], found: object][] = [
    [['id;oferta', '1;Té'], { reading: { headings: 1 }, headingRow: 1, headingCells: 2, usualCells: 2 }],
    [['Ofertas', null, 'id;oferta', '1;Té'], { reading: { headings: 3 }, headingRow: 3, headingCells: 2 }],
    [['1;2', '3;4'], { reading: { headings: 0 }, headingRow: 0, headingCells: undefined }],
    [['id;oferta', '1;Té;x', '2;Té;x', '3;Té'], { headingCells: 2, usualCells: 3 }],
    [['id;oferta', '1;Té;x', '2;Té'], { headingCells: 2, usualCells: 3 }],
    [['id;oferta', '1;Té', '2;Té', '3;Té;x;y'], { headingCells: 2, usualCells: 2 }],
    [['x;y', 'x;y;z', 'id;oferta'], { headingTexts: ['id', 'oferta'], usualCells: 0, headingCells: 2 }],
    [['x;y', ...Array.from({ length: 18 }, () => '1;2'), 'id;oferta', 'Té;1'], { reading: { headings: 20 } }],
    [['x;y', ...Array.from({ length: 19 }, () => '1;2'), 'id;oferta', 'Té;1'], { reading: { headings: 21 } }],
  ]
  for (const [lines, found] of cases) t.match(named(lines), found, JSON.stringify(lines))
})

t.test('a row gives its cells by name, counts them, and recognises the headings', async (t) => {
  const columns = named(['id;oferta;', '1;Té;'])
  const lines = ['id;oferta;', '1;Té;', ';;', '2; ;x', 'id;oferta', 'id;otra', 'id;oferta;x', 'id']
  const batch = async function* () {
    yield { rows: rowsOf(lines), isOpen: true }
  }
  for await (const { rows: plain, isOpen } of rowsBelow(batch(), columns)) {
    const rows = plain.map((row) => rowOf(row, columns.columns))
    t.match(rows, [
      { at: 2, cells: 3, width: 2, filled: 2, isBlank: false, isHeadings: false },
      { at: 3, cells: 3, width: 0, filled: 0, isBlank: true, isHeadings: false },
      { at: 4, cells: 3, width: 3, filled: 2, isBlank: false, isHeadings: false },
      { at: 5, cells: 2, width: 2, filled: 2, isBlank: false, isHeadings: true },
      { at: 6, cells: 2, width: 2, filled: 2, isBlank: false, isHeadings: false },
      { at: 7, cells: 3, width: 3, filled: 3, isBlank: false, isHeadings: false },
      { at: 8, cells: 1, width: 1, filled: 1, isBlank: false, isHeadings: false },
    ])
    t.equal(rows.length, 7)
    t.equal(isOpen, true)
    t.strictSame(
      ['id', 'oferta', 'C', 'none'].map((column) => rows[0]?.get(column)),
      ['1', 'Té', '', null],
    )
    t.equal(rows.at(-1)?.get('oferta'), null, 'a row that is too short')
  }
})

t.test('the headings and the columns that are read bound the width of a row', async (t) => {
  const table: Table = {
    ...{
      file: 'a.csv',
      about: [],
      unit: 'line',
      columns: ['a', 'b', 'C', 'D'],
      headingCells: 2,
      usualCells: 3,
    },
    ...{ reading: {}, rows: async function* () {} },
  }
  t.equal(widestRow(table), 2)
  t.equal(widestRow(table, ['a']), 2)
  t.equal(widestRow(table, ['a', 'C']), 3, 'a column beyond the headings that a mapping reads')
  t.equal(widestRow(table, ['D', 'none']), 4)
  t.equal(widestRow({ ...table, headingCells: undefined }, ['a']), Number.POSITIVE_INFINITY)
})
