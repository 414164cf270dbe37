// Words and thresholds that decide the proposal, one column at a time.

import t from 'tap'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { csvOf, proposalOf } from './propose-table.ts'

t.setTimeout(SHORT_MS)

const IDS = ['id', '1', '2', '3']
const BANKS = ['banco', 'A', 'B', 'C']
const TITLES = ['oferta', '20% dcto en té', '10% dcto en café', '15% dcto en jugos']

t.test('the type of new issuers follows the heading of their column', async (t) => {
  const cases: [type: string, headings: string[]][] = [
    ['bank', ['Banco', 'bank', 'Bank name', 'Banka']],
    ['municipality', ['Municipalidad', 'Municipio emisor']],
    ['retailer', ['advertiser', 'Anunciante', 'Campaign', 'advertiser_name']],
    ['other', ['Emisor', 'programa', 'provider']],
  ]
  for (const [type, headings] of cases) {
    for (const heading of headings) {
      const { mapping } = await proposalOf(t, csvOf(IDS, TITLES, [heading, 'A', 'B', 'C']))
      t.match(mapping, { issuer_type: type, offer: { issuer: { column: heading } } }, heading)
    }
  }
})

t.test(
  'a bare figure is a discount if the heading mentions one, or if the cells are percentages',
  async (t) => {
    const cases: [as: string, headings: string[], cells: string[]][] = [
      [
        'discount',
        ['Descuento', 'Desconto', 'Discount', 'Dcto', 'dto', 'Savings', 'Ahorro', 'Rebaja'],
        ['20% en té', '2x1', '10% en todo'],
      ],
      ['discount', ['Beneficio'], ['20%', '10%', '5%']],
      ['text', ['Beneficio', 'Vantagem', 'Benefit'], ['20% en té', '2x1', '10% en todo']],
    ]
    for (const [as, headings, cells] of cases) {
      for (const heading of headings) {
        const { mapping } = await proposalOf(t, csvOf(IDS, BANKS, [heading, ...cells]))
        t.match(mapping.offer.benefit.worth, [{ as, column: heading }], heading)
      }
    }
  },
)

t.test('a category with gaps has a name for the blank rows', async (t) => {
  const full = await proposalOf(t, csvOf(IDS, TITLES, ['rubro', 'Cine', 'Cine', 'Té']))
  t.strictSame(full.mapping.offer.category, { column: 'rubro' })
  const gaps = await proposalOf(t, csvOf(IDS, TITLES, ['rubro', 'Cine', '', 'Té']))
  t.strictSame(gaps.mapping.offer.category, { column: 'rubro', otherwise: 'Offers' })
  t.ok(gaps.doubts.includes('/offer/category: "rubro" is empty in 1 row: "Offers" is used there'))
  const commas = await proposalOf(t, csvOf(IDS, TITLES, ['rubro', 'Cine, y más', 'Té, o café', 'Pan']))
  t.strictSame(commas.mapping.offer.category, { column: 'rubro' }, 'no lists of topics')
})

t.test('the title, if several columns could say what is offered', async (t) => {
  const figures = ['descuento', '20%', '10%', '5%']
  const sentences = ['beneficio', '20% en té', '10% en café', '2x1 en jugos']
  const names = ['nombre', 'Té', 'Café', 'Jugos']
  const shops = ['tienda', 'A', 'B', 'C']
  const prose = ['descripcion', 'Té rojo', 'Café frío', 'Jugos']
  const both = (...columns: string[]) => ({ columns, join: ' · ' })
  const cases: [columns: string[][], title: object | null][] = [
    [[TITLES, sentences, names], { column: 'oferta' }],
    [[sentences, shops], both('beneficio', 'tienda')],
    [[sentences, names], both('beneficio', 'nombre')],
    [[figures, shops], both('descuento', 'tienda')],
    [[figures, names], both('descuento', 'nombre')],
    [[prose, shops], both('descripcion', 'tienda')],
    [[prose, names], { column: 'nombre' }],
    [[sentences, prose], { column: 'beneficio' }],
    [[figures, prose], { column: 'descripcion' }],
    [[['descuento', '20', '10', '5'], shops], { column: 'tienda' }],
    [[['porcentaje', '20%', '10%', '5%'], shops], both('porcentaje', 'tienda')],
    [[['oferta', '20%', '10%', '5%']], { column: 'oferta' }],
    [
      [
        ['oferta', '20%', '10%', '5%'],
        ['promocion', 'Menú', 'Cine', 'Té'],
      ],
      { column: 'promocion' },
    ],
    [[figures, ['condiciones', 'Solo en caja', 'Con la tarjeta', 'Nada']], null],
    [[['oferta', '20%', '10%', '5%'], shops], both('oferta', 'tienda')],
    [[figures, ['ciudad', 'Lima', 'Quito', 'Lota']], null],
    [[['ver', 'Menú del día', 'Cine', 'Té']], null],
    [[['titulo', '20.5', '10', '5']], null],
    [[figures], null],
  ]
  for (const [columns, title] of cases) {
    const { mapping, questions } = await proposalOf(t, csvOf(IDS, BANKS, ...columns))
    t.strictSame(mapping.offer.title, title, columns.map(([heading]) => heading).join(' + '))
    t.equal(
      questions.some(({ pointer }) => pointer === '/offer/title'),
      title === null,
    )
  }
})

t.test('a name is a merchant only next to a column of offers', async (t) => {
  const names = ['nombre', 'Té', 'Café', 'Jugos']
  const cases: [columns: string[][], merchant: object | null][] = [
    [[TITLES, names], { column: 'nombre' }],
    [[['beneficio', '20% en a', '10% en b', '5% en c'], names], { column: 'nombre' }],
    [[names], null],
    [[TITLES, names, ['tienda', 'A', 'B', 'C']], { column: 'tienda' }],
  ]
  for (const [columns, merchant] of cases) {
    const { mapping } = await proposalOf(t, csvOf(IDS, ...columns))
    t.strictSame(mapping.offer.merchant, merchant, columns.map(([heading]) => heading).join(' + '))
  }
})

t.test('days under two headings, in one column of periods, or not at all', async (t) => {
  const days = ['01/09/2026', '02/09/2026', '03/09/2026']
  const periods = ['01/09/2026 al 15/09/2026', 'Hasta el 30/09/2026', '']
  const [since, last, period] = [
    ['desde', ...days],
    ['hasta', ...days],
    ['vigencia', ...periods],
  ] as const
  const cases: [columns: (readonly string[])[], from: object | null, until: object | null, doubt?: string][] =
    [
      [[since, last], { column: 'desde' }, { column: 'hasta' }],
      [[since, period], { column: 'desde' }, null],
      [[last, period], null, { column: 'hasta' }],
      [[period], { column: 'vigencia', end: 'first' }, { column: 'vigencia', end: 'last' }],
      [[['vigencia', ...days]], null, null],
      [[['vigencia', 'pronto', 'luego', 'ya']], null, null],
    ]
  for (const [columns, from, until, doubt] of cases) {
    const { mapping, doubts } = await proposalOf(t, csvOf(IDS, BANKS, TITLES, ...columns))
    t.strictSame([mapping.offer.valid_from, mapping.offer.valid_until], [from, until], columns.join(' + '))
    t.strictSame(
      doubts.filter((each) => each.startsWith('/offer/valid')),
      doubt === undefined ? [] : [doubt],
    )
  }
})

t.test('where things have prices, names and brands are those of things, not of places', async (t) => {
  const [names, brands] = [
    ['nombre', 'Tetera', 'Taza', 'Termo'],
    ['marca', 'Uno', 'Dos', 'Tres'],
  ]
  const [prices, shops] = [
    ['precio', '1.000', '2.000', '3.000'],
    ['tienda', 'A', 'B', 'C'],
  ]
  const cases: [columns: string[][], merchant: string | undefined, option?: string][] = [
    [[names], 'nombre'],
    [[brands], 'marca'],
    [[names, prices], undefined],
    [[brands, prices], undefined],
    [[brands, prices], 'marca', 'marca'],
    [[names, brands, prices, shops], 'tienda'],
    [[['nombre', '20% en té', 'Café', 'Jugos']], undefined],
  ]
  for (const [columns, merchant, option] of cases) {
    const csv = csvOf(IDS, TITLES, ...columns)
    const { mapping, doubts } = await proposalOf(t, csv, { answers: { merchant: option } })
    t.strictSame(mapping.offer.merchant, merchant ? { column: merchant } : null, csv)
    const isDoubted = merchant === undefined && columns.includes(brands)
    t.equal(
      doubts.some((doubt) => doubt.startsWith('/offer/merchant: "marca" is taken for the maker')),
      isDoubted,
    )
  }
})

t.test('the price to pay is the reduced one, whatever comes first', async (t) => {
  for (const reduced of ['discounted_price', 'Special Price', 'precio con descuento', 'prix promo']) {
    const plain = reduced === 'prix promo' ? 'prix' : 'Price'
    for (const order of [
      [plain, reduced],
      [reduced, plain],
    ]) {
      const prices = order.map((name) => [name, '1.5', '2.5', '3.5'])
      const { mapping } = await proposalOf(t, csvOf(IDS, ['titulo', 'Té', 'Café', 'Jugos'], ...prices))
      t.match(mapping.offer.benefit.worth.at(-1), { as: 'fixed_price', column: reduced })
    }
  }
})

t.test('branches with the names of shops are no places', async (t) => {
  const [shops, branches] = [
    ['tienda', 'Lux', 'Sol', 'Lux'],
    ['localidad', 'LUX', 'Sol', 'Lux'],
  ]
  const { mapping, doubts } = await proposalOf(t, csvOf(IDS, TITLES, shops, branches))
  t.equal(mapping.offer.comunas, null)
  const doubt = '/offer/comunas: "localidad" names issuers or merchants, no places, and is not used'
  t.ok(doubts.includes(doubt), doubts.join('\n'))
  const places = csvOf(IDS, TITLES, shops, ['localidad', 'Lux', 'Arica', 'Lux'])
  t.match((await proposalOf(t, places)).mapping.offer.comunas, { column: 'localidad' })
})

t.test('the upper end of a range is no cap', async (t) => {
  const [least, most] = [
    ['montoMin', '50', '60', '70'],
    ['descuentoMaximo', '500', '600', '700'],
  ]
  const cases: [columns: string[][], cap: string | undefined][] = [
    [[most], 'descuentoMaximo'],
    [[least, most], 'descuentoMaximo'],
    [[['descuentoMinimo', '50', '60', '70'], most], undefined],
  ]
  for (const [columns, cap] of cases) {
    const { mapping } = await proposalOf(t, csvOf(IDS, TITLES, ...columns))
    t.strictSame(mapping.offer.benefit.cap, cap ? { column: cap } : null)
  }
})

t.test('once the column of values is named, or none, another one of bare numbers is not read', async (t) => {
  const titles = ['titulo', 'Té', 'Café', 'Jugos']
  const csv = csvOf(IDS, titles, ['discount_value', '10', '20', '30'], ['precio', '5', '6', '7'])
  for (const [value, isRead] of [
    [undefined, true],
    ['none', false],
    ['precio as fixed_price', false],
    ['discount_value as percentage', true],
  ] as const) {
    const { mapping } = await proposalOf(t, csv, { answers: { value } })
    t.equal(
      mapping.offer.benefit.worth.some(({ column }) => column === 'discount_value'),
      isRead,
    )
  }
})

t.test('rows that are wider than the headings are ignored, unless all are', async (t) => {
  const some = await proposalOf(t, 'id;banco;oferta\n1;A;20% dcto\n2;B;10% dcto\n2;B;5%; dcto\n')
  t.match(some.mapping.offer, { ref: { column: 'id' }, title: { column: 'oferta' } })
  const all = await proposalOf(t, 'id;banco;oferta\n1;A;20% dcto;x\n2;B;10% dcto;x\n')
  t.match(all.mapping.offer, { ref: { column: 'id' }, issuer: { column: 'banco' } })
})

t.test('if no row has a value, the columns with figures are asked about, five by name', async (t) => {
  const columns = Array.from({ length: 6 }, (_, n) => [`x${n}`, 'hoy 20% acá', 'hoy 10% acá', 'hoy 5% acá'])
  const table = csvOf(IDS, BANKS, ['oferta', 'Té', 'Café', 'Pan'], ...columns)
  const { questions } = await proposalOf(t, table)
  const named = [0, 1, 2, 3, 4].map((n) => `"x${n}"`).join(', ')
  const text = `which column has the value of the benefit? These have figures: ${named}, and 1 more; "none" publishes the offers without one`
  t.match(questions, [{ pointer: '/catalogue/attribution' }, { pointer: '/offer/benefit/worth', text }])
  for (const answer of [{ value: 'none' }, { benefit: 'x0' }])
    t.match((await proposalOf(t, table, { answers: answer })).questions, [
      { pointer: '/catalogue/attribution' },
    ])
})

t.test('if several sentences have figures, the title is read first', async (t) => {
  const prose = (name: string) => [name, '20% en a', '10% en b', '5% en c']
  const cases: [columns: string[][], column: string][] = [
    [[prose('descripcion'), TITLES], 'oferta'],
    [[prose('detalle'), prose('descripcion'), ['oferta', 'Té', 'Café', 'Pan']], 'descripcion'],
  ]
  for (const [columns, column] of cases) {
    const { mapping } = await proposalOf(t, csvOf(IDS, BANKS, ...columns))
    t.strictSame(mapping.offer.benefit.worth, [{ as: 'text', column }])
  }
})
