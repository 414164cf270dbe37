// Columns that may say something of the offers and are not read, or are there twice: asked about once.

import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS, pasted } from './follow-through.ts'

t.setTimeout(BUSY_MS)

t.test('a heading that is there twice with cells is asked about, and each answer is followed', async (t) => {
  const rows = [
    [null, null, 'Crédito', null, 'Débito', null, null],
    ['Código', 'Comercio', 'Descuento', 'Tope', 'Descuento', 'Tope', 'Hasta'],
    ['G0', 'Local 0', '30%', '$ 10.000', '15%', '$ 5.000', '31/12/2026'],
    ['G1', 'Local 1', '40%', '$ 20.000', '20%', '$ 8.000', '31/12/2026'],
    ['G2', 'Local 2', null, null, '10%', '$ 4.000', '31/12/2026'],
  ]
  const answers: [options: string, benefits: (number | null)[], cap: number][] = [
    ['--ignore "Descuento (2) + Tope (2)"', [30, 40, null], 10_000],
    ['--benefit "Descuento (2)" --cap "Tope (2)"', [15, 20, 10], 5000],
  ]
  for (const [options, values, cap] of answers) {
    const days = daysOf(t, 'libro.xlsx', await writeXlsx({ sheets: [{ name: 'S', rows }] }))
    const asked = await days.run(...FACTS)
    t.equal(asked.code, 2)
    const ended = await days.run(...FACTS, ...pasted(t, asked.stderr, options))
    t.equal(ended.code, 0, ended.stderr)
    t.match(
      days.offers(),
      values.map((value) => ({ benefit: { value } })),
    )
    t.match(days.offers()[0], { benefit: { cap: { value: cap } } })
    t.equal((await days.run()).code, 0)
  }
})

t.test(
  'figures and days of a heading with a role are asked about, and ids and prices before are not',
  async (t) => {
    const table =
      'N°;Código;Oferta;Precio oferta;Precio;Descuento;Máx descuento\n1;R-1;Té;$ 990;$ 1.990;5%;20\n2;R-2;Pan;$ 490;$ 890;;30\n3;R-3;Café;$ 290;$ 390;9%;40\n'
    const days = daysOf(t, 'a.csv', table)
    const asked = await days.run(...FACTS)
    t.equal(asked.code, 2)
    t.match(asked.stderr, /--ignore COLUMN: "Máx descuento" has figures or days that are not read/)
    t.equal((await days.run(...FACTS, ...pasted(t, asked.stderr, '--ignore "Máx descuento"'))).code, 0)
    t.match(days.offers()[0], { benefit: { value: 5, cap: null } })
    t.equal((await days.run()).code, 0)
    const read = daysOf(t, 'a.csv', table)
    const capped = await read.run(...FACTS, ...pasted(t, asked.stderr, '--cap "Máx descuento"'))
    t.equal(capped.code, 0, capped.stderr)
    t.match(read.offers()[0], { benefit: { cap: { value: 20, currency: 'CLP' } } })
  },
)

t.test('one understood cell chooses no column', async (t) => {
  const rows = Array.from(
    { length: 40 },
    (_, n) =>
      `R${n};Local ${n};${n === 7 ? '20% dcto' : `Algo rico en el local ${n} hoy`};${(n % 4) * 5 + 10} %\n`,
  )
  const table = `codigo;comercio;beneficio;descuento\n${rows.join('')}`
  const days = daysOf(t, 'a.csv', table)
  const asked = await days.run(...FACTS)
  t.equal(asked.code, 2)
  t.match(asked.stderr, '1 of 40 cells of "beneficio" are understood, 40 of 40 of "descuento"')
  t.equal((await days.run(...FACTS, ...pasted(t, asked.stderr, '--benefit "descuento"'))).code, 0)
  t.match(days.offers().slice(0, 2), [{ benefit: { value: 10 } }, { benefit: { value: 15 } }])
  const kept = daysOf(t, 'a.csv', table)
  t.equal((await kept.run(...FACTS, ...pasted(t, asked.stderr, '--benefit "beneficio"'))).code, 0)
  t.match(kept.offers()[7], { benefit: { value: 20 } })
})

t.test('a column of periods that mostly holds single days is asked about', async (t) => {
  const cells = [
    '31/12/2026',
    '31/12/2026',
    '31/12/2026',
    '30-11-2026',
    'hasta el 15/11/2026',
    'Hasta agotar stock',
  ]
  const table = `Código;Oferta;Descuento;Vigencia\n${cells.map((each, n) => `R-${n};Té ${n};5%;${each}\n`).join('')}`
  const days = daysOf(t, 'a.csv', table)
  const asked = await days.run(...FACTS)
  t.equal(asked.code, 2)
  t.match(asked.stderr, '4 of 6 cells of "Vigencia" are single days')
  t.equal((await days.run(...FACTS, ...pasted(t, asked.stderr, '--until "Vigencia"'))).code, 0)
  const ends = ['2026-12-31', '2026-12-31', '2026-12-31', '2026-11-30', '2026-11-15', null]
  t.match(
    days.offers(),
    ends.map((end) => ({ valid_from: null, valid_until: end })),
  )
  const starts = daysOf(t, 'a.csv', table)
  t.equal((await starts.run(...FACTS, ...pasted(t, asked.stderr, '--from "Vigencia"'))).code, 0)
  t.match(starts.offers()[0], { valid_from: '2026-12-31', valid_until: null })
})

const TABLE =
  'Código;Oferta;Descuento;Hasta\nR-1;Té;5%;31/12/2026\nR-2;Pan;6%;31/12/2026\nR-3;Café;7%;31/12/2026\n'
const withColumn = (heading: string, cell: string) =>
  TABLE.replace(/$/gm, `;${cell}`)
    .replace(/;[^;\n]*$/, '')
    .replace(/\n;[^;\n]*$/, '\n')
    .replace(`Hasta;${cell}`, `Hasta;${heading}`)

t.test(
  'a new column with a role is refused once, one without a role is named, and an empty one is neither',
  async (t) => {
    const days = daysOf(t, 'a.csv', TABLE)
    t.equal((await days.run(...FACTS)).code, 0)
    days.change(withColumn('Tope', ''))
    t.equal((await days.run()).code, 0)
    days.change(withColumn('Notas', 'x'))
    t.match(await days.run(), { code: 0, stdout: 'not read: the columns "Notas"' })
    days.change(withColumn('Tope', '$ 9.000'))
    const refused = await days.run()
    t.equal(refused.code, 1)
    t.match(refused.stderr, '"Tope" is new, and may say something of the offers')
    t.equal((await days.run(...pasted(t, refused.stderr, '--ignore "Tope"'))).code, 0)
    t.equal((await days.run()).code, 0)
    t.match(days.offers()[0], { benefit: { cap: null } })
  },
)

t.test('a column to ignore must be there', async (t) => {
  const days = daysOf(t, 'a.csv', TABLE)
  t.match(await days.run(...FACTS, '--ignore', 'Topes'), {
    code: 2,
    stderr: '--ignore: found no column "Topes"',
  })
  t.equal((await days.run(...FACTS)).code, 0)
  t.match(await days.run('--ignore', 'Topes'), { code: 2, stderr: '--ignore: found no column "Topes"' })
})

t.test('another benefit next to the value is asked about, and each answer is followed', async (t) => {
  for (const [heading, form, kind, value] of [
    ['Modalidad', '2x1', 'multibuy', 2],
    ['Extra', '3x2', 'multibuy', 1.5],
    ['Pago', '6 cuotas sin interés', 'installments', 6],
    ['Además', '10% de reintegro', 'cashback', 10],
  ] as const) {
    const table = `id;titulo;Descuento;${heading}\nR-1;Té;20%;${form}\nR-3;Pan;15%;\nR-4;Mate;;${form}\n`
    const asked = await daysOf(t, 'a.csv', table).run(...FACTS)
    t.equal(asked.code, 2)
    for (const [options, values] of [
      [`--ignore "${heading}"`, [20, 15, null]],
      [`--benefit "Descuento + ${heading}"`, [null, 15, value]],
    ] as const) {
      const days = daysOf(t, 'a.csv', table)
      const ended = await days.run(...FACTS, ...pasted(t, asked.stderr, options))
      t.equal(ended.code, 0, ended.stderr)
      t.match(
        days.offers(),
        values.map((each) => ({ benefit: { value: each, ...(each === value ? { kind } : {}) } })),
      )
      t.equal((await days.run()).code, 0)
    }
  }
})

t.test('days and points whose headings say so, and merchants, need no question', async (t) => {
  const facts = ['--country', 'PL', '--issuer', 'Bank']
  for (const [from, until] of [
    ['Ważne od', 'Ważne do'],
    ['Platí od', 'Platí do'],
    ['Gilt ab', 'Gilt bis'],
    ['Gäller från', 'Gäller till'],
    ['Gælder fra', 'Gælder til'],
    ['Geldig vanaf', 'Geldig tot'],
    ['Başlangıç tarihi', 'Bitiş tarihi'],
  ]) {
    const days = daysOf(
      t,
      'a.csv',
      `Nr;Angebot;Rabatt;${from};${until};Punkte\nA1;Tee;5%;2026/09/01;2026/12/31;500\nA3;Brot;6%;2026/9/2;2026.11.30;1200\n`,
    )
    const { code, stderr } = await days.run(...facts)
    t.equal(code, 0, stderr)
    t.match(days.offers(), [
      { valid_from: '2026-09-01', valid_until: '2026-12-31', benefit: { cap: null } },
      { valid_from: '2026-09-02', valid_until: '2026-11-30' },
    ])
  }
  for (const [heading, cells] of [
    ['Rabatt %', ['10%', '20%']],
    ['Descuento', ['10%', '20%']],
  ] as const) {
    const days = daysOf(t, 'a.csv', `Händler;${heading}\nLaden A;${cells[0]}\nLaden B;${cells[1]}\n`)
    const { code, stderr } = await days.run(...facts)
    t.equal(code, 0, stderr)
    t.match(days.offers(), [{ title: '10% · Laden A', merchant: 'Laden A' }, { benefit: { value: 20 } }])
  }
})
