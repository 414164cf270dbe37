// Lines with more cells than the heading: an unquoted delimiter moves all the cells after it.

import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { csvText, EXPECTED, fileOf, HEADINGS, importAll, ROWS, setAttribution } from './import-table.ts'

t.setTimeout(BUSY_MS)

const [first = [], second = [], third = []] = ROWS
t.test('filled cells after the last heading are reported, whatever else is wrong with the row', async (t) => {
  const rows = [first, [...second, 'extra', 'extra'], third, ['A-4', '', ...third.slice(2), 'extra']]
  const { stdout, offers } = await importAll(t, fileOf(t, 'a.csv', csvText(rows)))
  t.match(stdout, '2 × the row (number of cells): found line 3 "12"; line 5 "11"; expected 10')
  t.notMatch(stdout, 'Banco (issuer)')
  t.match(offers, [{ ref: 'A-1' }, { ref: 'A-3' }])
})

t.test('a quoted delimiter, and empty or missing cells at the end, are fine', async (t) => {
  const rows = [
    first.map((cell) => (cell === 'El Fogón' ? '"El Fogón; del Muelle"' : cell)),
    [...second, '', '', ' '],
    third.slice(0, 5),
  ]
  const { stdout, offers } = await importAll(t, fileOf(t, 'a.csv', csvText(rows)))
  t.notMatch(stdout, 'number of cells')
  t.match(offers, [
    { merchant: 'El Fogón; del Muelle' },
    { ref: 'A-2' },
    { ref: 'A-3', comunas: { length: 0 }, valid_until: null },
  ])
})

t.test(
  'a shifted row that ends with empty cells is rejected if one of its cells is not understood',
  async (t) => {
    const shifted = ['A-4', 'Banco Ñandú', 'El Fogón; del Muelle', 'Cines', '10%', 'Lunes', '', '', '', '']
    const usual = [...ROWS, shifted]
    const rejected = await importAll(t, fileOf(t, 'a.csv', csvText(usual)))
    t.match(rejected.stdout, '1 × the row (number of cells): found line 5 "11"; expected 10')
    t.match(rejected.offers, [{ ref: 'A-1' }, { ref: 'A-2' }, { ref: 'A-3' }])
    t.equal(rejected.offers.length, 3)
    const padded = ROWS.map((row) => [...row, ''])
    const { stdout, offers } = await importAll(t, fileOf(t, 'padded.csv', csvText(padded)))
    t.match(stdout, 'found line 4 "pronto"; expected a day')
    t.equal(offers.length, 3, 'if all rows end so, it proves nothing')
  },
)

t.test('one cell that is not understood is enough to reject a longer row', async (t) => {
  const csv = 'id;banco;oferta;dias\n1;B;20% dcto;lunes\n2;B;10% dcto;lunes\n3;B;5% dcto;Té;\n'
  const { offers } = await importAll(t, fileOf(t, 'a.csv', csv))
  t.match(offers, [{ ref: '1' }, { ref: '2' }])
  t.equal(offers.length, 2)
})

t.test('columns under a blank heading, within the table and at its end, are accepted', async (t) => {
  const csv = 'id;;banco;oferta;\n1;x;Banco;20% dcto;nota\n2;y;Banco;10% dcto;nota\n'
  const { offers } = await importAll(t, fileOf(t, 'a.csv', csv))
  t.match(offers, [{ ref: '1' }, { ref: '2' }])
  t.equal(offers.length, 2)
})

t.test('a column beyond the headings that the mapping names is read', async (t) => {
  const csv = 'id;banco;oferta\n1;Banco;20% dcto;Maipú\n2;Banco;10% dcto;Ñuñoa\n3;Banco;5% dcto;Ñuñoa;x\n'
  const { offers, stdout } = await importAll(t, fileOf(t, 'a.csv', csv), (mapping) => {
    setAttribution(mapping)
    mapping.offer.comunas = { column: 'D' }
  })
  t.match(offers, [{ comunas: ['maipu'] }, { comunas: ['nunoa'] }])
  t.match(stdout, 'found line 4 "5"; expected 4')
})

t.test('tabs and two rows of headings', async (t) => {
  const tsv = '\t\tVigencia\nid\toferta\tHasta\n1\t20%\tdcto\t31/12/2026\n2\t10% dcto\t31/12/2026\n'
  const { offers, stdout } = await importAll(t, fileOf(t, 'a.tsv', tsv), (mapping) => {
    setAttribution(mapping)
    mapping.offer.issuer = { constant: 'Banco' }
  })
  t.match(
    stdout,
    'found line 3 "4"; expected 3, as in the heading (put quotes around a text that contains a tab, or, as rows have 4, give each column a heading)',
  )
  t.match(offers, [{ ref: '2', valid_until: '2026-12-31' }])
})

t.test('a remark next to the table of a workbook shifts no cells', async (t) => {
  const rows = [HEADINGS, first, [...second, '', 'see the contract'], third]
  const bytes = await writeXlsx({ sheets: [{ name: 'Ofertas', rows: rows.map((row) => [...row]) }] })
  const { offers } = await importAll(t, fileOf(t, 'libro.xlsx', bytes))
  t.match(offers, EXPECTED)
})
