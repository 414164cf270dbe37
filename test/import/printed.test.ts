// The complete output of `import`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ANSWERS } from '../../import/proposing/answers.ts'
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

t.test('the help explains each option', async (t) => {
  const text = (await offersBuild(['import', '--help'])).stdout.replace(/\s+/g, ' ')
  for (const part of HELP) t.ok(text.includes(part), `${part}\n${text}`)
})

t.test('answers are accepted or refused by their form', async (t) => {
  const cases: [parse: (text: string) => string, taken: string[], refused: string[], expected: string][] = [
    [ANSWERS.country.parse, ['CL', 'US'], ['XX', 'ZZ', ''], 'the code of a country, such as CL or MX'],
    [ANSWERS.timeZone.parse, ['America/Santiago', 'UTC'], ['Mars', ''], 'a zone such as America/Santiago'],
    [ANSWERS.records.parse, ['', '/a'], ['a', 'a/b'], 'a pointer such as /offers'],
  ]
  for (const [parse, taken, refused, expected] of cases) {
    for (const text of taken) t.equal(parse(text), text)
    for (const text of refused)
      t.throws(() => parse(text), { message: new RegExp(`expected ${expected}`) }, text)
  }
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

const HELP = [
  'Usage: offers-build import [options] <FILE...> Makes a source folder from tables: CSV, Excel, JSON or NDJSON. The first import works out what the columns mean. It asks for missing facts in a terminal, or takes them from options. It keeps the result as mapping.json in the source folder, so later imports need no options. An answer that differs from mapping.json is refused: edit that file, or remove it to start again. FILE is a path, or - for standard input.',
  '--source DIR [OFFERS_SOURCE] The source folder to write.',
  '--country CC [OFFERS_COUNTRY] The country of the offers, such as CL. It decides how numbers and money are read.',
  '--time-zone ZONE [OFFERS_TIME_ZONE] The time zone, if the country has several, such as America/New_York.',
  '--issuer NAME|COLUMN [OFFERS_ISSUER] Who gives the offers: a name, or the heading of a column.',
  '--attribution TEXT [OFFERS_ATTRIBUTION] The provider of the data. The default is the issuer, if all rows have the same one.',
  '--title COLUMN [OFFERS_TITLE] The heading of the column that says what is offered. Join several as "One + Other".',
  '--ref COLUMN [OFFERS_REF] The heading of the column that identifies a row and stays the same from day to day. Join several as in --title.',
  '--benefit COLUMN [OFFERS_BENEFIT] The heading of the column that says the benefit in words, such as 20% off; none if there is none.',
  '--value COLUMN [OFFERS_VALUE] The heading of the column with the value of the benefit. For numbers without a unit say what they are: "Discount as percentage" (or amount, cashback, fixed_price, cents for prices such as 499 that are 4.99, installments).',
  '--from COLUMN [OFFERS_FROM] The heading of the column of first days; none if there is none.',
  '--until COLUMN [OFFERS_UNTIL] The heading of the column of last days; none if there is none.',
  '--category COLUMN [OFFERS_CATEGORY] The heading of the column of categories.',
  '--skip-status VALUE [OFFERS_SKIP_STATUS] Skip rows with this text in a column that says whether an offer is running, such as "expired"; several as "expired, paused". none publishes them.',
  '--records POINTER [OFFERS_RECORDS] The place of the list of records in a JSON file, such as /data/offers. --mapping MAPPING',
  '--mapping MAPPING [OFFERS_MAPPING] Import by this mapping instead of the one in the source folder.',
  '--propose MAPPING [OFFERS_PROPOSE] Import nothing. Propose a mapping for the first FILE, and write it to this file.',
  '--replace [OFFERS_REPLACE] Overwrite files that are otherwise protected: a proposal, offers that no import made, and offers of a different table.',
  '--summary FILE [OFFERS_SUMMARY] Also write a summary to a file, as Markdown: each cell that is not understood, by row and column. It is also written if the import is refused.',
  '--json [OFFERS_JSON] Print the report as JSON.',
  'offers-build import offers.xlsx --source my/source --country CL --attribution "Name · name.example" offers-build import offers.xlsx --source my/source offers-build import - --source my/source < offers.csv offers-build import offers.csv --propose offers.mapping.json --country CL offers-build import january.xlsx february.xlsx --mapping offers.mapping.json --source my/source --replace',
]

t.test('a reference that two files share is named with both files', async (t) => {
  const root = t.testdir({
    'a.csv': csvText(ROWS),
    'b.csv': csvText(ROWS.map((row, n) => row.with(0, `A-${n + 3}`))),
  })
  const words = ['import', join(root, 'a.csv'), join(root, 'b.csv'), '--source', join(root, 'source')]
  const { stdout } = await offersBuild([...words, '--country', 'CL', '--attribution', 'Ñandú'])
  t.match(stdout, 'found line 2 "A-3, as in a.csv, line 4"; expected a different value in each row')
})
