// Roles of columns, by headings and values together.

import t from 'tap'
import { isEverywhere } from '../../../import/conversions/words.ts'
import { sampleOf } from '../../../import/proposing/look-at-values.ts'
import {
  areAllEqual,
  areBareNumbers,
  areCurrencies,
  arePeriods,
  arePlaceLists,
  mentionFigures,
} from '../../../import/proposing/what-columns-hold.ts'
import type { Cell } from '../../../import/tables/cell.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { csvOf, proposalOf } from './propose-table.ts'

t.setTimeout(MINUTE_MS)

const IDS = ['id', '1', '2', '3', '4', '5']
const TITLES = ['oferta', 'Té', 'Café', 'Jugo', 'Pan', 'Miel']
const full = (heading: string, ...cells: string[]) => [heading, ...cells]

t.test('the kind of values in a column', async (t) => {
  const cases: [is: (sample: ReturnType<typeof sampleOf>) => boolean, cells: Cell[], expected: boolean][] = [
    [areBareNumbers, ['20', '-1.5', 7], true],
    [areBareNumbers, ['20', '20%', '20%'], false],
    [areAllEqual, ['x', 'x', 'x', 'x', 'x'], true],
    [areAllEqual, ['x', 'x', 'x', 'x'], false],
    [areAllEqual, ['x', 'x', 'x', 'x', 'y'], false],
    [areAllEqual, ['x', 'x', '', '', ''], false],
    [areAllEqual, ['x', 'x', 'x', '', ''], true],
    [arePeriods, ['pronto', 'hasta el 31/12/2026'], true],
    [arePeriods, ['31/12/2026'], false],
    [arePlaceLists, ['Rosebank, JHB', 'Melville, JHB'], false],
    [arePlaceLists, ['Norte, Sur', 'Norte', 'Sur'], true],
    [arePlaceLists, ['Maipú y Lota'], true],
    [mentionFigures, ['20% de descuento', ...Array(9).fill('Té')], false],
    [mentionFigures, ['20% de descuento', '$ 5', ...Array(9).fill('Té')], true],
  ]
  for (const [is, cells, expected] of cases)
    t.equal(is(sampleOf('x', cells)), expected, `${is.name} ${cells}`)
  t.ok(areCurrencies(sampleOf('Moneda', ['CLP', 'USD'])))
  t.notOk(areCurrencies(sampleOf('Moneda', ['CLP', 'peso'])))
  t.notOk(areCurrencies(sampleOf('Código', ['CLP', 'USD'])))
  for (const text of ['Todas', 'Todo Chile', 'online']) t.ok(isEverywhere(text), text)
  for (const text of ['Todas las tiendas', 'Chile']) t.notOk(isEverywhere(text), text)
})

t.test('the type of issuers follows from the heading', async (t) => {
  const cases: [heading: string, type: string][] = [
    ['banco', 'bank'],
    ['Bank name', 'bank'],
    ['Municipalidad', 'municipality'],
    ['Anunciante', 'retailer'],
    ['Campaign', 'retailer'],
    ['emisor', 'other'],
  ]
  for (const [heading, type] of cases) {
    const { mapping } = await proposalOf(t, csvOf(IDS, TITLES, full(heading, 'A', 'B', 'C', 'D', 'E')))
    t.match(mapping, { issuer_type: type, offer: { issuer: { column: heading } } }, heading)
  }
})

t.test('weekdays, kinds, shares and currencies are used only if the values fit', async (t) => {
  const proposed = async (...columns: string[][]) => proposalOf(t, csvOf(IDS, TITLES, ...columns))
  const days = await proposed(full('dias', 'lunes', 'martes', 'lunes', 'jueves', 'todos'))
  t.strictSame(days.mapping.offer.weekdays, { column: 'dias' })
  const hours = await proposed(full('dias', '3', '5', '7', '9', 'lunes'))
  t.equal(hours.mapping.offer.weekdays, null)
  t.ok(hours.doubts.includes('/offer/weekdays: "dias" holds no days of the week and is not used'))

  const values = full('descuento', '20', '10', '5', '15', '30')
  const kinds = await proposed(values, full('tipo descuento', 'Descuento', 'Cashback', 'Descuento', 'x', 'y'))
  t.strictSame(kinds.mapping.offer.benefit.kind, {
    column: 'tipo descuento',
    lookup: { Descuento: 'percentage', Cashback: 'cashback', x: 'other', y: 'other' },
  })
  t.match(kinds.mapping.offer.benefit.worth, [{ as: 'value', column: 'descuento' }])
  const odd = await proposed(values, full('tipo descuento', 'Descuento', 'x', 'y', 'z', 'x'))
  t.equal(odd.mapping.offer.benefit.kind, null, 'less than half of the kinds are known')
  t.match(odd.mapping.offer.benefit.worth, [{ as: 'text', column: 'descuento' }])

  const shares = await proposed(full('porcentaje', '0,2', '0,1', '0,5', '1', '0,05'))
  t.strictSame(shares.mapping.offer.benefit.worth[0], { as: 'percentage', column: 'porcentaje' })
  const back = await proposed(full('cashback', '0,2', '0,1', '0,5', '1', '0,05'))
  t.strictSame(back.mapping.offer.benefit.worth[0], { as: 'cashback', column: 'cashback' })

  const codes: [codes: string[], currency: string, doubt: RegExp | undefined][] = [
    [['CLP', 'CLP', 'CLP', 'CLP', 'CLP'], 'CLP', undefined],
    [['USD', 'USD', 'USD', 'USD', 'USD'], 'USD', /"moneda" is USD in every row/],
    [
      ['USD', 'CLP', 'CLP', 'CLP', 'CLP'],
      'CLP',
      /"moneda" has several currencies \(USD, CLP\): columns of amounts without a sign/,
    ],
  ]
  for (const [cells, currency, doubt] of codes) {
    const { mapping, doubts } = await proposed(full('moneda', ...cells))
    t.equal(mapping.formats.currency, currency)
    t.match(
      doubts.filter((each) => each.startsWith('/formats/currency')),
      doubt ? [doubt] : { length: 0 },
    )
  }
})

t.test('a column numbers the rows if few rows are blank or repeated', async (t) => {
  const numbers = (count: number, faults: number) => [
    'id',
    ...Array.from({ length: count }, (_, n) => (n < faults ? '' : `${n}`)),
  ]
  const cases: [rows: number, faults: number, isTaken: boolean][] = [
    [4, 1, true],
    [4, 2, false],
    [5, 2, true],
    [12, 3, true],
    [12, 4, false],
    [20, 5, true],
    [20, 6, false],
  ]
  for (const [rows, faults, isTaken] of cases) {
    const titles = ['oferta', ...Array.from({ length: rows }, (_, n) => `Té ${n}`)]
    const banks = ['banco', ...Array.from({ length: rows }, () => 'B')]
    const { mapping } = await proposalOf(t, csvOf(numbers(rows, faults), titles, banks))
    t.strictSame(mapping.offer.ref, { column: isTaken ? 'id' : 'oferta' }, `${faults} of ${rows}`)
  }
})

t.test('a row of one cell below full rows is a remark, and does not count for its column', async (t) => {
  const text = 'id;oferta;banco\n1;Té;B\n2;Pan;B\nFuente: banco;;\n'
  const { mapping, doubts } = await proposalOf(t, text)
  t.strictSame(mapping.offer.ref, { column: 'id' })
  t.notOk(
    doubts.some((doubt) => doubt.includes('line 4')),
    doubts.join('\n'),
  )
})

t.test('a name that is the title of the offer is not its merchant as well', async (t) => {
  const named = [
    full('name', 'Happy Hour', 'Late Lunch'),
    full('description', 'all drinks', 'all soups'),
    full('discount', '20', '30'),
  ]
  const { mapping } = await proposalOf(t, csvOf(...named))
  t.match(mapping.offer, { title: { column: 'name' }, merchant: null })
})
