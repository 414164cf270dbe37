// Answers about the kind of a value hold only for rows whose own words do not say something else.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const valuesOf = (offers: readonly unknown[]) =>
  (offers as { benefit: { value: number | null } }[]).map(({ benefit }) => benefit.value)

t.test(
  'an answer about a column holds for no row that names another kind, and its cost is said',
  async (t) => {
    for (const heading of ['Modalidad', 'Tipo de desconto', 'Forma']) {
      const table = `Código;Oferta;${heading};Valor\nR-1;Té;Dinero;50\nR-2;Pan;Porcentaje;20\nR-3;Café;Efectivo;30\nR-4;Mate;;10\n`
      const asked = await daysOf(t, 'a.csv', table).run(...FACTS)
      t.equal(asked.code, 2)
      for (const [kind, values, cost] of [
        ['percentage', [null, 20, null, 10], `2 of 4 rows get no value, such as "50"`],
        ['amount', [50, null, 30, 10], `1 of 4 rows get no value, such as "20"`],
      ] as const) {
        const days = daysOf(t, 'a.csv', table)
        const ended = await days.run(...FACTS, '--value', `Valor as ${kind}`)
        t.equal(ended.code, 0, ended.stderr)
        t.match(ended.stdout, cost)
        t.strictSame(valuesOf(days.offers()), values)
      }
    }
  },
)

t.test('each word that the question lists works', async (t) => {
  const table = 'Código;Oferta;Tipo de desconto;Valor\nR-1;Té;A;500\nR-2;Pan;B;300\nR-3;Café;C;200\n'
  const asked = await daysOf(t, 'a.csv', table).run(...FACTS)
  t.equal(asked.code, 2)
  const [, listed = ''] = /"Valor as percentage", or ([^;]+);/.exec(asked.stderr) ?? []
  t.notMatch(listed, 'cents')
  for (const kind of listed.split(', ')) {
    const days = daysOf(t, 'a.csv', table)
    const ended = await days.run(...FACTS, '--value', `Valor as ${kind}`)
    t.equal(ended.code, 0, ended.stderr)
    t.strictSame(valuesOf(days.offers()), [500, 300, 200], kind)
  }
})

t.test('a rate of interest is never the value, and takes that of instalments away', async (t) => {
  for (const heading of ['CFT', 'Costo financiero total', 'TAE', 'APR', 'CFTEA', 'Custo efetivo total']) {
    const table = `Código;Oferta;Cuotas;${heading}\nR-1;Té;12;45\nR-2;Pan;6;0\nR-3;Café;3;12,5%\nR-4;Mate;9;\n`
    const days = daysOf(t, 'a.csv', table)
    const { code, stdout, stderr } = await days.run(...FACTS)
    t.equal(code, 0, stderr)
    t.match(stdout, `instalments without interest: "${heading}" says "45"`)
    t.strictSame(valuesOf(days.offers()), [null, 6, null, 9])
  }
  const none = daysOf(t, 'a.csv', 'Código;Promo;TAE\nR-1;Té;45%\nR-2;Pan;30%\n')
  t.equal((await none.run(...FACTS)).code, 0)
  t.strictSame(valuesOf(none.offers()), [null, null])
})
