// Money next to a value that needs no question. What is asked about is in questions.test.ts.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const table = (heading: string, cells: readonly string[]) =>
  `Código;Oferta;Descuento;${heading}\n${cells.map((cell, n) => `R-${n};Té ${n};${n + 5}%;${cell}\n`).join('')}`

t.test('a currency in the heading of a cap does not matter', async (t) => {
  for (const heading of ['Teto (R$)', 'Tope S/', 'Tope $', 'Límite (US$)', 'Tope (CLP)']) {
    const days = daysOf(t, 'a.csv', table(heading, ['$ 5.000', '$ 7.000', '$ 8.000']))
    const { code, stdout } = await days.run(...FACTS)
    t.equal(code, 0, heading)
    t.match(stdout, `cap          ${heading}`)
  }
})

t.test('what is counted, rates, codes, years and prices before are not asked about', async (t) => {
  for (const [heading, cells] of [
    ['Stock', ['50', '120', '80']],
    ['Precio normal', ['5000', '7000', '8000']],
    ['TAE', ['45', '30', '22']],
    ['Cod. producto', ['5012', '7013', '8044']],
    ['Año', ['2026', '2026', '2027']],
    ['Aforo', ['2', '4', '3']],
    ['Rebaja extra', ['10%', '20%', '30%']],
  ] as const) {
    const { code, stderr } = await daysOf(t, 'a.csv', table(heading, cells)).run(...FACTS)
    t.notMatch(stderr, 'has amounts that are not read', heading)
    if (heading !== 'Rebaja extra') t.equal(code, 0, `${heading}: ${stderr}`)
  }
})
