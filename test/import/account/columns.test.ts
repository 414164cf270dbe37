// Columns that need no question. Those that are asked about are in questions.test.ts.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const TABLE =
  'Código;Oferta;Descuento;Hasta\nR-1;Té;5%;31/12/2026\nR-2;Pan;6%;31/12/2026\nR-3;Café;7%;31/12/2026\n'
const withColumn = (heading: string, cell: string) =>
  TABLE.replace(/$/gm, `;${cell}`)
    .replace(/;[^;\n]*$/, '')
    .replace(/\n;[^;\n]*$/, '\n')
    .replace(`Hasta;${cell}`, `Hasta;${heading}`)

t.test('a new column without a role is named, and an empty one with a role is not asked about', async (t) => {
  const days = daysOf(t, 'a.csv', TABLE)
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(withColumn('Tope', ''))
  t.equal((await days.run()).code, 0)
  days.change(withColumn('Notas', 'x'))
  t.match(await days.run(), { code: 0, stdout: 'not read: the columns "Notas"' })
})

t.test('a column to ignore must be there', async (t) => {
  const days = daysOf(t, 'a.csv', TABLE)
  t.match(await days.run(...FACTS, '--ignore', 'Topes'), {
    code: 2,
    stderr: '--ignore: found no column "Topes"',
  })
  t.equal((await days.run(...FACTS)).code, 0)
  t.match(await days.run('--ignore', 'Topes'), { code: 2, stderr: '--ignore: found no column "Topes"' })
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
