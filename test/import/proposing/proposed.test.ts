// Roles of columns, by headings and values together.

import t from 'tap'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { csvOf, proposalOf } from './propose-table.ts'

t.setTimeout(SHORT_MS)

const IDS = ['id', '1', '2', '3', '4', '5']
const TITLES = ['oferta', 'Té', 'Café', 'Jugo', 'Pan', 'Miel']
const full = (heading: string, ...cells: string[]) => [heading, ...cells]

t.test('kinds, shares and currencies are used only if the values fit', async (t) => {
  const proposed = async (...columns: string[][]) => proposalOf(t, csvOf(IDS, TITLES, ...columns))
  const values = full('descuento', '20', '10', '5', '15', '30')
  const kinds = await proposed(values, full('tipo descuento', 'Descuento', 'Cashback', 'Descuento', 'x', 'y'))
  t.strictSame(kinds.mapping.offer.benefit.kind, {
    column: 'tipo descuento',
    lookup: { Descuento: 'percentage', Cashback: 'cashback' },
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

t.test('a name that is the title of the offer is not its merchant as well', async (t) => {
  const named = [
    full('name', 'Happy Hour', 'Late Lunch'),
    full('description', 'all drinks', 'all soups'),
    full('discount', '20', '30'),
  ]
  const { mapping } = await proposalOf(t, csvOf(...named))
  t.match(mapping.offer, { title: { column: 'name' }, merchant: null })
})
