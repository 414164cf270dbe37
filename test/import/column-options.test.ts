// Columns that a person names by options, and rows that are not running.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

const TABLE = `id;banco;que;nota;rebaja;primero;ultimo;rubro;donde;pagina;estado
1;B;Té;20% de descuento;20;01/09/2026;31/12/2026;Casa;Local Uno;https://a.example/1;activo
2;B;Pan;10% de descuento;10;05/09/2026;30/11/2026;Casa;Local Dos;https://a.example/2;vencido
3;B;Sal;30% de descuento;30;05/09/2026;30/11/2026;Hogar;Local Tres;https://a.example/3;activo
`
const ANSWERS = ['--country', 'CL', '--attribution', 'X', '--title', 'que']

function importing(t: Test, text = TABLE, name = 'a.csv') {
  const root = t.testdir({ [name]: text })
  const source = join(root, 'source')
  const run = (...more: string[]) =>
    offersBuild(['import', join(root, name), '--source', source, ...ANSWERS, ...more])
  return { root, source, run }
}

t.test('a price is all that is read if a person says that there is no benefit', async (t) => {
  const table =
    'id;banco;que;precio_promo;descuento_pct\n1;B;Café;990;0,25\n2;B;Té;1990;0,2\n3;B;Pan;890;0,3\n'
  const { source, run } = importing(t, table)
  const price = ['--value', 'precio_promo as fixed_price']
  const answers = ['--benefit', 'none', ...price]
  const first = await run(...answers)
  t.match(first, { code: 0 }, first.stderr)
  t.match(offersOf(source), [
    { benefit: { kind: 'fixed_price', value: 990 } },
    { benefit: { kind: 'fixed_price', value: 1990 } },
    { benefit: { kind: 'fixed_price', value: 890 } },
  ])
  t.match(await run(...answers), { code: 0 }, 'the same answers agree with the mapping')
  const next = importing(t, table)
  t.match(await next.run(...price), { code: 0 }, 'it decides the value without that, too')
  t.match(offersOf(next.source), offersOf(source))
  t.match(await importing(t, table).run(), { code: 1, stderr: '--value "COLUMN as share"' })
  const share = importing(t, table)
  t.match(await share.run('--value', 'descuento_pct as share'), { code: 0 })
  t.match(
    offersOf(share.source),
    [25, 20, 30].map((value) => ({ benefit: { kind: 'percentage', value } })),
  )
  t.match(await share.run('--value', 'descuento_pct as share'), { code: 0 }, 'tomorrow, too')
  t.match(
    await share.run('--value', 'descuento_pct as percentage'),
    { code: 2 },
    'another kind is not the same',
  )
})

t.test('"X as KIND" decides the column, and what contradicts a row makes it null', async (t) => {
  const table = `id;banco;que;discount;is_amount_discount;note;price
1;B;Shoes;20;false;;990
2;B;$ 10 off dinner;10;true;;990
3;B;Books;15;false;15% o más;990
4;B;Tea;;false;30% off;990
`
  const { source, run } = importing(t, table)
  const options = ['--value', 'discount as percentage', '--benefit', 'note']
  const first = await run(...options)
  t.match(
    first,
    { code: 0, stdout: 'a value that agrees with "is_amount_discount", which says "true"' },
    first.stderr,
  )
  t.match(
    offersOf(source),
    [20, null, null, null].map((value) => ({
      benefit: { kind: value === null ? 'other' : 'percentage', value },
    })),
  )
  t.match(offersOf(source)[3], { benefit: { summary: '30% off' } })
  t.match(await run(...options), { code: 0 }, 'the same answers agree with the mapping')
})

t.test('bare numbers next to a flag of their kind are asked about', async (t) => {
  for (const [flag, heading] of [
    ['is_amount_discount', 'discount'],
    ['Es porcentaje', 'percent off'],
  ]) {
    const table = `id;banco;que;${heading};${flag}\n1;B;Té;20;no\n2;B;Pan;10;yes\n3;B;Sal;15;no\n`
    const { source, run } = importing(t, table)
    t.match(await run(), {
      code: 2,
      stderr: `--value COLUMN: what are the numbers of "${heading}"? "${heading}" if "${flag}" says it in each row, "${heading} as percentage" if all are percentages`,
    })
    t.match(await run('--value', `${heading}`), { code: 0 })
    const [no, yes] = flag === 'Es porcentaje' ? ['amount', 'percentage'] : ['percentage', 'amount']
    t.match(
      offersOf(source),
      [no, yes, no].map((kind) => ({ benefit: { kind } })),
    )
  }
})

t.test('columns of words join, and figures do not', async (t) => {
  const table = `id;banco;que;destacado;texto
1;B;Té;10%;de cashback
2;B;Pan;$ 750;bonificación en saldo
3;B;Sal;20%;de descuento
4;B;Ají;15%;en pase anual
5;B;Mate;15%;
`
  const { source, run } = importing(t, table)
  const first = await run('--benefit', 'destacado + texto')
  t.match(
    first,
    { code: 0, stdout: '1 × destacado + texto (benefit.value): found line 5 "15% en pase anual"' },
    first.stderr,
  )
  t.match(offersOf(source), [
    { benefit: { kind: 'cashback', value: 10, summary: '10% de cashback' } },
    { benefit: { kind: 'cashback', value: 750, currency: 'CLP' } },
    { benefit: { kind: 'percentage', value: 20 } },
    { benefit: { value: null } },
    { benefit: { kind: 'percentage', value: 15 } },
  ])
  t.match(await run('--benefit', 'destacado + texto'), { code: 0 }, 'the same answer agrees with the mapping')
  for (const [option, answer, said] of [
    ['--value', 'destacado + texto as cashback', '--benefit "destacado + texto" joins words'],
    ['--value', 'destacado + texto', 'figures are read from one column'],
    ['--benefit', 'destacado + texto as cashback', '--benefit: found no column "texto as cashback"'],
    ['--benefit', 'destacado + x', '--benefit: found no column "x"'],
  ] as const)
    t.match(await importing(t, table).run(option, answer), { code: 2, stderr: said })
})

t.test('a missing column is named, also one headed like a member of JSON', async (t) => {
  const { root, run } = importing(t, '#;banco;que;promo\n7;B;Té;20% off\n9;B;Pan;10% off\n')
  const first = await run()
  t.equal(first.code, 0, first.stderr)
  writeFileSync(join(root, 'a.csv'), 'n;banco;que;promo\n7;B;Té;20% off\n9;B;Pan;10% off\n')
  t.match(await run(), { code: 1, stderr: 'a.csv: found no column "#"' })
})

t.test('each role takes its column from an option, and later imports need none', async (t) => {
  const { root, source, run } = importing(t)
  const days = ['--from', 'primero', '--until', 'ultimo']
  const rest = ['--category', 'rubro', '--merchant', 'donde', '--url', 'pagina', '--summary-column', 'nota']
  const options = ['--value', 'rebaja as percentage', ...days, ...rest, '--skip-status', 'none']
  const first = await run(...options, '--benefit', 'none')
  t.equal(first.code, 0, first.stderr)
  t.match(offersOf(source)[0], {
    benefit: { kind: 'percentage', value: 20, summary: '20% de descuento' },
    ...{ valid_from: '2026-09-01', valid_until: '2026-12-31', category: 'casa', merchant: 'Local Uno' },
    url: 'https://a.example/1',
  })
  t.match(await run(...options), { code: 0 }, 'the same answers agree with the mapping')
  t.match(await offersBuild(['import', join(root, 'a.csv'), '--source', source]), { code: 0 })
  for (const [option, other] of [
    ['--until', 'none'],
    ['--value', 'primero'],
    ['--category', 'banco'],
    ['--skip-status', 'vencido'],
    ['--url', 'donde'],
  ] as const)
    t.match(await run(option, other), { code: 2, stderr: new RegExp(`but ${option} is "${other}"`) }, option)
})

t.test('cap, weekdays and comunas take their columns from options', async (t) => {
  const table = `id;banco;que;rebaja;max;cuando;sucursal
1;B;Té;20%;según banco;3;Las Condes
2;B;Pan;10%;x;lunes;Stgo
3;B;Sal;30%;$ 5.000;;Todas las sucursales RM
`
  const { source, run } = importing(t, table)
  const options = ['--cap', 'max', '--weekdays', 'cuando', '--comunas', 'sucursal']
  const first = await run(...options)
  t.equal(first.code, 0, first.stderr)
  t.match(offersOf(source), [
    { benefit: { cap: null }, weekdays: null, comunas: ['las-condes'] },
    { weekdays: ['monday'], comunas: { length: 0 } },
    { benefit: { cap: { value: 5000, currency: 'CLP' } }, weekdays: null, comunas: { length: 0 } },
  ])
  for (const said of [
    '2 × max (benefit.cap): found line 2 "según banco"; line 3 "x"',
    '1 × cuando (weekdays): found line 2 "3"',
    '2 × sucursal (comunas): found line 3 "Stgo"; line 4 "Todas las sucursales RM"; expected a comuna of Chile, or a name or slug of comunas.json',
  ])
    t.match(first.stdout, said)
  t.match(JSON.parse(readFileSync(join(source, 'comunas.json'), 'utf8')), [
    { slug: 'las-condes', name: 'Las Condes', code: '13114' },
  ])
  t.match(await run(...options), { code: 0 }, 'the same answers agree with the mapping')
  t.match(await run('--cap', 'none'), { code: 2, stderr: 'but --cap is "none"' })
  const none = importing(
    t,
    table.replace('max', 'tope').replace('cuando', 'dias').replace('sucursal', 'comuna'),
  )
  t.match(await none.run('--cap', 'none', '--weekdays', 'none', '--comunas', 'none'), { code: 0 })
  t.match(offersOf(none.source)[2], { benefit: { cap: null }, weekdays: null, comunas: { length: 0 } })
})

t.test('a column of words is the benefit, and "none" leaves a member out', async (t) => {
  const { source, run } = importing(t)
  const none = ['--from', 'none', '--until', 'none', '--merchant', 'none', '--url', 'none', '--value', 'none']
  t.match(await run('--benefit', 'nota', ...none, '--skip-status', 'none'), { code: 0 })
  t.match(offersOf(source)[0], {
    benefit: { kind: 'percentage', value: 20 },
    ...{ valid_from: null, valid_until: null, merchant: null, url: null },
  })
})

t.test(
  'a value with its unit needs no kind, and no merchant means none, whatever is called a name',
  async (t) => {
    const { source, run } = importing(
      t,
      'id;banco;que;nombre;rebaja;oferta\n1;B;Té;Uno;20%;Hoy\n2;B;Pan;Dos;10%;Ayer\n',
    )
    t.match(await run('--value', 'rebaja', '--merchant', 'none'), { code: 0 })
    t.match(offersOf(source)[0], { benefit: { kind: 'percentage', value: 20 }, merchant: null })
    const priced = importing(t, 'id;banco;que;precio\n1;B;Té;$ 990\n2;B;Pan;$ 500\n')
    t.match(await priced.run('--value', 'precio'), { code: 0 })
    t.match(offersOf(priced.source)[0], { benefit: { kind: 'fixed_price', value: 990 } })
  },
)

t.test('options that name no column, or numbers without a unit, are wrong usage', async (t) => {
  const { source, run } = importing(t)
  const cases: [words: string[], message: string][] = [
    [['--until', 'fin'], '--until: found no column "fin"; the columns are "id", "banco"'],
    [['--benefit', 'x'], '--benefit: found no column "x"'],
    [['--value', 'x as amount'], '--value: found no column "x"'],
    [
      ['--value', 'rebaja'],
      '"rebaja" holds figures that may be taken off or paid; say what they are, such as --value "rebaja as percentage"',
    ],
    [['--summary-column', 'x'], '--summary-column: found no column "x"'],
    [
      ['--skip-status', 'pausado'],
      'found "pausado", expected a value of a status column that is not running; found in the table: "vencido"',
    ],
  ]
  for (const [words, message] of cases) {
    const { code, stderr } = await run('--skip-status', 'none', ...words)
    t.equal(code, 2, message)
    t.ok(stderr.includes(message), stderr)
  }
  t.notOk(existsSync(source))
})

t.test(
  'rows that a status column calls not running are skipped or published as the answer says',
  async (t) => {
    const value = ['--value', 'rebaja as percentage', '--from', 'primero', '--until', 'ultimo']
    for (const [answer, refs] of [
      ['vencido', ['1', '3']],
      ['none', ['1', '2', '3']],
    ] as const) {
      await t.test(answer, async (t) => {
        const { source, run } = importing(t)
        const asked = await run()
        t.equal(asked.code, 2)
        t.match(
          asked.stderr,
          '--skip-status VALUE: by "estado", 1 of 3 rows are not running, the other 2 may be: "vencido" skips',
        )
        t.match(await run('--skip-status', answer, ...value), { code: 0 })
        t.strictSame(
          offersOf(source).map((offer) => JSON.parse(JSON.stringify(offer)).ref),
          refs,
        )
      })
    }
  },
)

t.test('a status that nobody was asked about leaves its row out, by name', async (t) => {
  const days: [answer: string[], first: string, later: string][] = [
    [['--skip-status', 'vencido'], 'vencido', 'pausado'],
    [['--skip-status', 'none'], 'vencido', 'pausado'],
    [[], 'activo', 'vencido'],
  ]
  for (const [answer, first, later] of days) {
    await t.test(`${answer.join(' ')} ${first}, then ${later}`, async (t) => {
      const { root, source, run } = importing(t, TABLE.replace('vencido', first))
      t.equal(
        (await run(...answer, '--value', 'rebaja as percentage', '--from', 'none', '--until', 'none')).code,
        0,
      )
      const published = offersOf(source).length
      writeFileSync(join(root, 'a.csv'), TABLE.replace('vencido', first).replace(/activo\n$/, `${later}\n`))
      const again = await offersBuild(['import', join(root, 'a.csv'), '--source', source])
      t.match(again, {
        code: 0,
        stdout: `found line 4 "${later}"; expected a text that says that the row runs`,
      })
      t.equal(offersOf(source).length, published - 1)
    })
  }
})

t.test('a first table whose column is not understood names the option of its role', async (t) => {
  const soon = TABLE.replace('primero;ultimo', 'desde;hasta').replaceAll(/;[^;]*;(?=Casa|Hogar)/g, ';pronto;')
  const { source, run } = importing(t, soon.replaceAll('% de descuento', ' cosas'))
  t.match(await run('--skip-status', 'none'), {
    code: 2,
    stderr: '--value COLUMN: what is "20" in "rebaja"? "rebaja as percentage", or amount',
  })
  await t.test('figures that are none of percentages', async (t) => {
    const above = importing(
      t,
      soon.replaceAll('% de descuento', ' cosas').replaceAll(/;([123]0);/g, ';1$1%;'),
    )
    const refused = await above.run('--skip-status', 'none')
    t.equal(refused.code, 1)
    t.match(refused.stderr, 'rebaja (benefit.value): none of 3 cells is understood')
    t.match(
      refused.stderr,
      /expected one value and nothing else, .*\noffers-build: {3}correct the cells, or --benefit "none" and --value "none" leave it out/,
    )
  })
  const value = ['--skip-status', 'none', '--value', 'rebaja as percentage']
  t.match(await run(...value), {
    code: 1,
    stderr: 'hasta (valid_until): none of 3 cells is understood',
  })
  t.match(await run(...value), {
    stderr: 'correct the cells, or name another column with --until; "none" leaves it out',
  })
  t.match(await run(...value, '--until', 'none'), { code: 0 })
  t.equal(offersOf(source).length, 3)
  const large = importing(t, TABLE.replaceAll(/(?<=descuento;)(?=\d)/g, '9'))
  t.match(await large.run(...value, '--from', 'none', '--until', 'none'), {
    code: 1,
    stderr: 'correct the cells, or --benefit "none" and --value "none" leave it out',
  })
})

t.test('columns that are no statuses, or call every row running, ask nothing', async (t) => {
  const statuses: [heading: string, cells: [string, string, string], isAsked: boolean][] = [
    ['estado', ['activo', 'Activo', 'vigente'], false],
    ['state', ['NSW', 'VIC', 'ACT'], false],
    ['status', ['active', 'who knows', 'expired'], true],
    ['coupon_status', ['active', 'expired', 'disabled'], true],
    ['estado', ['activa', 'programada', 'finalizada'], true],
    ['is_active', ['true', 'false', 'true'], true],
    ['expired', ['no', 'no', 'no'], false],
    ['expired', ['no', 'yes', 'no'], true],
    ['isExpired', ['false', 'false', 'false'], false],
    ['on_offer', ['1', '0', '0'], true],
    ['Ativo', ['sim', 'não', 'sim'], true],
  ]
  for (const [heading, cells, isAsked] of statuses) {
    await t.test(`${heading} ${cells.join(' ')}`, async (t) => {
      const lines = cells.map((cell, index) => `${index};B;Té ${index};${cell}\n`)
      const { run } = importing(t, `id;banco;que;${heading}\n${lines.join('')}`)
      t.equal((await run('--benefit', 'none')).code, isAsked ? 2 : 0)
    })
  }
})

t.test('moments in UTC and sentences with one day are read as days', async (t) => {
  const rows = [1, 2, 3].map((n) => `${n};B;Té ${n};2026-09-1${n} 15:00:00 UTC;Valid Until 0${n} Dec 2027\n`)
  const { root, source, run } = importing(t, `id;banco;que;desde;Valid\n${rows.join('')}`)
  t.match(await run('--until', 'Valid', '--benefit', 'none'), { code: 0 })
  t.match(offersOf(source)[0], { valid_from: '2026-09-11', valid_until: '2027-12-01' })
  const kept = JSON.parse(readFileSync(join(source, 'mapping.json'), 'utf8'))
  t.strictSame(kept.formats.dates, ['YYYY-MM-DD', 'instant'])
  writeFileSync(
    join(root, 'a.csv'),
    `id;banco;que;Valid\n${[1, 2, 3].map((n) => `${n};B;Té ${n};Valid until 0${n} Dec 2027\n`).join('')}`,
  )
  const again = await offersBuild([
    'import',
    join(root, 'a.csv'),
    '--source',
    join(root, 'other'),
    ...ANSWERS,
    '--benefit',
    'none',
  ])
  t.match(again, { code: 0 })
  t.match(offersOf(join(root, 'other'))[0], { valid_from: null, valid_until: '2027-12-01' })
})

t.test('whole prices that may be cents are asked about', async (t) => {
  const prices = (one: string, other: string, old = '') =>
    `id;banco;que;precio;precio normal\n${[one, other, one].map((price, n) => `${n};B;Té ${n};${price};${old}\n`).join('')}`
  const cases: [country: string, table: string, isAsked: boolean][] = [
    ['ES', prices('499', '1299'), true],
    ['ES', prices('0', '499'), true],
    ['ES', prices('4', '12'), false],
    ['ES', prices('4,99', '12,99'), false],
    ['CL', prices('4990', '12990'), false],
    ['MX', prices('499', '1299'), false],
    ['MX', prices('499', '1299', '12.99'), true],
  ]
  for (const [country, table, isAsked] of cases) {
    const { code, stderr } = await importing(t, table).run('--country', country)
    t.equal(code, isAsked ? 2 : 0, `${country} ${table}`)
    t.equal(stderr.includes('"precio as cents" if 499 is 4.99, "precio as units" if 499 is 499'), isAsked)
  }
  for (const [kind, value] of [
    ['cents', 4.99],
    ['fixed_price in units', 499],
  ] as const) {
    const { source, run } = importing(t, prices('499', '1299'))
    t.match(await run('--country', 'ES', '--value', `precio as ${kind}`), { code: 0 })
    t.match(offersOf(source)[0], { benefit: { kind: 'fixed_price', value, currency: 'EUR' } })
    t.match(await run('--country', 'ES'), { code: 0 })
    t.match(offersOf(source)[1], { benefit: { value: kind === 'cents' ? 12.99 : 1299 } }, 'tomorrow, too')
  }
})

t.test('a table that says no benefit, price or offer is asked about', async (t) => {
  const people = 'id;banco;que;nacimiento\n1;B;Ana;1950-03-01\n2;B;Eva;1951-03-01\n'
  const { source, run } = importing(t, people)
  t.match(await run(), { code: 2, stderr: '"none" publishes 2 rows such as "Ana" as offers' })
  t.match(await run('--benefit', 'none'), { code: 0 })
  t.match(offersOf(source)[0], { benefit: { kind: 'other', value: null } })
  for (const more of ['oferta;Té\n', 'precio;$ 5\n', 'beneficio;Té\n']) {
    const [heading, cell] = more.split(';')
    const { code } = await importing(t, `id;banco;que;${heading}\n1;B;Té;${cell}`).run()
    t.equal(code, 0, more)
  }
})

t.test('an issuer that is spelt almost like a heading is asked about', async (t) => {
  const table = 'id;brand;que;descuento\n1;Uno;Té;10%\n2;Dos;Mate;20%\n'
  for (const [issuer, isRefused] of [
    ['Brand', true],
    ['brands', true],
    ['Brand Ltd', false],
    ['IF', false],
  ] as const) {
    const { code, stderr } = await importing(t, table).run('--issuer', issuer)
    t.equal(stderr.includes('is no column, but "brand" is; name that column'), isRefused, issuer)
    t.equal(code, isRefused ? 2 : 0, issuer)
  }
  const json = importing(t, '[{"id":1,"brand":"Uno","que":"10% dcto"}]', 'a.json')
  t.match(await json.run('--title', '/que', '--issuer', '/supermarket'), {
    code: 2,
    stderr: '--issuer: found no column "/supermarket"',
  })
})

t.test('the output of an import has at most 40 lines', async (t) => {
  const rows = Array.from(
    { length: 60 },
    (_, n) => `${n};B;${n} cosas y ${n + 1} mas;pronto ${n};cuando ${n};${n % 7 ? '' : '#REF!'}`,
  )
  const text = `id;banco;beneficio;desde;hasta;tope;a;b;c;d;e;f;g\n1000;B;20%;2026-01-01;2026-02-01;\n${rows.join('\n')}\n`
  const { run } = importing(t, text)
  const first = await run('--title', 'beneficio')
  t.equal(first.code, 0, first.stderr)
  t.match(first.stdout, /51 × beneficio \(benefit\.value\): found .*; expected one value/)
  t.match(first.stdout, '--summary FILE.md names each cell')
  t.ok(first.stdout.split('\n').length <= 41, first.stdout)
})

t.test(
  'a number next to its kind is read by the kind, and a highest discount is no cap in money',
  async (t) => {
    const table =
      'id;banco;que;discount_type;discount_amount;max_discount\n1;B;a;percent;10;20\n2;B;b;flat;5;30\n3;B;c;percent;15;50\n'
    const { source, run } = importing(t, table)
    t.match(await run(), { code: 2, stderr: '--ignore "max_discount" leaves it out' })
    t.match(await run('--ignore', 'max_discount'), { code: 0, stdout: '3 offers from 3 rows' })
    t.match(offersOf(source), [
      { benefit: { kind: 'percentage', value: 10, cap: null } },
      { benefit: { kind: 'amount', value: 5, currency: 'CLP' } },
      { benefit: { kind: 'percentage', value: 15 } },
    ])
  },
)
