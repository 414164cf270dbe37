// Required members of a mapping, and the report on rows that it cannot map.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { csvText, fileOf, importAll, ROWS, setAttribution } from './import-table.ts'

t.setTimeout(BUSY_MS)

t.test('rows that cannot be offers are left out, with line, column, found and expected value', async (t) => {
  const rows = [
    ...ROWS,
    ['A-1', 'Banco Ñandú', 'Otro', 'Cines', '10%', '', '', '', '', ''],
    ['A-4', '', 'Otro', 'Cines', '10%', '', '', '', '', ''],
    ['A-5', 'Banco Ñandú', 'Otro', 'Cines', '10%', '', '31/12/2026', '01/01/2026', '', ''],
  ]
  const { stdout, offers } = await importAll(t, fileOf(t, 'a.csv', csvText(rows)))
  t.equal(offers.length, 3)
  t.match(
    stdout,
    '1 × Código (ref): found line 5 "A-1, as in a.csv, line 2"; expected a different value in each row',
  )
  t.match(stdout, '1 × Banco (issuer): line 6 says nothing; expected a text')
  t.match(
    stdout,
    '1 × Hasta (valid_until): found line 7 "01/01/2026"; expected 2026-12-31 (valid_from) or later',
  )
  t.match(stdout, '3 offers from 6 rows, 3 rejected')
})

t.test('a fault of a reference or a place names the columns that it is read from', async (t) => {
  const csv = 'banco;oferta;comuna\nBanco;20% dcto;Maipú\nBanco;20% dcto;ー\nBanco;10% dcto;Ñuñoa / ー\n'
  const { stdout } = await importAll(t, fileOf(t, 'a.csv', csv), (mapping) => {
    setAttribution(mapping)
    mapping.offer.ref = { columns: ['banco', 'oferta'], join: ' | ' }
  })
  t.match(stdout, '1 × banco + oferta (ref): found line 3 "Banco | 20% dcto, as in a.csv, line 2"')
  t.match(
    stdout,
    '1 × comuna (comunas): found line 4 "ー"; expected a comuna of Chile, or a name or slug of comunas.json',
  )
})

t.test('members that a proposal without a country leaves null follow from the country', async (t) => {
  const csv = 'id;banco;oferta;precio;tope\n1;Banco;Menú;4.900;$ 1.500\n2;Banco;Té;1.900;\n'
  const file = fileOf(t, 'a.csv', csv)
  const mapping = join(t.testdir({}), 'm.json')
  const { stdout } = await offersBuild(['import', file, '--propose', mapping])
  t.match(JSON.parse(readFileSync(mapping, 'utf8')), { formats: { decimal: null, currency: null } })
  t.match(stdout, /\/catalogue\/country: .*; it decides how numbers and money are read/)
  t.match(stdout, /^ {2}cap {10}tope, such as "\$ 1\.500"$/m)
  t.match(stdout, /^ {2}summary {6}oferta, such as "Menú"$/m)
  const { offers } = await importAll(t, file, (edited) => {
    setAttribution(edited)
    edited.formats = { ...edited.formats, decimal: null, currency: null }
  })
  t.match(offers, [
    { benefit: { kind: 'fixed_price', value: 4900, currency: 'CLP', cap: { value: 1500, currency: 'CLP' } } },
    { benefit: { value: 1900 } },
  ])
})
