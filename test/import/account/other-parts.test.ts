// Sheets, lists and tables of a file that may hold offers: each is asked about once, and the answer that is printed works.

import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS, pasted, type SheetRows } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const HEADINGS = ['Código', 'Oferta', 'Comercio', 'Descuento', 'Hasta']
const month = (letter: string, count = 3): SheetRows => [
  HEADINGS,
  ...Array.from({ length: count }, (_, n) => [
    `${letter}-${n}`,
    `Menú ${letter}${n}`,
    `Local ${n}`,
    `${n + 5}%`,
    '31/12/2026',
  ]),
]

interface TestSheet {
  name: string
  rows: SheetRows
  hidden?: boolean
}
const book = (...sheets: TestSheet[]) =>
  writeXlsx({ sheets: sheets.map((each) => ({ ...each, rows: each.rows.map((row) => [...row]) })) })

const refs = (offers: unknown[]) => (offers as { ref: string }[]).map(({ ref }) => ref)

t.test('another sheet with offers is asked about, and each printed answer is followed', async (t) => {
  const [may, june] = [
    { name: 'May', rows: month('M', 2) },
    { name: 'June', rows: month('J', 3) },
  ]
  const answers: [options: string, refs: string[]][] = [
    ['--sheet "June"', ['J-0', 'J-1', 'J-2']],
    ['--sheet "May"', ['M-0', 'M-1']],
    ['--sheet "June + May"', ['J-0', 'J-1', 'J-2', 'M-0', 'M-1']],
  ]
  for (const [options, expected] of answers) {
    const first = daysOf(t, 'libro.xlsx', await book(june, may))
    const asked = await first.run(...FACTS)
    t.equal(asked.code, 2)
    t.equal((await first.run(...FACTS, ...pasted(t, asked.stderr, options))).code, 0)
    t.strictSame(refs(first.offers()), expected)
    t.equal((await first.run()).code, 0, 'tomorrow nothing is asked')
    t.strictSame(refs(first.offers()), expected)

    const second = daysOf(t, 'libro.xlsx', await book(may))
    t.equal((await second.run(...FACTS)).code, 0)
    second.change(await book(june, may))
    const refused = await second.run()
    t.equal(refused.code, 1)
    t.strictSame(refs(second.offers()), ['M-0', 'M-1'], 'nothing was written')
    const more = options.includes('"May"') ? [] : ['--replace']
    t.equal((await second.run(...pasted(t, refused.stderr, options), ...more)).code, 0)
    t.strictSame(refs(second.offers()), expected)
    t.equal((await second.run()).code, 0)
  }
})

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
  const days = daysOf(t, 'libro.xlsx', await book(summary, open))
  const first = await days.run(...FACTS)
  t.equal(first.code, 0, first.stderr)
  days.change(await book(summary, open, hidden))
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
  const days = daysOf(t, 'libro.xlsx', await book({ name: 'May', rows: month('M') }, other))
  const asked = await days.run(...FACTS)
  t.notMatch(asked.stderr, 'as one table')
})

const text = (rows: SheetRows, delimiter = ';') => rows.map((row) => `${row.join(delimiter)}\n`).join('')
const WIDER: SheetRows = [
  [...HEADINGS, 'Compra mínima'],
  ['V-1', 'Pasajes', 'Bus', '15%', '30/11/2026', '$ 9.000'],
  ['V-2', 'Noches', 'Hotel', '25%', '30/11/2026', '$ 9.000'],
]

t.test('a second table in a sheet is asked about, wherever it is', async (t) => {
  const few = month('R', 3)
  const many = month('R', 45)
  const files: [name: string, content: string | Uint8Array, own: string, other: string][] = [
    ['a.csv', text(few) + text(WIDER), '--headings 1 (3 rows', '--headings 5 (2 rows'],
    ['a.csv', text(many) + text(WIDER), '--headings 1 (45 rows', '--headings 47 (2 rows'],
    ['a.tsv', text([['Ofertas'], ...WIDER, ...few], '\t'), '--headings 2 (2 rows', '--headings 5 (3 rows'],
    [
      'a.xlsx',
      await book({ name: 'S', rows: [...few, [], ['Viajes'], ...WIDER] }),
      '--headings 1 (3 rows',
      '--headings 7 (2 rows',
    ],
  ]
  for (const [name, content, own, other] of files) {
    const days = daysOf(t, name, content)
    const asked = await days.run(...FACTS)
    t.equal(asked.code, 2, name)
    t.match(asked.stderr, own)
    const isFirst = own.includes('--headings 1 ')
    const wanted = isFirst ? other : own
    const first = await days.run(...FACTS, ...pasted(t, asked.stderr, wanted).slice(0, 2))
    t.equal(first.code, 0, first.stderr)
    t.strictSame(refs(days.offers()), ['V-1', 'V-2'])
    t.equal((await days.run()).code, 0)
    t.strictSame(refs(days.offers()), ['V-1', 'V-2'])
  }
})

t.test('a second table that comes later is refused, and one that moves is followed', async (t) => {
  const days = daysOf(t, 'a.csv', text(month('R', 4)))
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(text(month('R', 4)) + text(WIDER))
  const refused = await days.run()
  t.equal(refused.code, 1)
  t.equal((await days.run(...pasted(t, refused.stderr, '--headings 1'))).code, 0)
  t.equal(days.offers().length, 4)
  // The table above has one more row, and a title above it.
  days.change(`Ofertas de mayo\n${text(month('R', 5))}${text(WIDER)}`)
  const moved = await days.run()
  t.equal(moved.code, 0, moved.stderr)
  t.equal(days.offers().length, 5)
})

t.test('rows above the headings are asked about', async (t) => {
  const [headings = [], ...rows] = month('R', 5)
  const days = daysOf(t, 'a.csv', text([...rows.slice(0, 3), headings, ...rows.slice(3)]))
  const asked = await days.run(...FACTS)
  t.equal(asked.code, 2)
  t.match(asked.stderr, '3 rows from line 1 on, above all headings')
  t.equal((await days.run(...FACTS, ...pasted(t, asked.stderr, '--headings 4'))).code, 0)
  t.strictSame(refs(days.offers()), ['R-3', 'R-4'])
  t.equal((await days.run()).code, 0)
})

t.test('rows with words of headings, and repeated headings, are no second table', async (t) => {
  const rows: SheetRows = [
    ['Código', 'Oferta', 'Tipo', 'Rubro', 'Lugar', 'Descuento'],
    ['R-1', 'Menú', 'Descuento', 'Restaurante', 'Local', ''],
    ['R-2', 'Cena', 'Descuento', 'Restaurante', 'Local', ''],
    ['R-3', 'Té', 'Oferta', 'Tienda', 'Web', ''],
    ['R-4', 'Pan', 'Beneficio', 'Tienda', 'Local', '5%'],
  ]
  const days = daysOf(t, 'a.csv', text(rows) + text(rows))
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

t.test('a second list of a JSON file is refused, with the options that choose one', async (t) => {
  const offers = ['a', 'b', 'c'].map((id) => ({
    id,
    title: `Menu ${id}`,
    discount: '10%',
    until: '2026-12-31',
  }))
  const more = offers.map((each) => ({ ...each, id: `${each.id}2` }))
  const days = daysOf(t, 'a.json', JSON.stringify({ offers }))
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(JSON.stringify({ extra: more, offers }))
  const refused = await days.run()
  t.equal(refused.code, 1)
  const changed = await days.run(...pasted(t, refused.stderr, '--records "/*"'))
  t.equal(changed.code, 0, changed.stderr)
  t.strictSame(refs(days.offers()), ['a2', 'b2', 'c2', 'a', 'b', 'c'])
  t.equal((await days.run(...pasted(t, refused.stderr, '--records "/offers"'), '--replace')).code, 0)
  t.strictSame(refs(days.offers()), ['a', 'b', 'c'])
  t.equal((await days.run()).code, 0)
})
