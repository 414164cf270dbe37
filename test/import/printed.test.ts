// All that `import` prints, word by word.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ANSWERS } from '../../import/answer-options.ts'
import { offersBuild } from '../build/support/program.ts'
import { MINUTE_MS } from '../helpers/slow-suite.ts'
import { csvText, ROWS } from './import-table.ts'

t.setTimeout(MINUTE_MS)

t.test('a first import says what it understood, and which files it wrote', async (t) => {
  const root = t.testdir({ 'a.csv': csvText(ROWS.slice(0, 2)) })
  const words = ['import', join(root, 'a.csv'), '--source', join(root, 'source'), '--quiet']
  const { stdout } = await offersBuild([...words, '--country', 'CL', '--attribution', 'X'])
  t.equal(stdout.replaceAll(`${root}/`, ''), FIRST)
})

const FEED = [
  'lmd_id,store,long_offer,title,categories,offer_value,status,start_date,end_date,url',
  '1,S,20% off,T,"A,B",20%,new,2026-09-01,2026-09-30,https://a.example',
  '2,S,20% off; x,T2,"A,B",20%,new,2026-09-01,2026-09-30,https://a.example,x',
  '3,S,bad,,A,,new,,,',
  '4,S,3 off,T,A,,new,,,',
  '5,S,30% off,T,A,,new,,,',
  '6,S,40% off,T,A,,new,,,',
]

t.test('a proposal says what is understood and what is not, and shows three rows', async (t) => {
  const root = t.testdir({})
  const [file, mapping] = [join(root, 'b.csv'), join(root, 'm.json')]
  writeFileSync(file, FEED.map((line) => `${line}\n`).join(''))
  const { stdout } = await offersBuild(['import', file, '--propose', mapping])
  const [before, ...rows] = stdout.replace(`${root}/`, '').split(/(?=^\{)/m)
  t.equal(before, PROPOSED)
  t.match(rows.join(''), /^\{\n {2}"ref": "1",\n[^{]*\{[^}]*"summary": "20% off"/)
  t.strictSame(
    Array.from(rows.join('').matchAll(/"(?:ref|summary)": "(.*?)"/g), ([, value]) => value),
    ['1', '20% off', '4', '3 off', '5', '30% off'],
  )
  t.match(rows.join(''), /\n\}\nWritten: m\.json\n$/)
  const { stderr } = await offersBuild(['import', file, '--source', join(root, 'source')])
  t.equal(stderr.replaceAll(root, ''), UNANSWERED)
})

t.test('long cells are cut where a row is shown', async (t) => {
  const root = t.testdir({ 'a.csv': `id;banco;oferta\n1;B;${'x'.repeat(300)}\n2;B;y\n` })
  const { stdout } = await offersBuild(['import', join(root, 'a.csv'), '--propose', join(root, 'm.json')])
  t.match(stdout, `\n  "title": "${'x'.repeat(187)}…\n`)
})

t.test('the help says what each option is for', async (t) => {
  const text = (await offersBuild(['import', '--help'])).stdout.replace(/\s+/g, ' ')
  for (const part of HELP) t.ok(text.includes(part), `${part}\n${text}`)
})

t.test('answers are taken or refused by their form', async (t) => {
  const cases: [parse: (text: string) => string, taken: string[], refused: string[], expected: string][] = [
    [ANSWERS.country.parse, ['CL', 'US'], ['cl', 'ZZ', ''], 'two capital letters such as CL'],
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

a.csv: CSV, UTF-8, cells separated by ;

source/catalogue.json: written
source/issuers.json: 1 written
source/categories.json: 2 written
source/comunas.json: 2 written
source/mapping.json: written, the next import reads it
source/offers.ndjson: 2 written
2 offers of 2 rows
`

const PROPOSED = `b.csv: CSV, UTF-8, cells separated by ,
These are the columns of LinkMyDeals.

Understood:
  ref          lmd_id
  issuer       store
  title        title
  category     categories
  merchant     store
  url          url
  valid_from   start_date
  valid_until  end_date
  benefit      long_offer (text), then title (text)
  summary      long_offer + title
  passed over  rows with "suspended" or "expired" in status
  days         YYYY-MM-DD; decimal mark unknown; currency unknown

Please check:
  more cells than the heading has stand in line 3: these rows are not imported
  The value is read out of long_offer: offer_value says 20% where the offer is "up to 20%".

Not used:
  offer_value, K

Required before import, in the mapping:
  /catalogue/country: the country of the offers, such as "CL"; it decides how numbers and money are read
  /catalogue/attribution: who provides the data, such as "Name · name.example"

The first rows as they would be published:
`

const UNANSWERED = `offers-build: b.csv: nothing is imported before these questions are answered, by options or in a terminal:
offers-build:   --country CC: the country of the offers, such as "CL"; it decides how numbers and money are read
offers-build:   --attribution TEXT: who provides the data, such as "Name · name.example"
`

const HELP = [
  'Usage: offers-build import [options] <FILE...> Makes a source folder from tables: CSV, Excel, JSON, NDJSON. The first import finds out what the columns mean and asks for what no column says, in a terminal, or by options; it keeps that as mapping.json in the source folder, and later imports need no options. FILE is a path, or - for standard input.',
  '--source DIR [OFFERS_SOURCE] The source folder that is written.',
  '--country CC [OFFERS_COUNTRY] The country of the offers, such as CL: it decides how numbers and money are read.',
  '--time-zone ZONE [OFFERS_TIME_ZONE] The time zone, if the country has several, such as America/New_York.',
  '--issuer NAME|COLUMN [OFFERS_ISSUER] Who gives the offers: one name for all rows, or the heading of the column that names them.',
  '--attribution TEXT [OFFERS_ATTRIBUTION] Who provides the data; without it, the issuer, if there is one for all rows.',
  '--title COLUMN [OFFERS_TITLE] The heading of the column that says what is offered; several are written "One + Other".',
  '--ref COLUMN [OFFERS_REF] The heading of the column that names a row and stays the same from day to day; several as in --title.',
  '--records POINTER [OFFERS_RECORDS] Where the list of records is in a JSON file, such as /offers or /shops/*/offers. An answer that differs from the mapping.json of the source folder is refused: edit that, or remove it to begin again.',
  '--mapping MAPPING [OFFERS_MAPPING] Imports by this mapping, whatever the source folder keeps.',
  '--propose MAPPING [OFFERS_PROPOSE] Imports nothing: looks at the first FILE, and writes a proposal of a mapping to this file.',
  '--replace [OFFERS_REPLACE] Overwrites what is otherwise protected: a proposal, offers that no import made, and those of a table that was another one.',
  '--summary FILE [OFFERS_SUMMARY] Writes how the import went to a file, as Markdown.',
  '--metrics FILE [OFFERS_METRICS] Writes how the import went for Prometheus, as a text file of node_exporter, whether it is refused or not.',
  '--report FILE.html [OFFERS_REPORT] Writes a page for the person who fills in the table: each cell that is not understood, and what to write instead. Also written if the import is refused.',
  '--json [OFFERS_JSON] Prints the report as JSON.',
  '--quiet [OFFERS_QUIET] Shows no progress.',
  'offers-build import offers.xlsx --source my/source --country CL --attribution "Name · name.example" offers-build import offers.xlsx --source my/source offers-build import - --source my/source < offers.csv offers-build import offers.csv --propose offers.mapping.json --country CL offers-build import january.xlsx february.xlsx --mapping offers.mapping.json --source my/source --replace',
]
