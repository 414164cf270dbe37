// Columns that identify rows if no column numbers them: as few as possible, or a question.

import t from 'tap'
import { questionText } from '../../../import/proposing/questions.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { csvOf, proposalOf } from './propose-table.ts'

t.setTimeout(MINUTE_MS)

const TITLES = ['oferta', 'Té', 'Té', 'Café', 'Café']
const DAYS = ['dia', 'lunes', 'martes', 'lunes', 'martes']

t.test('columns are added until all rows differ, the likely ones first', async (t) => {
  const colours = ['color', 'rojo', 'azul', 'rojo', 'azul']
  const shops = ['tienda', 'A', 'A', 'B', 'B']
  const cases: [columns: string[][], ref: object][] = [
    [[TITLES, DAYS, colours], { columns: ['oferta', 'dia'], join: ' | ' }],
    [[TITLES, colours], { columns: ['oferta', 'color'], join: ' | ' }],
    [[TITLES, shops, DAYS], { columns: ['tienda', 'oferta', 'dia'], join: ' | ' }],
    [[TITLES, ['code', 'X1', 'X2', 'X3', 'X4']], { column: 'code' }],
    [[TITLES, ['link', ...[1, 2, 3, 4].map((id) => `https://a.example/${id}`)]], { column: 'link' }],
    [
      [TITLES, DAYS, ['link', ...[1, 2, 3, 4].map((id) => `https://a.example/?q=${'x'.repeat(100)}${id}`)]],
      { columns: ['oferta', 'dia'] },
    ],
    [[TITLES, DAYS, ['code', 'X1', 'X1', 'X2', '']], { columns: ['oferta', 'dia'] }],
    [[TITLES, DAYS, ['updated_at', '1', '2', '3', '4']], { columns: ['oferta', 'dia'] }],
    [
      [
        ['banco', 'A', 'B', 'A', 'B'],
        ['oferta', 'Té', 'Té', 'Café', 'Café'],
      ],
      { column: 'oferta' },
    ],
  ]
  for (const [columns, ref] of cases) {
    const { mapping, doubts, questions } = await proposalOf(t, csvOf(...columns))
    t.match(mapping.offer.ref, ref, columns.map(([heading]) => heading).join())
    t.notOk([...doubts, ...questions.map(questionText)].some((each) => each.includes('an earlier one')))
  }
})

t.test('rows that no columns distinguish are counted in the question', async (t) => {
  const cases: [columns: string[][], question: string][] = [
    [
      [TITLES, ['dia', 'lunes', 'lunes', 'lunes', 'martes']],
      '. By oferta + dia, 1 of 4 rows repeat an earlier one',
    ],
    [
      [
        ['oferta', ...Array(7).fill('Té'), 'Café'],
        ['dia', ...Array(8).fill('lunes')],
      ],
      '. By oferta, 6 of 8 rows repeat an earlier one',
    ],
    [[['oferta', '20% en Té', '10% en Té']], ''],
  ]
  for (const [columns, counted] of cases) {
    const { mapping, questions } = await proposalOf(t, csvOf(...columns))
    t.equal(mapping.offer.ref, null)
    const asked = `/offer/ref: which column identifies a row from day to day? Its heading, or several as "One + Other"${counted}`
    t.ok(questions.map(questionText).includes(asked), questions.map(questionText).join('\n'))
  }
})

const twice = ([heading = '', one = '', two = '']: readonly string[]) => [heading, one, two, one, two]

t.test('columns of a known meaning come first, stable ones before others', async (t) => {
  const likely = [
    ['tienda', 'A', 'B'],
    ['rubro', 'Cine', 'Salud'],
    ['comuna', 'Lota', 'Maipú'],
    ['dias', 'lunes', 'martes'],
    ['descripcion', 'esto', 'aquello'],
  ]
  for (const [index, column] of likely.entries()) {
    const later = likely[index + 1]
    const columns = [['zzz', 'a', 'b', 'c', 'd'], ...(later ? [twice(later)] : []), twice(column), TITLES]
    const { mapping } = await proposalOf(t, csvOf(...columns))
    const names = mapping.offer.ref?.columns ?? []
    t.ok(names.includes(column[0] ?? ''), `${column[0]}: ${names}`)
    t.notOk(names.includes('zzz'), `${column[0]}: ${names}`)
  }
})

t.test('a price, benefit or day is never part of a reference, since it may change', async (t) => {
  const changing = [
    ['vigencia', '01/09/2026 al 15/09/2026', '01/09/2026 al 30/09/2026'],
    ['desde', '2026-01-01', '2026-01-02'],
    ['cierre', '2026-02-01', '2026-02-02'],
    ['beneficio', 'uno', 'dos'],
    ['tipo beneficio', 'descuento', '2x1'],
    ['porcentaje', '10%', '20%'],
    ['monto', '100', '200'],
    ['precio', '100', '200'],
    ['old price', 'cien', 'mil'],
    ['zzz', 'Té 20%', 'Té 10%'],
    ['estado', 'activo', 'vigente'],
    ['updated_at', 'a', 'b'],
  ]
  for (const column of changing) {
    const { mapping } = await proposalOf(t, csvOf(twice(column), TITLES))
    t.equal(mapping.offer.ref, null, column.join())
  }
})

t.test('a column of codes is used as the number, under any of its names', async (t) => {
  const offers = ['oferta', 'Té', 'Té', 'Café', 'Café']
  for (const heading of ['Code', 'coupon code', 'PROMO_CODE', 'Código promocional', 'cupón']) {
    const { mapping, doubts } = await proposalOf(t, csvOf(offers, DAYS, [heading, 'X1', 'X2', 'X3', 'X4']))
    t.strictSame(mapping.offer.ref, { column: heading })
    t.ok(
      doubts.includes(
        `/offer/ref: no column numbers the rows; ${JSON.stringify(heading)} is used instead and differs in each of 4 rows`,
      ),
      doubts.join('\n'),
    )
  }
  const one = await proposalOf(t, csvOf(['oferta', 'Té verde'], ['code', 'X1']))
  t.strictSame(one.mapping.offer.ref, { column: 'oferta' }, 'one row proves nothing')
})

t.test('an address identifies a row unless its query is long', async (t) => {
  const link = (length: number) => [
    'link',
    ...[1, 2, 3, 4].map((n) => `https://a.example/?${n}${'x'.repeat(length - 1)}`),
  ]
  for (const [length, isTaken] of [
    [80, true],
    [81, false],
  ] as const) {
    const { mapping } = await proposalOf(t, csvOf(TITLES, DAYS, link(length)))
    t.equal(mapping.offer.ref?.column, isTaken ? 'link' : undefined, `${length}`)
  }
})

t.test('a few rows with a missing or repeated number are left out', async (t) => {
  const numbered = (rows: number, repeated: number) =>
    Array.from({ length: rows }, (_, n) => `${n < rows - repeated ? n : 0}`)
  const cases: [rows: number, repeated: number, isTaken: boolean][] = [
    [5, 2, true],
    [4, 2, false],
    [3, 1, true],
    [2, 1, false],
    [11, 3, false],
    [12, 3, true],
    [40, 10, true],
    [40, 11, false],
  ]
  for (const [rows, repeated, isTaken] of cases) {
    const offers = Array.from({ length: rows }, (_, n) => `Té negro número ${n}`)
    const csv = csvOf(['id', ...numbered(rows, repeated)], ['oferta', ...offers])
    const { mapping } = await proposalOf(t, csv)
    t.equal(mapping.offer.ref?.column, isTaken ? 'id' : 'oferta', `${repeated} of ${rows}`)
  }
})

t.test('at most eight columns are used as the number', async (t) => {
  const bits = Array.from({ length: 10 }, (_, bit) => [
    `c${bit}`,
    ...Array.from({ length: 12 }, (_, row) => (row === bit ? 'uno' : 'dos')),
  ])
  const { questions } = await proposalOf(t, csvOf(['oferta', ...Array(11).fill('Té'), 'Ron'], ...bits))
  const [, names = ''] = /\. By ([^,]+),/.exec(questions.map(questionText).join('\n')) ?? []
  t.equal(names.split(' + ').length, 8)
})

t.test('two issuers can have the same reference', async (t) => {
  const csv = csvOf(['id', '1', '2', '1', '2'], ['banco', 'A', 'A', 'B', 'B'], ['oferta', 'a', 'b', 'c', 'd'])
  const { mapping, doubts } = await proposalOf(t, csv)
  t.strictSame(mapping.offer.ref, { column: 'id' })
  t.notMatch(doubts.join('\n'), '/offer/ref')
})
