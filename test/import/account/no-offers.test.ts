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

const TOTALS: readonly [table: string, offers: number, found: RegExp][] = [
  [
    'Oferta;Comercio;Descuento;Tope;Hasta\nTé;A;5%;$ 5.000;31/12/2026\nPan;B;6%;$ 7.000;31/12/2026\nYhteensä;2;;$ 12.000;\n',
    2,
    /1 × total: line 4 "Yhteensä \| 2 \| \$ 12\.000"/,
  ],
  [
    'Código;Oferta;Precio;Hasta\nTE;Té;$ 5.000;31/12/2026\nPAN;Pan;$ 7.000;31/12/2026\nMATE;Mate;$ 8.000;31/12/2026\nToplam;;$ 20.000;\n',
    3,
    /1 × total: line 5 "Toplam/,
  ],
  [
    'Oferta;Precio;Hasta\nTé;$ 5.000;31/12/2026\nPan;$ 7.000;31/12/2026\nMate;$ 8.000;31/12/2026\n合計;$ 20.000;\nLomo;$ 1.000;31/12/2026\nFlan;$ 2.000;31/12/2026\nSopa;$ 4.000;31/12/2026\n合計;$ 7.000;\n総計;$ 27.000;\n',
    6,
    /3 × total: line 5 .*line 9 .*line 10/,
  ],
  // The total counts the row that is skipped, too.
  [
    'Oferta;Descuento;Tope;Estado\nTé;5%;$ 5.000;activo\nPan;6%;$ 7.000;vencido\nMate;7%;$ 8.000;activo\nÖsszesen;6%;$ 20.000;\n',
    2,
    /1 × total: line 5 "Összesen \| 6% \| \$ 20\.000"/,
  ],
]

t.test('totals under words of any language are known by their figures', async (t) => {
  for (const [table, count, found] of TOTALS) {
    const days = daysOf(t, 'a.csv', table)
    const { code, stdout, stderr } = await days.run(
      ...FACTS,
      ...(table.includes('Estado') ? ['--skip-status', 'vencido'] : []),
    )
    t.equal(code, 0, stderr)
    t.match(stdout, found)
    t.equal(days.offers().length, count)
  }
})

t.test('offers whose figures add up by chance are offers', async (t) => {
  const tables = [
    // Percentages are never summed.
    'Oferta;Descuento;Hasta\nTé;5%;31/12/2026\nPan;5%;31/12/2026\nMate;10%;31/12/2026\nFlan;20%;\n',
    // They lack nothing, or are too few.
    'Oferta;Precio;Hasta\nTé;$ 1.000;31/12/2026\nPan;$ 2.000;31/12/2026\nMate;$ 3.000;\nFlan;$ 6.000;31/12/2026\n',
    'Código;Oferta;Precio;Hasta\nR-1;Té;$ 1.000;31/12/2026\nR-2;Pan;$ 2.000;31/12/2026\nR-3;Mate;$ 3.000;31/12/2026\nR-4;;$ 6.000;\nR-5;Flan;$ 12.000;\n',
  ]
  for (const table of tables) {
    const { stdout } = await daysOf(t, 'a.csv', table).run(...FACTS)
    t.match(stdout, /offers? from/)
    t.notMatch(stdout, 'total')
  }
})

t.test('a footnote in the columns of merchant and title is no offer', async (t) => {
  const rows = ['A;Té;5%;31/12/2026', 'B;Pan con palta;6%;31/12/2026', 'C;Mate;7%;31/12/2026']
  const note = '* Válido hasta agotar stock;Solo en locales adheridos;;'
  for (const headings of ['Comercio;Oferta;Descuento;Hasta', 'Nota;Oferta;Descuento;Hasta']) {
    const table = (...lines: string[]) => [headings, ...lines].map((line) => `${line}\n`).join('')
    const days = daysOf(t, 'a.csv', table(...rows, note))
    t.match((await days.run(...FACTS)).stdout, '1 × note: line 5 "* Válido hasta agotar stock')
    t.equal(days.offers().length, 3)
    // Between offers it may be one.
    days.change(table(...rows, 'D;Flan;;', ...rows.map((row) => row.replace(';', ';Otro '))))
    t.equal((await days.run()).code, 0)
    t.equal(days.offers().length, 7)
  }
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

t.test('subtotals below the headings of sections are totals', async (t) => {
  const section = (name: string, figures: readonly string[], sum: string) =>
    `${name},,\n${figures.map((figure, n) => `${name} ${n},$ ${figure},0${n + 1}/11/2026\n`).join('')}Subtotal ${name},$ ${sum},\n`
  const table = `Oferta,Precio,Hasta\n${section('Hogar', ['4.990', '5.990', '6.990'], '17.970')}${section('Viajes', ['1.990', '2.990', '3.990'], '8.970')}`
  const days = daysOf(t, 'a.csv', table)
  const { code, stdout, stderr } = await days.run(...FACTS)
  t.equal(code, 0, stderr)
  t.match(stdout, '6 offers from 10 rows, 2 with totals, 2 with notes')
})

t.test('a total that appears later below the offers is named, and left out', async (t) => {
  const rows = 'Oferta;Precio\nTé;5.000\nPan;7.000\nMate;8.000\n'
  const days = daysOf(t, 'a.csv', rows)
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(`${rows}Celkem;20.000\n`)
  t.match((await days.run()).stdout, '1 × total: line 5 "Celkem | 20.000"')
  t.equal(days.offers().length, 3)
})

t.test('another total than the one that was named is asked about', async (t) => {
  const table = (name: string) =>
    `Oferta;Precio\nTé;5.000\nPan;7.000\nMate;8.000\n${name};20.000\nFlan;1.500\nSopa;2.500\n`
  const days = daysOf(t, 'a.csv', table('Celkem'))
  t.equal((await days.run(...FACTS, '--skip-status', 'Celkem')).code, 0)
  days.change(table('Vše'))
  t.match(await days.run(), { code: 1, stderr: '"Vše" (line 5)' })
})
