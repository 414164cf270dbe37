// Tables of strangers that were once published wrong without a word.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

function importing(t: Test, table: string, country = 'US') {
  const root = t.testdir({ 'a.csv': table })
  const source = join(root, 'source')
  const zone = country === 'US' ? ['--time-zone', 'America/New_York'] : []
  const title = table.includes(';que;') ? ['--title', 'que'] : []
  const answers = ['--country', country, ...zone, '--attribution', 'X', '--issuer', 'banco', ...title]
  const run = (...more: string[]) =>
    offersBuild(['import', join(root, 'a.csv'), '--source', source, ...answers, ...more])
  return { root, source, run }
}

t.test('what other columns say of a figure decides how it is read', async (t) => {
  const cases: [table: string, answers: string[], benefits: object[]][] = [
    // A new price is paid, and one of an offer wins over the usual one.
    [
      'id;banco;que;antes;new price with discount\n1;B;a;$19.00;$15.00\n',
      ['--benefit', 'new price with discount'],
      [{ kind: 'fixed_price', value: 15 }],
    ],
    ...['precio_oferta', 'precioOferta', 'precio_promo', 'offer_price', 'precio_rebajado'].map(
      (name): [string, string[], object[]] => [
        `id;banco;que;precio;${name}\n1;B;a;10.50;8.50\n`,
        [],
        [{ kind: 'fixed_price', value: 8.5 }],
      ],
    ),
    // The type of the value says more than that of the offer.
    [
      'id;banco;que;value;type;value type\n1;B;a;10;Amount Off;percentage\n2;B;b;5;Amount Off;fixed amount\n',
      [],
      [
        { kind: 'percentage', value: 10 },
        { kind: 'amount', value: 5 },
      ],
    ],
    [
      'id;banco;que;price;percentage\n1;B;a;$2.79 lb.;\n2;B;b;$2.79;41% Off\n3;B;c;$2.79;opptil 30%\n4;B;d;$2.79;12%\n',
      [],
      [{ value: null }, { kind: 'percentage', value: 41 }, { value: null }, { value: 12 }],
    ],
    // The texts of a column show that they are kinds, or currencies.
    [
      'id;banco;que;valor;modo\n1;B;a;15;percentage\n2;B;b;150;fixed_amount\n',
      ['--value', 'valor as amount'],
      [
        { kind: 'percentage', value: 15 },
        { kind: 'amount', value: 150 },
      ],
    ],
    [
      'id;banco;que;precio;幣別\n1;B;a;15;TWD\n2;B;b;20;TWD\n',
      [],
      [
        { value: 15, currency: 'TWD' },
        { value: 20, currency: 'TWD' },
      ],
    ],
    [
      'id;banco;que;tipo;beneficio\n1;B;a;monto;$100 mil\n2;B;b;monto;$100\n',
      [],
      [{ value: null }, { kind: 'amount', value: 100 }],
    ],
    [
      'id;banco;que;tipo;beneficio\n1;B;a;Porcentual;0.2\n2;B;b;Absoluta;46\n3;B;c;Porcentual;15\n',
      [],
      [{ value: null }, { value: null }, { kind: 'percentage', value: 15 }],
    ],
    // Cash back without a sign is one or the other, never by its size.
    [
      'id;banco;que;cashback\n1;B;a;50\n2;B;b;100\n3;B;c;200\n',
      [],
      [{ value: null }, { value: null }, { value: 200 }],
    ],
    // "Discount" may be money, if a person says so.
    [
      'id;banco;que;offer_type;reward\n1;B;a;discount;5\n2;B;b;bogo;10\n3;B;c;informational;1\n',
      ['--value', 'reward as amount'],
      [{ kind: 'amount', value: 5 }, { value: null }, { value: null }],
    ],
    ['id;banco;que;cashback\n1;B;a;5\n2;B;b;10\n', [], [{ kind: 'cashback', value: 5 }, { value: 10 }]],
    // Shops write what is taken off with a minus.
    ...[[], ['--value', 'discount as percentage']].map((answers): [string, string[], object[]] => [
      'id;banco;que;price;discount\n1;B;a;$54.90;-11%\n2;B;b;$39.00;−35 %\n3;B;c;$20.00;-50\n',
      answers,
      [{ kind: 'percentage', value: 11 }, { value: 35 }, { value: null }],
    ]),
    // Some of the types name kinds: those must agree.
    [
      'id;banco;que;value type;amount\n1;B;a;percentage;100\n2;B;b;credits;50\n3;B;c;free plan;9\n4;B;d;any;7\n',
      ['--value', 'amount as amount'],
      [{ value: null }, { kind: 'amount', value: 50 }, { value: 9 }, { value: 7 }],
    ],
    // A size is no bundle, and "Q3" no money.
    [
      'id;banco;productName;price\n1;B;Rug 6x4;9.50\n2;B;2x1;9.50\n3;B;Mug;9.50\n',
      [],
      [{ value: 9.5 }, { kind: 'multibuy', value: 2 }, { kind: 'fixed_price', value: 9.5 }],
    ],
    [
      'id;banco;beneficio\n1;B;Talent discount Q3!\n2;B;10% off\n',
      [],
      [{ value: null }, { kind: 'percentage', value: 10 }],
    ],
  ]
  for (const [table, answers, benefits] of cases) {
    await t.test(table.slice(0, table.indexOf('\n')), async (t) => {
      const { source, run } = importing(t, table)
      const { code, stdout, stderr } = await run(...answers)
      t.equal(code, 0, stdout + stderr)
      t.match(
        offersOf(source),
        benefits.map((benefit) => ({ benefit })),
      )
    })
  }
})

t.test('a price for a measure, and the lowest of several, is no price of the thing', async (t) => {
  for (const [says, value] of [
    ['1.19/kg', null],
    ['El kilo', 1.19],
    ['per kg', null],
    ['per person', null],
    ['/gal', 1.19],
    ['kg', 1.19],
    ['1.19/Monat', null],
    ['from 1.19:-', null],
    ['vanaf 1.19', null],
    ['desde', null],
    ['ab', null],
    ['Lilies from 1.19', null],
    ['from Monday', 1.19],
    ['Games GmbH & Co. KG', 1.19],
    ['10.49/LB', 1.19],
    ['BUY 1 GET 1 FREE', 1.19],
    ['Limit 2 per customer', 1.19],
  ] as const) {
    const { source, run } = importing(t, `id;banco;que;price;says\n1;B;Ribs;1.19;${says}\n`)
    const { code, stdout, stderr } = await run()
    t.equal(code, 0, stderr)
    t.match(offersOf(source), [{ benefit: { value } }], says)
    if (value === null) t.match(stdout, 'no limit in says', says)
  }
})

t.test('the first of several categories is used', async (t) => {
  const json = JSON.stringify([
    { id: 1, title: 'Fan', discount: '10%', categories: ['daily'] },
    { id: 2, title: 'Desk', discount: '20%', categories: ['home', 'daily'] },
  ])
  const { source, run } = importing(t, json)
  t.match(await run(), { code: 0, stdout: 'lists several categories; the first one is used' })
  t.match(offersOf(source), [{ category: 'daily' }, { category: 'home' }])
})

t.test('what may be money off, or no promotion, is asked about', async (t) => {
  const cases: [table: string, question: string, answers: string[], offers: object[]][] = [
    [
      'id;title;amount\n1;Burger;$11.00\n2;Pizza;$13.99\n',
      '--value COLUMN: what is "$11.00" in "amount"? "amount as amount" if it is taken off, "amount as fixed_price" if it is the price to pay',
      ['--value', 'amount as fixed_price'],
      [{ benefit: { kind: 'fixed_price', value: 11 } }, { benefit: { value: 13.99 } }],
    ],
    [
      'id;product;price;promo\n1;Milk;1.20;No promo\n2;Bread;0.90;No promo\n3;Butter;2.50;20% off\n4;Jam;3.50;no\n',
      'by "promo", 2 of 4 rows are not running, the other 2 may be: "No promo" skips those rows',
      ['--title', 'product', '--skip-status', 'No promo'],
      [{ title: 'Butter', benefit: { value: 20 } }, { title: 'Jam' }],
    ],
    [
      'id;title;discount;status\n1;a;10%;abolished\n2;b;20%;changed\n3;c;30%;active\n',
      'by "status", 2 of 3 rows may not be running, the other 1 may be: "abolished, changed" skips',
      ['--skip-status', 'abolished'],
      [{ title: 'b' }, { title: 'c' }],
    ],
  ]
  for (const [table, question, answers, offers] of cases) {
    const { source, run } = importing(t, table)
    t.match(await run(), { code: 2, stderr: question })
    t.match(await run(...answers), { code: 0 })
    t.match([...offersOf(source), 'end'], [...offers, 'end'])
  }
})

t.test(
  'the text that says the benefit is its summary, and one that is only in a ref is "not used"',
  async (t) => {
    const table = 'id;title;description;hours\n1;Books;20% off every Wednesday;3pm\n2;Gym;$5 off;9am\n'
    const { source, run } = importing(t, table)
    t.match(await run('--ref', 'title + hours'), { code: 0, stdout: /\nNot used: id, hours\n/ })
    t.match(offersOf(source), [{ benefit: { value: 20, summary: '20% off every Wednesday' } }])
  },
)

t.test('rows without the value that a person names keep their price', async (t) => {
  const { source, run } = importing(t, 'id;title;discount;price\n1;a;10;5.50\n2;b;;7.50\n')
  t.match(await run('--value', 'discount as percentage'), { code: 0 })
  t.match(offersOf(source), [
    { benefit: { kind: 'percentage', value: 10 } },
    { benefit: { kind: 'fixed_price', value: 7.5 } },
  ])
})

t.test('a list of objects is no benefit, and a title that is no sentence refuses nothing', async (t) => {
  const specials = [{ Id: 1, Name: 'Bar', Specials: [{ Name: 'Wings', DealValue: 1 }] }]
  t.match(await importing(t, JSON.stringify(specials)).run('--benefit', '/Specials', '--records', ''), {
    code: 2,
    stderr: '--benefit: "/Specials" has no texts and no numbers',
  })
  const names = importing(t, 'id;title;offer text\n1;AGS;Té\n2;TKP;Pan\n3;MTG;Ron\n')
  t.match(await names.run('--benefit', 'offer text'), { code: 0 })
})

t.test('a decimal mark that is not that of the country, and a range of prices, are named', async (t) => {
  const { run } = importing(t, 'id;titulo;beneficio\n1;Té;5.5% de descuento\n', 'AR')
  t.match(await run(), { stdout: 'numbers show that "." begins the decimals, though "," does in AR' })
  const several = importing(t, 'id;title;price;price_max\n1;Box;3.5;12.5\n')
  t.match(await several.run(), {
    stdout: '"price" may be the lowest of several prices, since there is "price_max"',
  })
})

t.test('a code may be a word for "unknown", if one column holds it', async (t) => {
  const codes = ['A-1', 'NA', 'ND', 's-i', 'none', '-']
  const rows = codes.map((code, n) => `${code};B;que ${n};10%\n`)
  const { source, run } = importing(t, `id;banco;title;discount\n${rows.join('')}`)
  t.match(await run(), { code: 0, stdout: '5 offers from 6 rows, 1 rejected' })
  t.match(
    offersOf(source),
    ['A-1', 'NA', 'ND', 's-i', 'none'].map((ref) => ({ ref })),
  )
})

t.test('a copy of a row is no fault, however many there are', async (t) => {
  const rows = ['1;Café;10%', '2;Cine;20%'].flatMap((row) => [row, row, row])
  const { source, run } = importing(t, ['id;title;discount', ...rows].join('\n'))
  t.match(await run(), { code: 0, stdout: '2 offers from 6 rows, 4 with the same offer as an earlier row' })
  t.equal(offersOf(source).length, 2)
})

t.test('an offer that closes soon runs, and a deadline is its last day', async (t) => {
  const table =
    'id;title;discount;status;deadline\n1;a;10%;open;2026-12-01\n2;b;20%;closing_soon;2026-11-30\n3;c;30%;expiring;\n'
  const { source, run } = importing(t, table)
  t.match(await run(), { code: 0 })
  t.match(offersOf(source), [{ valid_until: '2026-12-01' }, { valid_until: '2026-11-30' }, {}])
})

t.test('a list of offers within each row says that the row is none', async (t) => {
  const root = t.testdir({
    'a.json': JSON.stringify([{ id: 1, city: 'Espoo', offers: [{ id: 2, px: 1, to: 'Vantaa' }] }]),
  })
  const answers = [
    '--country',
    'FI',
    '--attribution',
    'X',
    '--issuer',
    'X',
    '--title',
    '/city',
    '--ref',
    '/id',
  ]
  const { code, stderr } = await offersBuild([
    'import',
    join(root, 'a.json'),
    '--source',
    join(root, 'source'),
    ...answers,
  ])
  t.match({ code, stderr }, { code: 2, stderr: '--records "/*/offers" (1 record, such as "Vantaa")' })
})

t.test('a status in French, Portuguese or as a negation, and an unknown one, are asked about', async (t) => {
  const cases = [
    ['statut', 'en cours', 'expirée'],
    ['situacao', 'ativa', 'encerrada'],
    ['archived', 'false', 'true'],
    ['sold_out', 'no', 'yes'],
    ['visible', 'true', 'false'],
    ['status', 'active', 'research'],
  ]
  for (const [heading, running, stopped] of cases) {
    const { run } = importing(t, `id;banco;que;${heading}\n1;B;10%;${running}\n2;B;20%;${stopped}\n`)
    t.match(await run(), { code: 2, stderr: `by "${heading}", 1 of 2 rows ` })
  }
})

t.test('days that may begin with a short year, and years of another calendar, are not read', async (t) => {
  const cases: [country: string, day: string][] = [
    ['KR', '26.08.01'],
    ['JP', '26/08/01'],
    ['TH', '31/12/2567'],
  ]
  for (const [country, day] of cases) {
    const { source, run } = importing(t, `id;banco;title;descuento;hasta\n1;B;a;10%;${day}\n`, country)
    t.match(await run(), { code: 0, stdout: `1 × hasta (valid_until): found line 2 "${day}"` }, day)
    t.match(offersOf(source), [{ valid_until: null }])
  }
})

t.test('--value refuses amounts without a sign next to several currencies', async (t) => {
  const { run } = importing(
    t,
    'id;banco;que;price;currency;price_twd\n1;B;a;469;USD;14920\n2;B;b;8050;TWD;8050\n',
  )
  t.match(await run('--value', 'price_twd as fixed_price'), {
    code: 2,
    stderr:
      '--value: "price_twd" holds amounts without a sign, expected signs, as "currency" has several currencies (USD, TWD); add them, or import without that column',
  })
})

t.test('a status is one in any case, and running if it begins so', async (t) => {
  const table =
    'id;banco;title;descuento;estado\n1;B;a;10%;Vencido\n2;B;b;10%;VENCIDO\n3;B;c;10%;vigente hasta agotar stock\n4;B;d;10%;Vigente\n'
  const { source, run } = importing(t, table)
  t.match(await run(), {
    code: 2,
    stderr: 'by "estado", 2 of 4 rows are not running, the other 2 may be: "VENCIDO" skips',
  })
  t.match(await run('--skip-status', 'vencido'), { code: 0 })
  t.match(offersOf(source), [{ ref: '3' }, { ref: '4' }])
  t.equal(offersOf(source).length, 2)
})

t.test('words for everywhere are no place on a later day either', async (t) => {
  const table = (place: string) => `id;banco;title;descuento;comuna\n1;B;a;10%;Maipú\n2;B;b;10%;${place}\n`
  for (const place of ['Todo el país', 'Nacional', 'ONLINE']) {
    const { root, source, run } = importing(t, table('Lota'), 'CL')
    t.match(await run(), { code: 0 })
    writeFileSync(join(root, 'a.csv'), table(place))
    t.match(await run(), { code: 0 })
    t.match(offersOf(source), [{ comunas: ['maipu'] }, { comunas: { length: 0 } }], place)
  }
})

t.test('a status in words that are not understood is named', async (t) => {
  const tables = [
    'id;banco;title;descuento;status\n1;B;a;10%;품절\n2;B;b;10%;판매중\n',
    'id;banco;title;descuento;deleted_at\n1;B;a;10%;2026-01-01\n2;B;b;10%;\n',
  ]
  for (const table of tables)
    t.match(await importing(t, table).run(), {
      code: 0,
      stdout: 'may say which rows run, in words that are not understood',
    })
})

t.test('money is in the currency of its heading, and a price below 0 is a fault', async (t) => {
  const cases: [table: string, benefits: object[]][] = [
    ['id;banco;que;precio_usd\n1;B;a;100\n2;B;b;250\n', [{ value: 100, currency: 'USD' }, { value: 250 }]],
    ['id;banco;que;Precio (CLP)\n1;B;a;100\n2;B;b;250\n', [{ value: 100, currency: 'CLP' }, { value: 250 }]],
    [
      'id;banco;que;precio\n1;B;a;-500\n2;B;b;1000\n3;B;c;(500)\n',
      [{ value: null }, { value: 1000 }, { value: null }],
    ],
    [
      'id;banco;que;descuento;tope\n1;B;a;20%;-1\n2;B;b;20%;10000\n',
      [{ value: 20, cap: null }, { cap: { value: 10_000 } }],
    ],
  ]
  for (const [table, benefits] of cases) {
    const { source, run } = importing(t, table, 'CL')
    const { code, stderr } = await run()
    t.equal(code, 0, stderr)
    t.match(
      offersOf(source),
      benefits.map((benefit) => ({ benefit })),
      table,
    )
  }
})

t.test('what comes before a named price is said', async (t) => {
  const named = importing(t, 'id;banco;Name;Price;Discount\n1;B;Té;$5;20%\n')
  const { stdout } = await named.run('--value', 'Price as fixed_price')
  t.match(stdout, '--value: Price is read in rows without a value in Discount')
})

t.test('one column of periods may be named for both ends', async (t) => {
  const { source, run } = importing(t, 'id;banco;que;oferta;cuando\n1;B;Té;10%;2026-08-20 - 2026-08-23\n')
  t.match(await run('--from', 'cuando', '--until', 'cuando'), { code: 0 })
  t.match(offersOf(source), [{ valid_from: '2026-08-20', valid_until: '2026-08-23' }])
})

t.test('a cap of 0 is none, and a row without its benefit has the title for summary', async (t) => {
  const { source, run } = importing(t, 'id;banco;titulo;beneficio;tope\n1;B;Té;10%;0\n2;B;Mate;;$ 5\n')
  t.match(await run(), { code: 0 })
  t.match(offersOf(source), [
    { benefit: { value: 10, cap: null } },
    { benefit: { kind: 'other', summary: 'Mate', cap: { value: 5 } } },
  ])
})

t.test('lists of offers within the items that --records names are said not to be read', async (t) => {
  const items = [
    { name: 'TVs', deals: [{ product: 'A', price: 10 }] },
    { name: 'Fans', deals: [{ product: 'B', price: 9 }] },
  ]
  const root = t.testdir({ 'a.json': JSON.stringify({ items, months: [{ n: 6 }] }) })
  const given = ['--source', join(root, 's'), '--country', 'CL', '--issuer', 'X', '--benefit', 'none']
  const asked = await offersBuild(['import', join(root, 'a.json'), ...given])
  t.match(asked, { code: 2, stderr: '--records "/items/*/deals" (2 records, such as "A")' })
  const read = await offersBuild(['import', join(root, 'a.json'), ...given, '--records', '/items'])
  t.match(read, { code: 0, stdout: 'not read: --records "/items/*/deals" (2 records' })
})

t.test('a text of the row may name one day of a month', async (t) => {
  const { source, run } = importing(
    t,
    'id;banco;que;descuento;dias;detalle\n1;B;a;5%;jueves;Último jueves del mes\n2;B;b;5%;jueves;1er piso, todos los jueves\n',
  )
  t.match(await run(), { code: 0, stdout: 'no text of the row that names one of them' })
  t.match(offersOf(source), [{ weekdays: null }, { weekdays: ['thursday'] }])
})

t.test('a member for each language is no heading', async (t) => {
  const root = t.testdir({ 'a.json': '[{"id":1,"title":{"nl":"Gratis","de":"Kostenlos"},"discount":"10%"}]' })
  const given = ['--source', join(root, 's'), '--country', 'NL', '--issuer', 'X']
  t.match(await offersBuild(['import', join(root, 'a.json'), ...given]), {
    code: 2,
    stderr: '--title COLUMN',
  })
})

t.test('a person may know a status that is not understood', async (t) => {
  const { source, run } = importing(
    t,
    'id;banco;que;descuento;status\n1;B;a;5%;Verified\n2;B;b;5%;Unverified\n3;B;c;5%;Rescinded\n',
  )
  t.match(await run('--skip-status', 'Rescinded'), { code: 0, stdout: '1 skipped by the mapping' })
  t.equal(offersOf(source).length, 2)
})

t.test('a remark that a row has ended is asked about, whatever its heading', async (t) => {
  const { source, run } = importing(
    t,
    'id;banco;que;descuento;flair\n1;B;a;5%;\n2;B;b;5%;[EXPIRED]\n3;B;c;5%;Hot\n',
  )
  t.match(await run(), { code: 2, stderr: 'by "flair", 1 of 3 rows are not running' })
  t.match(await run('--skip-status', '[EXPIRED]'), { code: 0 })
  t.equal(offersOf(source).length, 2)
})

t.test('money under a heading that says nothing may be a price', async (t) => {
  const { source, run } = importing(t, 'id;banco;que;preco_vista\n1;B;a;$2.00\n2;B;b;$3.00\n3;B;c;$4.00\n')
  t.match(await run('--value', 'preco_vista'), {
    code: 2,
    stderr: 'holds figures that may be taken off or paid',
  })
  t.match(await run('--value', 'preco_vista as fixed_price'), { code: 0 })
  t.match(offersOf(source)[0], { benefit: { kind: 'fixed_price', value: 2 } })
})

t.test('a column of cash back that a person names stays one', async (t) => {
  for (const option of ['--benefit', '--value']) {
    const { source, run } = importing(t, 'id;banco;que;cashback\n1;B;a;1.2%\n2;B;b;0.5%\n')
    t.match(await run(option, 'cashback'), { code: 0 })
    t.match(offersOf(source)[0], { benefit: { kind: 'cashback', value: 1.2 } }, option)
  }
})

t.test('a column of objects has no values', async (t) => {
  const root = t.testdir({ 'a.json': '[{"id":1,"banco":"B","que":"Té","precios":[{"valor":20}]}]' })
  const given = {
    '--source': root,
    '--country': 'CL',
    '--records': '',
    '--title': '/que',
    '--issuer': '/banco',
  }
  const options = Object.entries({ ...given, '--value': '/precios as percentage' }).flat()
  t.match(await offersBuild(['import', join(root, 'a.json'), ...options]), {
    code: 2,
    stderr: '--value: "/precios" has no texts and no numbers',
  })
})

t.test('a currency that is written in letters is no sentence', async (t) => {
  const rows = ['a;S/ 20 de cashback', 'b;S/ 20', 'c;S/ 20 de descuento']
  const table = `id;titulo;descuento\n${rows.map((row, n) => `${n};${row}`).join('\n')}\n`
  const { source, run } = importing(t, table, 'PE')
  t.match(await run('--issuer', 'X'), { code: 0 })
  t.match(offersOf(source), [
    { benefit: { kind: 'cashback', value: 20 } },
    { benefit: { kind: 'amount', value: 20 } },
    { benefit: { kind: 'amount', value: 20 } },
  ])
})

t.test('rows of several countries have no price in the currency of one', async (t) => {
  const table = (...countries: string[]) =>
    `id;banco;que;price;country\n${countries.map((country, n) => `${n};B;Té;5.50;${country}`).join('\n')}\n`
  const several = importing(t, table('US', 'Canada', 'Deutschland'))
  t.match(await several.run(), { code: 0, stdout: '"country" has several currencies (USD, CAD, EUR)' })
  t.match(offersOf(several.source), [{ benefit: { value: null } }, {}, {}])
  const unknown = importing(t, table('Qatar', 'UAE'))
  t.match(await unknown.run(), { code: 0, stdout: '"country" has several currencies (QAR, UAE)' })
  const one = importing(t, table('Germany', 'DE'))
  t.match(await one.run(), { code: 0, stdout: '"country" is EUR in every row' })
  t.match(offersOf(one.source), [{ benefit: { value: 5.5, currency: 'EUR' } }, {}])
  const journeys = importing(t, table('DE', 'CN').replace('price', 'price_usd'))
  t.match(await journeys.run(), { code: 0 })
  t.match(offersOf(journeys.source), [{ benefit: { value: 5.5, currency: 'USD' } }, {}])
  const makers = importing(t, table('DE', 'CN').replace('country', 'country of origin'))
  t.match(await makers.run(), { code: 0 })
  t.match(offersOf(makers.source), [{ benefit: { value: 5.5, currency: 'USD' } }, {}])
})

t.test('a second currency or country on a later day is not taken for the first', async (t) => {
  const cases: [heading: string, first: string, others: string[]][] = [
    ['moneda', 'CLP', ['USD', 'UF', 'dólares', 'US$']],
    ['pais', 'Chile', ['Perú', 'PE']],
  ]
  for (const [heading, first, others] of cases) {
    const rows = ['A', 'B', 'C'].map((shop, n) => `${n};B;Té ${shop};990;`)
    const table = (...said: string[]) =>
      [`id;banco;que;precio;${heading}`, ...rows.map((row, n) => `${row}${said[n]}`), ''].join('\n')
    const { root, source, run } = importing(t, table(first, first, first), 'CL')
    t.match(await run(), { code: 0 })
    for (const other of others) {
      writeFileSync(join(root, 'a.csv'), table(first, other, ''))
      t.match(await run(), {
        code: 0,
        stdout: `such as 38 USD: ${heading} says ${JSON.stringify(other)}, not CLP`,
      })
      const values = offersOf(source).map((offer) => (offer as { benefit: object }).benefit)
      t.match(values, [{ value: 990, currency: 'CLP' }, { value: null }, { value: 990 }], other)
    }
  }
})

t.test('currencies that are not known are never those of the country', async (t) => {
  const table = 'id;banco;que;precio;moneda\n1;B;a;100;UF\n2;B;b;200;UF\n'
  const only = importing(t, table, 'CL')
  t.match(await only.run(), { code: 0, stdout: '"moneda" has "UF", which is no code of a currency' })
  t.match(offersOf(only.source), [{ benefit: { value: null } }, { benefit: { value: null } }])
  const several = importing(t, table.replace('100;UF', '100;dólares'), 'CL')
  t.match(await several.run(), { code: 0, stdout: '"moneda" has several currencies (USD, UF)' })
  t.match(offersOf(several.source), [{ benefit: { value: null } }, { benefit: { value: null } }])
  const headings = importing(
    t,
    'id;banco;que;precio_usd;tope_eur;rebaja\n1;B;a;10;50;20%\n2;B;b;20;50;\n',
    'CL',
  )
  t.match(await headings.run(), { code: 0, stdout: 'headings name USD, EUR' })
  t.match(offersOf(headings.source), [{ benefit: { value: 20, cap: null } }, { benefit: { value: null } }])
})

t.test('a heading that is a sentence hides none of the headings', async (t) => {
  const long = 'what is on offer, as the first page of the flyer shows it, with its brand'
  const { source, run } = importing(t, `id;banco;que;price;${long}\n1;B;Té;5.50;foo\n2;B;Mate;7.50;bar\n`)
  t.match(await run(), { code: 0, stdout: `Not used: ${long}` })
  t.match(offersOf(source), [{ title: 'Té' }, { title: 'Mate' }])
})

t.test('a column of offers that says yes or no is no title, and tells which rows are offers', async (t) => {
  for (const heading of ['oferta', 'promo', 'descuento', 'deal']) {
    const table = `id;banco;nombre;precio;${heading}\n1;B;Té;75;SI\n2;B;Mate;32;NO\n3;B;Pan;41;no\n`
    const { source, run } = importing(t, table)
    t.match(await run(), { code: 2, stderr: `by "${heading}", 2 of 3 rows are not running` })
    t.match(await run('--skip-status', 'NO'), { code: 0 })
    t.match(offersOf(source), { length: 1, 0: { title: 'Té', benefit: { value: 75 } } })
  }
  const { source, run } = importing(t, 'id;banco;nombre;precio;oferta\n1;B;Té;75;X\n2;B;Mate;32;\n')
  t.match(await run(), { code: 0 })
  t.match(offersOf(source), [{ title: 'Té' }, { title: 'Mate' }])
})

t.test('a figure next to a kind that is not known is named, and a price per piece is a price', async (t) => {
  const kinds = 'id;banco;que;tipo_beneficio;valor\n1;B;a;descuento;10\n2;B;b;por caja;10\n'
  const named = importing(t, kinds)
  t.match(await named.run('--value', 'valor'), {
    code: 0,
    stdout: 'found line 3 "10"; expected a known kind of benefit next to it',
  })
  const { source, run } = importing(t, 'id;banco;que;precio;unidad\n1;B;Té;23.63;/ud.\n2;B;Mate;9.50;/kg\n')
  t.match(await run(), { code: 0 })
  t.match(offersOf(source), [{ benefit: { value: 23.63 } }, { benefit: { value: null } }])
})

t.test('a sign of several currencies is named as the trouble', async (t) => {
  const { run } = importing(t, 'id;banco;que;precio\n1;B;a;$38\n2;B;b;$124\n3;B;c;$90\n', 'VE')
  t.match(await run(), { code: 1, stderr: 'such as 38 USD, as its sign may stand for several' })
})

t.test('a bound with a point, in another language, or in a separate column leaves no value', async (t) => {
  for (const [says, value] of [
    ['Max. 50% Rabatt', null],
    ['Now min. 50% off', null],
    ['upp till 50 %', null],
    ['50% off. Ends soon', 50],
  ] as const) {
    const other = importing(t, `id;banco;que;discount_percent;says\n1;B;Te;50;${says}\n`)
    t.match(await other.run(), { code: 0 })
    t.match(offersOf(other.source), [{ benefit: { value } }], says)
  }
})

t.test('a column of days that is empty today is read tomorrow', async (t) => {
  const { root, source, run } = importing(t, 'id;banco;promo;expires\n1;B;20% off;\n2;B;30% off;\n')
  t.match(await run(), {
    code: 0,
    stdout: '"expires" has no day yet: YYYY-MM-DD and MM/DD/YYYY are expected',
  })
  writeFileSync(
    join(root, 'a.csv'),
    'id;banco;promo;expires\n1;B;20% off;12/31/2026\n2;B;30% off;2026-11-30\n',
  )
  t.match(await run(), { code: 0 })
  t.match(offersOf(source), [{ valid_until: '2026-12-31' }, { valid_until: '2026-11-30' }])
})

t.test('rows on special are known by a column of yes and no, and lakhs are read', async (t) => {
  const table = 'id;banco;que;precio;is_on_special\n1;B;a;₹1,20,999;True\n2;B;b;₹12,50,000.50;False\n'
  const { source, run } = importing(t, table, 'IN')
  t.match(await run(), { code: 2, stderr: 'by "is_on_special", 1 of 2 rows are not running' })
  t.match(await run('--skip-status', 'none'), { code: 0 })
  t.match(offersOf(source), [{ benefit: { value: 120_999 } }, { benefit: { value: 1_250_000.5 } }])
})

t.test('a deal that recurs is no title of the things that it is on', async (t) => {
  const table =
    'id;banco;deal;product;price\n1;B;1+1 gratis;Thee;$4\n2;B;1+1 gratis;Koek;$5\n3;B;20% off;Melk;$6\n'
  const { source, run } = importing(t, table)
  t.match(await run(), { code: 0 })
  t.match(offersOf(source), [
    { title: 'Thee', benefit: { kind: 'fixed_price', value: 4 } },
    { title: 'Koek' },
    { title: 'Melk', benefit: { kind: 'percentage', value: 20, summary: '20% off' } },
  ])
})

t.test('what programs write next to a figure decides its kind, its currency and its unit', async (t) => {
  const cases: [table: string, benefits: object[]][] = [
    [
      'id;banco;que;discountAmount;isPercentage\n1;B;a;10;true\n2;B;b;5;false\n',
      [{ kind: 'percentage' }, { kind: 'amount' }],
    ],
    [
      'id;banco;que;discount_amount;discount_unit\n1;B;a;10;percent\n2;B;b;5;GBP\n',
      [{ kind: 'percentage' }, { kind: 'amount' }],
    ],
    [
      'id;banco;que;simple_action;discount_amount\n1;B;a;by_percent;20.0000\n2;B;b;cart_fixed;10.0000\n',
      [
        { kind: 'percentage', value: 20 },
        { kind: 'amount', value: 10 },
      ],
    ],
    [
      'id;banco;que;type;amount\n1;B;a;percentage_discount;10\n2;B;b;per_total_discount;5\n3;B;c;shipping_discount;4\n',
      [{ kind: 'percentage' }, { kind: 'amount' }, { kind: 'other', value: null }],
    ],
    ['id;banco;que;amount;unit;price\n1;B;a;500;g;$12\n', [{ kind: 'fixed_price', value: 12 }]],
    ['id;banco;que;sale_price;currency\n1;B;a;25.00;eur\n', [{ value: 25, currency: 'EUR' }]],
    [
      'id;banco;que;discount_pct;Discount Class\n1;B;a;100%;Shipping\n2;B;b;10%;Order\n',
      [{ value: null }, { value: 10 }],
    ],
    ['id;banco;que;price;price_after\n1;B;a;$24;$38\n', [{ value: 24 }]],
    ['id;banco;que;price;member price\n1;B;a;$24;$18\n', [{ value: 18 }]],
    [
      'id;banco;que;tope;descuento\n1;B;a;2;20%\n2;B;b;$90;20%\n',
      [{ value: 20, cap: null }, { cap: { value: 90 } }],
    ],
    ['id;banco;promo\n1;B;Buy 2 get 3rd free\n2;B;Buy 2 get 1 free\n', [{ value: null }, { value: 1.5 }]],
  ]
  for (const [table, benefits] of cases) {
    const { source, run } = importing(t, table)
    const { code, stderr } = await run()
    t.equal(code, 0, `${table}${stderr}`)
    const expected = benefits.map((benefit) => ({ benefit }))
    t.match(code === 0 ? offersOf(source) : [], expected, table)
  }
})

t.test(
  'cents of amounts are asked about, and a price that may be in cents is not read next to another value',
  async (t) => {
    const { source, run } = importing(t, 'id;banco;que;amount_off;currency\n1;B;a;500;usd\n2;B;b;1250;usd\n')
    t.match(await run(), {
      code: 2,
      stderr: '"amount_off as cents" if 500 is 5.00, "amount_off as amount" if 500 is 500',
    })
    t.match(await run('--value', 'amount_off as cents'), { code: 0 })
    t.match(offersOf(source), [{ benefit: { kind: 'amount', value: 5 } }, { benefit: { value: 12.5 } }])
    const both = importing(t, 'id;banco;que;price;discount\n1;B;a;1249;50\n2;B;b;1499;0\n')
    const { code, stdout } = await both.run('--value', 'discount as percentage')
    t.match({ code, stdout }, { code: 0, stdout: '"price" may be in cents, and is not read' })
    t.match(offersOf(both.source), [{ benefit: { value: 50 } }, { benefit: { value: null } }])
  },
)

t.test('an exception of days and an end that another text names are said', async (t) => {
  const days = importing(
    t,
    'id;banco;promo;dias;nota\n1;B;20% off;lunes a viernes;Excepto viernes\n2;B;9% off;lunes;\n',
  )
  t.match(await days.run(), { code: 0, stdout: '1 × dias (weekdays)' })
  t.match(offersOf(days.source), [{ weekdays: null }, { weekdays: ['monday'] }])
  const ended = importing(t, 'id;banco;promo;nota\n1;B;20% off;Suspendido\n2;B;9% off;ok\n')
  t.match(await ended.run(), { code: 2, stderr: 'by "nota", 1 of 2 rows are not running' })
  const blank = importing(t, 'id;banco;promo;comercio\n1;B;20% off;Uno\n2;B;9% off;\n')
  t.match(await blank.run(), { code: 0, stdout: '1 of 2 rows have no "comercio"' })
})

t.test('what fresh tables showed last', async (t) => {
  const won = importing(t, 'id;banco;que;price\n1;B;a;39,500원\n2;B;b;9,500원\n3;B;c;12 apples\n', 'KR')
  t.match(await won.run(), { code: 0, stdout: '1 × price (benefit.value): found line 4 "12 apples"' })
  t.match(offersOf(won.source), [
    { benefit: { value: 39_500, currency: 'KRW' } },
    {},
    { benefit: { value: null } },
  ])
  const { source, run } = importing(
    t,
    'id;banco;promo;location\n1;B;20% off;Muelle 1 S/N - Centro\n2;B;9% off;Uno / Dos\n',
  )
  t.match(await run(), { code: 0 })
  t.match(offersOf(source), [{ comunas: ['muelle-1-s-n-centro'] }, { comunas: ['uno', 'dos'] }])
})
