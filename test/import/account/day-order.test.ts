// Days that come in another order on a later day are no other days: the import is refused, and its advice works.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const table = (...ends: string[]) =>
  `Código;Oferta;Descuento;Hasta\n${ends.map((end, n) => `R-${n};Té ${n};5%;${end}\n`).join('')}`
const endsOf = (offers: readonly unknown[]) =>
  (offers as { valid_until: string }[]).map(({ valid_until }) => valid_until)

const DAY_FIRST = table('31/12/2026', '05/11/2026', '10/11/2026', '15/11/2026')
const MONTH_FIRST = table('12/31/2026', '11/05/2026', '11/10/2026', '11/15/2026')
const ENDS = ['2026-12-31', '2026-11-05', '2026-11-10', '2026-11-15']

t.test('days in the other order are refused, and the mapping says which it is', async (t) => {
  for (const [first, next, own, other] of [
    [DAY_FIRST, MONTH_FIRST, 'DD/MM/YYYY', 'MM/DD/YYYY'],
    [MONTH_FIRST, DAY_FIRST, 'MM/DD/YYYY', 'DD/MM/YYYY'],
  ] as const) {
    const days = daysOf(t, 'a.csv', first)
    t.equal((await days.run(...FACTS)).code, 0)
    t.strictSame(endsOf(days.offers()), ENDS)
    days.change(next)
    const refused = await days.run()
    t.equal(refused.code, 1)
    t.match(refused.stderr, `2 days are in the order ${other}, such as "`)
    t.match(refused.stderr, `replace ${own} by ${other} in /formats/dates`)
    t.strictSame(endsOf(days.offers()), ENDS, 'nothing was written')
    const mapping = join(days.source, 'mapping.json')
    writeFileSync(mapping, readFileSync(mapping, 'utf8').replace(own, other))
    t.equal((await days.run()).code, 0)
    t.strictSame(endsOf(days.offers()), ENDS)
  }
})

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
