// Columns are judged by their values: which are used, and which do not fit.

import t from 'tap'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { csvOf, proposalOf } from './propose-table.ts'

t.setTimeout(SHORT_MS)

const IDS = ['id', '1', '2', '3']
const TITLES = ['oferta', '20% dcto en té', '10% dcto en café', '15% dcto en jugos']

t.test('without headings, no column of days is taken for an end, and options name them', async (t) => {
  const first = ['2026-01-01', '2026-02-01', '2026-03-01']
  const last = ['2026-01-31', '2026-02-28', '2026-03-31']
  const table = csvOf(TITLES.slice(1), first, last, ['5', '5', '5'])
  const open = await proposalOf(t, table)
  t.match(open, {
    mapping: { read: { headings: 0 }, offer: { valid_until: null } },
    unused: ['A', 'B', 'C', 'D'],
  })
})

t.test('a column of values and one of kinds are read together', async (t) => {
  const csv = csvOf(
    IDS,
    ['oferta', 'Té', 'Café', 'Jugos'],
    ['discount_value', '20', '500', '0'],
    ['discount_type', 'percentage', 'fixed', 'free_shipping'],
  )
  const { mapping } = await proposalOf(t, csv)
  t.match(mapping.offer.benefit, {
    worth: [
      { as: 'value', column: 'discount_value' },
      { as: 'text', column: 'oferta' },
    ],
    kind: {
      column: 'discount_type',
      lookup: { percentage: 'percentage', fixed: 'amount', free_shipping: 'other' },
    },
    summary: { column: 'oferta' },
  })
})

t.test('figures come before words, prices after them, and a price has no cap', async (t) => {
  const full = csvOf(
    IDS,
    TITLES,
    ['descuento_pct', '20', '', '15'],
    ['reintegro_pct', '', '10', ''],
    ['cuotas_sin_interes', '', '', '3'],
    ['precio', '990', '1990', '2990'],
    ['tope_ars', '1000', '', ''],
  )
  t.match((await proposalOf(t, full)).mapping.offer.benefit, {
    worth: [
      { as: 'percentage', column: 'descuento_pct' },
      { as: 'cashback', column: 'reintegro_pct' },
      { as: 'installments', column: 'cuotas_sin_interes' },
      { as: 'text', column: 'oferta' },
      { as: 'fixed_price', column: 'precio' },
    ],
    cap: { column: 'tope_ars' },
  })
  const priced = csvOf(
    IDS,
    ['ciudad', 'Lima', 'Quito', 'Lota'],
    ['preco_brl', '990', '1990', '2990'],
    ['teto', '1500', '1500', '900'],
  )
  t.match((await proposalOf(t, priced)).mapping.offer.benefit, {
    worth: [{ as: 'fixed_price', column: 'preco_brl' }],
    cap: null,
  })
})

t.test('a description with figures is read if the title has none', async (t) => {
  const csv = csvOf(IDS, ['nombre', 'Té', 'Café', 'Jugos'], ['descripcion', '20% dcto', '10% dcto', '2x1'])
  const { worth } = (await proposalOf(t, csv)).mapping.offer.benefit
  t.strictSame(worth, [{ as: 'text', column: 'descripcion' }])
})

t.test('the time zone is asked about if the table has moments', async (t) => {
  const moments = ['desde', '2026-09-01T08:00:00Z', '2026-09-02T08:00:00Z', '2026-09-03T08:00:00Z']
  const { questions } = await proposalOf(t, csvOf(IDS, TITLES, moments), { country: 'MX' })
  t.match(questions, [
    { pointer: '/offer/issuer' },
    {
      pointer: '/catalogue/time_zone',
      text: 'the time zone, such as "America/Santiago"; MX has several',
    },
    { pointer: '/catalogue/attribution' },
  ])
})
