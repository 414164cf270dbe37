// Rows that are no offers: named by line, and no fault of their issuer. The rows of a file are its offers, the rejected rows and these.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { saysTotal } from '../../../import/tables/no-offer.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const HEADINGS = 'Código;Oferta;Comercio;Precio;Desde;Hasta'
const offers = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `R-${n};Menú del día ${n};Local ${n};$ ${n + 1}.000;01/11/2026;31/12/2026`,
  )

t.test('twelve offers, a total and a note are twelve offers', async (t) => {
  const ends: [rows: string[], found: RegExp][] = [
    [['TOTAL;;;$ 78.000;;', '* Hasta agotar stock'], /1 × total: line 14 .*\n.*1 × note: line 15/],
    [[';Total ofertas;12;;;', ';;;;;', 'Fuente: Banco;Lenga'], /1 × total: line 14/],
    [[';;;78000;;', 'Elaborado por;Ana'], /1 × total: line 14 "78000"/],
    [['Promedio;;;6.500;;', ';;Precios en pesos;;;'], /1 × total: line 14/],
  ]
  for (const [rows, found] of ends) {
    const days = daysOf(t, 'a.csv', [HEADINGS, ...offers(12), ...rows].map((line) => `${line}\r\n`).join(''))
    const { code, stdout, stderr } = await days.run(...FACTS, '--json')
    t.equal(code, 0, stderr)
    const { rows: all, offers: good, rejected, noOffer } = JSON.parse(stdout)
    t.equal(good, 12, rows.join(' '))
    t.equal(rejected, 0, rows.join(' '))
    t.equal(all, 12 + noOffer.total + noOffer.note + noOffer.empty)
    t.match((await days.run()).stdout, found)
  }
})

t.test('a row with a code like the others is an offer, or rejected', async (t) => {
  const odd = ['R-90;Entrada liberada', 'R-91', 'R-92;;Local', 'R-93;Total']
  const lines = [
    HEADINGS,
    ...offers(4),
    ...odd.map((line) => line + ';'.repeat(6 - line.split(';').length)),
    ...offers(6).slice(4),
  ]
  const days = daysOf(t, 'a.csv', lines.map((line) => `${line}\n`).join(''))
  const { code, stdout, stderr } = await days.run(...FACTS)
  t.equal(code, 0, stderr)
  t.match(stdout, '8 offers from 10 rows')
  t.match(stdout, '2 rejected')
  const rejected = readFileSync(join(days.source, 'rejected.ndjson'), 'utf8')
  t.match(rejected, /"ref":"R-91".*\n.*"ref":"R-92"/)
})

t.test('a row without a code is a note below the table, and rejected between offers', async (t) => {
  const lines = [
    HEADINGS,
    ...offers(4),
    ';Menú sin código;;;;31/12/2026',
    ...offers(6).slice(4),
    ';Actualizado;;;;31/10/2026',
  ]
  const days = daysOf(t, 'a.csv', lines.map((line) => `${line}\n`).join(''))
  const { stdout } = await days.run(...FACTS)
  t.match(stdout, '6 offers from 8 rows')
  t.match(stdout, /1 × Código \(ref\): line 6 says nothing/)
  t.match(stdout, /1 × note: line 9 "Actualizado \| 31\/10\/2026"/)
})

t.test('totals without a code among the columns, in a workbook', async (t) => {
  const rows = [
    ['Prodotto', 'Reparto', 'Prezzo scontato', 'Valido fino al'],
    ['Pasta', 'Dispensa', 0.99, '09/12/2026'],
    ['Olio', 'Dispensa', 6.99, '09/12/2026'],
    ['Subtotale', null, 7.98, null],
    ['Totalmente integrale', 'Pane', 3.75, '24/12/2026'],
    ['TOTALE:', null, 11.73, null],
  ]
  const days = daysOf(t, 'a.xlsx', await writeXlsx({ sheets: [{ name: 'S', rows }] }))
  const { stdout } = await days.run('--country', 'IT', '--issuer', 'Super')
  t.match(stdout, '2 × total: row 4 "Subtotale | 7.98"; row 6 "TOTALE: | 11.73"')
  t.match(days.offers(), [{ title: 'Pasta' }, { title: 'Olio' }, { title: 'Totalmente integrale' }])
})

t.test('words for totals, and titles that begin with one', (t) => {
  for (const text of [
    'Total',
    'TOTALES',
    'Total general',
    'Gran total:',
    'Subtotal',
    'Sub-total',
    'Summe',
    'Gesamtsumme',
    'Sous-total',
    'Total 12 ofertas',
    'Promedio',
    'Average',
    'Durchschnitt',
    'Итого',
    'Totaal',
    'Razem',
  ])
    t.ok(saysTotal(text), text)
  for (const text of [
    'Total Wine',
    'Totalmente gratis',
    'Media docena de empanadas',
    'Summer',
    'Mean girls',
    'Average Joe',
    '20% en total',
    '',
  ])
    t.notOk(saysTotal(text), text)
  t.end()
})

t.test('notes of a JSON file have a place', async (t) => {
  const offer = (id: string) => ({ id, title: `Menu ${id}`, discount: '10%', until: '2026-12-31' })
  const days = daysOf(
    t,
    'a.json',
    JSON.stringify([offer('a1'), offer('a2'), offer('a3'), { note: 'Prices in pesos' }]),
  )
  const { code, stdout, stderr } = await days.run(...FACTS)
  t.equal(code, 0, stderr)
  t.match(stdout, '1 × note: item 4 "Prices in pesos"')
})
