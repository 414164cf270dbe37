// Sheets, lists and tables of a file that may hold offers: each is asked about once, and the answer that is printed works.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { bookOf, daysOf, FACTS, pasted, type SheetRows, textOf } from './follow-through.ts'
import { HEADINGS, month } from './tables.ts'

t.setTimeout(BUSY_MS)

t.test('a hidden sheet with offers is asked about, and one without is not', async (t) => {
  const open = { name: 'May', rows: month('M') }
  const hidden = { name: 'Old', rows: month('O', 1), hidden: true }
  const summary = {
    name: 'Resumen',
    rows: [
      ['Total', 'Mes'],
      ['3', 'mayo'],
    ],
  }
  const days = daysOf(t, 'libro.xlsx', await bookOf(summary, open))
  const first = await days.run(...FACTS)
  t.equal(first.code, 0, first.stderr)
  days.change(await bookOf(summary, open, hidden))
  const { code, stderr } = await days.run()
  t.equal(code, 1)
  t.match(stderr, '--sheet "Old" (1 row, hidden)')
  t.equal((await days.run(...pasted(t, stderr, '--sheet "May"'))).code, 0)
  t.match((await days.run()).stdout, 'not read: "Resumen", "Old" (hidden)')
})

t.test('sheets whose headings differ are no one table', async (t) => {
  const other = {
    name: 'June',
    rows: [
      [...HEADINGS, 'Tope'],
      ['J-0', 'Cine', 'Local', '9%', '31/12/2026', '$ 9.000'],
    ],
  }
  const days = daysOf(t, 'libro.xlsx', await bookOf({ name: 'May', rows: month('M') }, other))
  const asked = await days.run(...FACTS)
  t.notMatch(asked.stderr, 'as one table')
})

const WIDER: SheetRows = [
  [...HEADINGS, 'Compra mínima'],
  ['V-1', 'Pasajes', 'Bus', '15%', '30/11/2026', '$ 9.000'],
  ['V-2', 'Noches', 'Hotel', '25%', '30/11/2026', '$ 9.000'],
]

t.test('a second table that comes later is refused, and one that moves is followed', async (t) => {
  const days = daysOf(t, 'a.csv', textOf(month('R', 4)))
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(textOf(month('R', 4)) + textOf(WIDER))
  const refused = await days.run()
  t.equal(refused.code, 1)
  t.equal((await days.run(...pasted(t, refused.stderr, '--headings 1'))).code, 0)
  t.equal(days.offers().length, 4)
  // The table above has one more row, and a title above it.
  days.change(`Ofertas de mayo\n${textOf(month('R', 5))}${textOf(WIDER)};;;;;\n`)
  const moved = await days.run()
  t.equal(moved.code, 0, moved.stderr)
  t.match(moved.stdout, '1 empty, 3 in other tables of the file')
  t.equal(days.offers().length, 5)
})

t.test('rows with words of headings, and repeated headings, are no second table', async (t) => {
  const rows: SheetRows = [
    ['Código', 'Oferta', 'Tipo', 'Rubro', 'Lugar', 'Descuento'],
    ['R-1', 'Menú', 'Descuento', 'Restaurante', 'Local', ''],
    ['R-2', 'Cena', 'Descuento', 'Restaurante', 'Local', ''],
    ['R-3', 'Té', 'Oferta', 'Tienda', 'Web', ''],
    ['R-4', 'Pan', 'Beneficio', 'Tienda', 'Local', '5%'],
  ]
  const days = daysOf(t, 'a.csv', textOf(rows) + textOf(rows))
  const { code, stderr, stdout } = await days.run(...FACTS)
  t.equal(code, 0, stderr)
  t.match(stdout, '4 with the same offer as an earlier row')
})

t.test('a table without headings is read as --headings 0 says, whatever its rows say', async (t) => {
  const days = daysOf(t, 'a.csv', 'Oferta;Tienda;5%\nCena;Bar;10%\nPan;Kiosco;15%\n')
  const { code, stderr } = await days.run(
    ...FACTS,
    '--headings',
    '0',
    '--title',
    'A',
    '--ref',
    'A',
    '--value',
    'C as percentage',
  )
  t.equal(code, 0, stderr)
  t.match(days.offers(), [{ title: 'Oferta', benefit: { value: 5 } }, { title: 'Cena' }, { title: 'Pan' }])
})
