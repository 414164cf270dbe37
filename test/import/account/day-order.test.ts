// What shows that days come in another order than before. What the refusal advises is followed in refusals.test.ts.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const table = (...ends: string[]) =>
  `Código;Oferta;Descuento;Hasta\n${ends.map((end, n) => `R-${n};Té ${n};5%;${end}\n`).join('')}`
const DAY_FIRST = table('31/12/2026', '05/11/2026', '10/11/2026', '15/11/2026')

t.test('periods show their order, too', async (t) => {
  const periods = (...all: string[]) => table(...all).replace('Hasta', 'Vigencia')
  const days = daysOf(t, 'a.csv', periods('01/11/2026 al 30/11/2026', '05/11/2026 al 28/11/2026'))
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(periods('11/01/2026 al 11/12/2026', '11/05/2026 al 11/28/2026'))
  t.match(await days.run(), { code: 1, stderr: 'one day is in the order MM/DD/YYYY' })
})

t.test('one day in the other order is a mistake of its row', async (t) => {
  const days = daysOf(t, 'a.csv', DAY_FIRST)
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(DAY_FIRST.replace('05/11/2026', '11/25/2026'))
  t.match(await days.run(), { code: 0, stdout: 'found line 3 "11/25/2026"' })
})
