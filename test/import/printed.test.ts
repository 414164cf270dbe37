// The complete output of `import`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { MINUTE_MS } from '../helpers/slow-suite.ts'
import { csvText, ROWS } from './import-table.ts'

t.setTimeout(MINUTE_MS)

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
  ref          Código
  issuer       Banco
  title        Beneficio + Comercio
  category     Categoría
  comunas      Comuna
  merchant     Comercio
  weekdays     Días
  valid_from   Desde
  valid_until  Hasta
  benefit      Beneficio (discount)
  cap          Tope
  summary      Beneficio
  days         DD/MM/YYYY; decimal mark ,; currency CLP

Written to source: catalogue.json, issuers.json (1), categories.json (2), comunas.json (2), mapping.json (the next import uses it), offers.ndjson (2)
2 offers from 2 rows
See them: offers-build preview --source source
`

const PROPOSED = `b.csv: CSV, UTF-8, cells separated by ,

Understood:
  ref          id
  issuer       bank
  title        offer
  category     categories
  url          url
  valid_from   start_date
  valid_until  end_date
  benefit      offer (text)
  summary      offer
  skipped      rows with "expired" in status
  days         YYYY-MM-DD; decimal mark unknown; currency unknown

Please check:
  /offer/category: "categories" lists several categories; the first one is used

Not used:
  remark, J

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
