// The complete output of `import`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { csvText, ROWS } from './import-table.ts'

t.setTimeout(SHORT_MS)

t.test('a first import prints the meaning of the columns and the written files', async (t) => {
  const root = t.testdir({ 'a.csv': csvText(ROWS.slice(0, 2)) })
  const words = ['import', join(root, 'a.csv'), '--source', join(root, 'source')]
  const { stdout } = await offersBuild([...words, '--country', 'CL', '--attribution', 'X'])
  t.equal(stdout.replaceAll(`${root}/`, ''), FIRST)
})

const TABLE = [
  'id,bank,offer,categories,status,start_date,end_date,url,remark',
  '1,S,20% off tea,"A,B",new,2026-09-01,2026-09-30,https://a.example,x',
  '2,S,20% off; tea,"A,B",new,2026-09-01,2026-09-30,https://a.example,x,y',
  '3,S,30% off,"A,B",expired,,,,',
  '4,S,3 off,A,new,,,,',
  '5,S,30% off,A,new,,,,',
  '6,S,40% off,A,new,,,,',
]

t.test('a proposal prints the understood and unused columns, and the open questions', async (t) => {
  const root = t.testdir({})
  const [file, mapping] = [join(root, 'b.csv'), join(root, 'm.json')]
  writeFileSync(file, TABLE.map((line) => `${line}\n`).join(''))
  const { stdout } = await offersBuild(['import', file, '--propose', mapping])
  t.equal(stdout.replace(`${root}/`, ''), PROPOSED)
  const { stderr } = await offersBuild(['import', file, '--source', join(root, 'source')])
  t.equal(stderr.replaceAll(root, ''), UNANSWERED)
})

const FIRST = `a.csv: CSV, UTF-8, cells separated by ;

Understood:
  ref          Código, such as "A-1"
  issuer       Banco, such as "Banco Ñandú"
  title        Beneficio + Comercio
  category     Categoría, such as "Restaurantes"
  comunas      Comuna, such as "Ñuñoa / Maipú"
  merchant     Comercio, such as "El Fogón"
  weekdays     Días, such as "Lunes y martes"
  valid_from   Desde, such as "01/09/2026"
  valid_until  Hasta, such as "31/12/2026"
  benefit      Beneficio (discount)
  cap          Tope, such as "$ 10.000"
  summary      Beneficio, such as "20%"
  days         DD/MM/YYYY; decimal mark ,; currency CLP

Values, as they are read:
  1 × percentage in Beneficio: "20%" is 20
  1 × multibuy in Beneficio: "2x1" is 2

Written to source: catalogue.json, issuers.json (1), categories.json (2), comunas.json (2), mapping.json (the next import uses it), offers.ndjson (2)
2 offers from 2 rows
See them: offers-build preview --source source
`

const PROPOSED = `b.csv: CSV, UTF-8, cells separated by ,

Understood:
  ref          id, such as "1"
  issuer       bank, such as "S"
  title        offer, such as "20% off tea"
  category     categories, such as "A,B"
  url          url, such as "https://a.example"
  valid_from   start_date, such as "2026-09-01"
  valid_until  end_date, such as "2026-09-30"
  benefit      offer (text)
  summary      offer, such as "20% off tea"
  skipped      rows with "expired" in status
  days         YYYY-MM-DD; decimal mark unknown; currency unknown

Not used: remark, J

Required before import, in the mapping:
  /read/skip: by "status", 1 of 5 rows are not running, the other 4 may be: "expired" skips those rows, "none" publishes them
  /catalogue/country: the country of the offers, such as "CL"; it decides how numbers and money are read
  /catalogue/attribution: the provider of the data, such as "Name · name.example"

Written: m.json
`

const UNANSWERED = `offers-build: b.csv: cannot import yet; answer these questions by options or in a terminal:
offers-build:   --skip-status VALUE: by "status", 1 of 5 rows are not running, the other 4 may be: "expired" skips those rows, "none" publishes them
offers-build:   --country CC: the country of the offers, such as "CL"; it decides how numbers and money are read
offers-build:   --attribution TEXT: the provider of the data, such as "Name · name.example"
`

t.test('a reference that two files share is named with both files', async (t) => {
  const root = t.testdir({
    'a.csv': csvText(ROWS),
    'b.csv': csvText(ROWS.map((row, n) => row.with(0, `A-${n + 3}`))),
  })
  const words = ['import', join(root, 'a.csv'), join(root, 'b.csv'), '--source', join(root, 'source')]
  const { stdout } = await offersBuild([...words, '--country', 'CL', '--attribution', 'Ñandú'])
  t.match(stdout, 'found line 2 "A-3, as in a.csv, line 4"; expected a different value in each row')
})
