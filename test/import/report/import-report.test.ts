// The texts of an import for people.

import t from 'tap'
import type { BenefitKind } from '../../../contract/offers/offer.ts'
import {
  examplesText,
  ImportCauses,
  type ImportReport,
  importText,
  rejectedLines,
} from '../../../import/report/import-report.ts'
import { importMarkdown } from '../../../import/report/import-summary.ts'
import { changedColumns, noOffer, tooManyRejected, unknownName } from '../../../import/report/refusals.ts'
import { ValueTally } from '../../../import/report/value-tally.ts'
import type { Table } from '../../../import/tables/table.ts'
import { ReferenceList } from '../../../import/writing/reference-lists.ts'
import { OperatorError } from '../../../lib/errors.ts'

const REPORT: ImportReport = {
  source: 'source',
  files: ['a.csv: CSV'],
  unit: 'line',
  rows: 3,
  offers: 3,
  withoutValue: 0,
  rejected: 0,
  noOffer: { empty: 0, total: 0, note: 0, status: 0, table: 0, copy: 0 },
  values: [],
  causes: [],
  more: 0,
  warnings: [],
  written: ['offers.ndjson (3)'],
}

const TABLE: Table = {
  ...{ file: 'a.csv', about: [], unit: 'line', columns: [] },
  ...{ reading: {}, rows: async function* () {} },
}

type Effect = 'rejected' | 'null'

/** Causes of cells, each on a different line. */
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

t.test('a report as text', async (t) => {
  const end = '\n\nWritten to source: offers.ndjson (3)\n'
  const cases: [report: Partial<ImportReport>, text: string][] = [
    [{}, `a.csv: CSV${end}3 offers from 3 rows\n`],
    [
      {
        rows: 9,
        withoutValue: 1,
        rejected: 2,
        noOffer: { empty: 1, total: 1, note: 1, status: 3, table: 5, copy: 4 },
      },
      `a.csv: CSV${end}3 offers from 9 rows, 1 without a value, 2 rejected, 1 empty, 1 with totals, 1 with notes, 3 skipped by the mapping, 5 in other tables of the file, 4 with the same offer as an earlier row\n`,
    ],
    [
      { causes: causesOf(['null', 'Tope', 'x'], ['rejected', 'Banco', 'nothing']).list(), more: 1 },
      `a.csv: CSV\n\nRejected rows, left out:\n  1 × Banco (m): line 3 says nothing; expected e\n\nCells not understood, published as null:\n  1 × Tope (m): found line 2 "x"; expected e\n… and 1 more${end}3 offers from 3 rows\n`,
    ],
    [{ more: 1234 }, `a.csv: CSV\n… and 1,234 more${end}3 offers from 3 rows\n`],
  ]
  for (const [report, text] of cases) t.equal(importText({ ...REPORT, ...report }), text)
})

t.test('after a proposal, each heading still shows an example, and each rejected row is named', async (t) => {
  const columns = ['A', 'B', 'C', 'D']
  const cells = (['rejected', 'null'] as const).flatMap((effect) =>
    columns.map((column): [Effect, string, string] => [effect, column, 'x']),
  )
  const text = importText({ ...REPORT, causes: causesOf(...cells).list() }, { isProposed: true })
  t.match(
    text,
    /\nRejected rows, left out:\n {2}1 × A \(m\): found .*\n {2}3 × for other reasons: line 3, 4, 5\n/,
  )
  t.match(text, /\nCells not understood, published as null:\n {2}1 × A \(m\): found .*\nand 3 more\n/)
})

t.test('values by kind and column: the usual form, the rarest, the smallest and the largest', async (t) => {
  const tally = new ValueTally()
  const add = (column: string, cell: string, kind: BenefitKind, value: number, currency: string | null) =>
    tally.add([
      { member: 'url', source: { column: 'Link' }, cell: 'x', isUnderstood: true },
      {
        ...{ member: 'benefit.value', source: { column }, cell, isUnderstood: true },
        worth: { kind, value, currency },
      },
    ])
  for (const price of [19.5, 4.2, 99.9, 12.3, 0.7]) add('Precio', `${price}0`, 'fixed_price', price, 'EUR')
  add('Precio', 'ab 655,-', 'fixed_price', 655, 'EUR')
  add('Precio', 'ab 30,-', 'fixed_price', 30, 'EUR')
  add('Texto', '20% en todo el local de lunes a jueves', 'percentage', 20, null)
  add('Texto', '2x1', 'multibuy', 2, null)
  add('Texto', '3 cuotas', 'installments', 3, null)
  const text = importText({ ...REPORT, values: tally.list() })
  t.match(
    text,
    [
      'Values, as they are read:',
      '  7 × fixed_price in Precio: "19.50" is 19.5 EUR; "ab 30,-" is 30 EUR; "0.70" is 0.7 EUR; "ab 655,-" is 655 EUR',
      '  1 × percentage in Texto: "20% en todo el local de lunes a jueves" is 20',
      '  1 × multibuy in Texto: "2x1" is 2',
      'and 1 more',
    ].join('\n'),
  )
  for (let n = 0; n < 300; n += 1)
    add('Otra', `${'a '.repeat(n % 10)}${'1 '.repeat(n / 30)}`, 'percentage', n, null)
  t.match(tally.list()[0], { column: 'Otra', count: 300, examples: { length: 4 } })
})

t.test('examples are quoted and cut', async (t) => {
  const found = (text: string) => examplesText([{ at: 2, found: text }], 'row')
  t.equal(found('nothing'), 'row 2 nothing')
  t.equal(found('a "b"'), 'row 2 "a \\"b\\""')
  t.equal(found('x'.repeat(60)), `row 2 "${'x'.repeat(60)}"`)
  t.equal(found('x'.repeat(61)), `row 2 "${'x'.repeat(59)}…"`)
})

t.test('the reasons for refusing an import', async (t) => {
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
})

t.test('the reasons for rejecting an unknown name', async (t) => {
  const named = { member: 'issuer', from: { column: 'Banco' }, found: 'ー' }
  const note = { column: 'Banco', member: 'issuer', found: 'ー' }
  const list = (mayGrow: boolean) => new ReferenceList('issuers.json', [], { wasMade: mayGrow })
  t.strictSame(unknownName(list(true), named), { ...note, expected: 'a name with letters or digits' })
  t.strictSame(unknownName(list(false), named), { ...note, expected: 'a name or slug of issuers.json' })
  const ofChile = new ReferenceList('comunas.json', undefined, { wasMade: false, possible: [] })
  const comuna = 'a comuna of Chile, or a name or slug of comunas.json'
  t.strictSame(unknownName(ofChile, named), { ...note, expected: comuna })
})

t.test('a summary names each cell by row and column', async (t) => {
  const few = causesOf(['null', 'To_pe', 'x'], ['null', 'To_pe', 'x'], ['rejected', 'Banco', 'nothing'])
  const many = causesOf(...Array.from({ length: 202 }, (): [Effect, string, string] => ['null', 'Tope', 'x']))
  const refused = new OperatorError('bad-source', 'first\n  *second*')
  const two = { files: ['a.csv: CSV', 'b.csv: CSV'] }
  const cases: [
    causes: ImportCauses,
    report: Partial<ImportReport>,
    failure: OperatorError | undefined,
    lines: string[],
  ][] = [
    [causesOf(), {}, undefined, ['## Imported', '', '- a.csv: CSV', '- 3 offers from 3 rows', '']],
    [
      few,
      { rejected: 1, rows: 4 },
      undefined,
      [
        ...['## Imported', '', '- a.csv: CSV', '- 3 offers from 4 rows, 1 rejected'],
        ...['', '### Rejected rows, left out', ''],
        ...['- 1 × Banco (m), expected e', '  - line 4 nothing'],
        ...['', '### Cells not understood, published as null', ''],
        ...['- 2 × To\\_pe (m), expected e', '  - line 2 "x"', '  - line 3 "x"', ''],
      ],
    ],
    [few, two, undefined, ['  - a.csv, line 2 "x"', '  - a.csv, line 3 "x"', '']],
    [many, {}, undefined, ['  - line 201 "x"', '  - and 2 more', '']],
    [
      causesOf(),
      { rows: 0, files: [] },
      refused,
      ['## Import refused (bad-source): the source is unchanged', '', '- first', '- \\*second\\*', ''],
    ],
    [causesOf(), { rows: 1 }, refused, ['- \\*second\\*', '- a.csv: CSV', '- 3 offers from 1 row', '']],
  ]
  for (const [causes, report, failure, lines] of cases)
    t.strictSame(
      importMarkdown({ report: { ...REPORT, ...report }, causes, failure })
        .split('\n')
        .slice(-lines.length),
      lines,
    )
})

t.test('changed columns are named with examples and advice', async (t) => {
  const facts = { found: 'other', unread: [], expected: '', advice: 'mend it', isReplaceable: true }
  const change = { column: 'Tope', member: 'benefit.cap', ...facts }
  const cells = { unread: [{ at: 2, found: 'x' }], expected: 'an amount' }
  t.strictSame(
    changedColumns(TABLE, [change, { ...change, column: 'y'.repeat(300), ...cells }], false).message.split(
      '\n',
    ),
    [
      'a.csv: the table differs from the last one; nothing was written',
      'Tope (benefit.cap): other',
      '  mend it',
      `${'y'.repeat(199)}… (benefit.cap): other`,
      '  found line 2 "x"',
      '  expected an amount',
      '  mend it',
      'if the table and the mapping are both right, import once with --replace',
    ],
  )
  t.notMatch(
    changedColumns(TABLE, [change, { ...change, isReplaceable: false }], false).message,
    '--replace',
    'it would be refused as well',
  )
  t.match(
    changedColumns(TABLE, [change], true).message,
    /^a.csv: the cells of a column are not understood; nothing was written\n/,
  )
})

t.test('long names and cells are cut in causes', async (t) => {
  const causes = new ImportCauses()
  const long = 'x'.repeat(300)
  causes.add('null', { column: long, member: long, expected: long, found: long }, { file: 'a.csv', at: 2 })
  const cut = `${'x'.repeat(199)}…`
  const cause = { effect: 'null', column: cut, member: cut, expected: cut, count: 1 }
  for (const list of [causes.list(), causes.cells()])
    t.match(list, [{ ...cause, examples: [{ file: 'a.csv', at: 2, found: cut }] }])
})
