// Money that no member reads, next to a value: asked about once under any heading, and each answer works.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS, pasted } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const table = (heading: string, cells: readonly string[]) =>
  `Código;Oferta;Descuento;${heading}\n${cells.map((cell, n) => `R-${n};Té ${n};${n + 5}%;${cell}\n`).join('')}`

t.test('amounts under a heading that says nothing are asked about', async (t) => {
  for (const [heading, cells] of [
    ['Tetto massimo', ['5000', '7000', '5000']],
    ['Maks rabatt', ['$ 5.000', '$ 7.000', '$ 8.000']],
    ['Strop', ['5.000', '', '7.000']],
  ] as const) {
    const text = table(heading, cells)
    const asked = await daysOf(t, 'a.csv', text).run(...FACTS)
    t.equal(asked.code, 2)
    t.match(asked.stderr, `"${heading}" has amounts that are not read`)
    for (const [options, cap] of [
      [`--cap "${heading}"`, 5000],
      [`--ignore "${heading}"`, null],
    ] as const) {
      const days = daysOf(t, 'a.csv', text)
      const ended = await days.run(...FACTS, ...pasted(t, asked.stderr, options))
      t.equal(ended.code, 0, ended.stderr)
      t.match(days.offers()[0], { benefit: { cap: cap === null ? null : { value: cap } } })
      t.equal((await days.run()).code, 0, 'tomorrow nothing is asked')
    }
  }
})

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
