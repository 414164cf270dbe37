// What people read of an import.

import t from 'tap'
import {
  examplesText,
  ImportCauses,
  type ImportReport,
  importText,
  rejectedLines,
} from '../../../import/report/import-report.ts'
import {
  noOffer,
  otherReading,
  tooManyRejected,
  tooWide,
  unknownName,
} from '../../../import/report/refusals.ts'
import type { Table } from '../../../import/tables/table.ts'
import { ReferenceList } from '../../../import/writing/reference-lists.ts'

const REPORT: ImportReport = {
  source: 'source',
  files: ['a.csv: CSV'],
  unit: 'line',
  rows: 3,
  offers: 3,
  rejected: 0,
  skipped: { blank: 0, 'no offer': 0, 'asked for': 0 },
  causes: [],
  more: 0,
  written: ['source/offers.ndjson: 3 written'],
}

type Effect = 'rejected' | 'null'

/** Causes of cells, each with its own line. */
function causesOf(...cells: [effect: Effect, column: string, found: string][]): ImportCauses {
  const causes = new ImportCauses()
  for (const [index, [effect, column, found]] of cells.entries()) {
    causes.add(effect, { column, member: 'm', expected: 'e', found }, { file: 'a.csv', at: index + 2 })
  }
  return causes
}

t.test(
  'causes: rejected rows first, then the most frequent, each text once among the examples',
  async (t) => {
    const causes = causesOf(
      ['null', 'Tope', 'x'],
      ['null', 'Tope', 'x'],
      ['null', 'Tope', 'y'],
      ['null', 'Hasta', 'z'],
      ['rejected', 'Banco', 'nothing'],
      ['null', 'Banco', 'z'],
    )
    const list = causes
      .list()
      .map(({ effect, column, count, examples }) => [
        effect,
        column,
        count,
        examples.map(({ at, found }) => `${at} ${found}`),
      ])
    t.strictSame(list, [
      ['rejected', 'Banco', 1, ['6 nothing']],
      ['null', 'Tope', 3, ['2 x', '4 y']],
      ['null', 'Hasta', 1, ['5 z']],
      ['null', 'Banco', 1, ['7 z']],
    ])
    t.equal(causes.more, 0)
    const many = causesOf(
      ...Array.from({ length: 101 }, (_, n): [Effect, string, string] => ['null', `${n}`, 'x']),
    )
    t.strictSame([many.list().length, many.more], [100, 1])
  },
)

t.test('a report in words', async (t) => {
  const end = '\n\nsource/offers.ndjson: 3 written\n'
  const cases: [report: Partial<ImportReport>, text: string][] = [
    [{}, `a.csv: CSV${end}3 offers of 3 rows\n`],
    [
      { rows: 9, rejected: 2, skipped: { blank: 1, 'no offer': 2, 'asked for': 3 } },
      `a.csv: CSV${end}3 offers of 9 rows, 2 rejected, 1 blank, 2 without an offer (footers, remarks), 3 that the mapping passes over\n`,
    ],
    [
      { causes: causesOf(['null', 'Tope', 'x'], ['rejected', 'Banco', 'nothing']).list(), more: 1 },
      `a.csv: CSV\n\nRejected, these rows are left out:\n  1 × Banco (m): found line 3 nothing; expected e\n\nNot understood, published as null:\n  1 × Tope (m): found line 2 "x"; expected e\n… and 1 more${end}3 offers of 3 rows\n`,
    ],
    [{ more: 1234 }, `a.csv: CSV\n… and 1,234 more${end}3 offers of 3 rows\n`],
  ]
  for (const [report, text] of cases) t.equal(importText({ ...REPORT, ...report }), text)
})

t.test('examples are quoted and cut', async (t) => {
  const found = (text: string) => examplesText([{ at: 2, found: text }], 'row')
  t.equal(found('nothing'), 'row 2 nothing')
  t.equal(found('a "b"'), 'row 2 "a \\"b\\""')
  t.equal(found('x'.repeat(60)), `row 2 "${'x'.repeat(60)}"`)
  t.equal(found('x'.repeat(61)), `row 2 "${'x'.repeat(59)}…"`)
})

t.test('why an import is refused', async (t) => {
  const columns = Array.from({ length: 7 }, (_, n): [Effect, string, string] => ['rejected', `c${n}`, 'x'])
  const causes = causesOf(['null', 'Tope', 'x'], ...columns).list()
  const report = { ...REPORT, rows: 12, offers: 4, rejected: 8, causes }
  t.equal(rejectedLines(report).length, 5)
  t.strictSame(tooManyRejected(report).message.split('\n').slice(0, 2), [
    '8 of 12 rows are rejected, expected at most half; nothing was written',
    '  1 × c0 (m): found line 3 "x"; expected e',
  ])
  t.equal(noOffer(report).message, 'no offer in 12 rows: 1 × c0 (m), expected e; nothing was written')
  t.equal(noOffer(REPORT).message, 'no offer in 3 rows; nothing was written')
  const table: Table = {
    ...{ file: 'a.csv', about: [], unit: 'line', columns: [], total: 0, measure: 'bytes' },
    ...{ reading: { delimiter: ',', headings: 2 }, rows: async function* () {} },
  }
  const { message } = otherReading(table, { delimiter: ';', headings: 1 }, ['delimiter', 'headings'])
  t.strictSame(message.split('\n'), [
    'a.csv: is now separated by ",", expected ";"; change /read/delimiter in the mapping, or take it out',
    'a.csv: is now with its headings in row 2, expected 1; change /read/headings in the mapping, or take it out',
  ])
})

t.test('why a row is rejected', async (t) => {
  const row = { at: 2, get: () => null, isHeadings: false, isBlank: false, filled: 4, width: 4, cells: 4 }
  const expected = (mark: string) => `3, as many as the heading has (quote a text that holds ${mark})`
  const column = { column: 'the row', member: 'number of cells', found: '4' }
  t.strictSame(tooWide(row, 3, '\t'), { ...column, expected: expected('a tab') })
  t.strictSame(tooWide(row, 3, ','), { ...column, expected: expected('","') })
  const named = { member: 'issuer', from: { column: 'Banco' }, found: 'ー' }
  const note = { column: 'Banco', member: 'issuer', found: 'ー' }
  const list = (mayGrow: boolean) => new ReferenceList('issuers.json', [], mayGrow)
  t.strictSame(unknownName(list(true), named), { ...note, expected: 'a name with letters or digits' })
  t.strictSame(unknownName(list(false), named), { ...note, expected: 'a name or slug of issuers.json' })
})
