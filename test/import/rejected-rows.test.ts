// Rejected rows: their records in rejected.ndjson, and the refusal if there are too many.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import {
  csvText,
  type Editable,
  EXPECTED,
  fileOf,
  HEADINGS,
  importAll,
  ROWS,
  setAttribution,
} from './import-table.ts'

t.setTimeout(BUSY_MS)

const [first = []] = ROWS

/** The first row with some cells replaced, by heading. */
const rowWith = (cells: Readonly<Record<string, string>>) =>
  first.map((cell, index) => cells[HEADINGS[index] ?? ''] ?? cell)

function rejectedIn(source: string): unknown[] {
  const path = join(source, 'rejected.ndjson')
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
}

t.test('a rejected row is written with its issuer, reference, place and errors', async (t) => {
  const rows = [
    ...ROWS,
    rowWith({ Código: 'B-1', Beneficio: '', Comercio: '', Banco: 'Banco Ñandú' }),
    rowWith({ Código: '', Banco: 'Banco Ñandú' }),
    rowWith({ Código: 'B-2', Banco: '' }),
  ]
  const { code, source, stdout } = await importAll(t, fileOf(t, 'a.csv', csvText(rows)))
  t.equal(code, 0)
  const missing = { found: 'nothing', expected: 'a text: every offer needs one' }
  t.strictSame(rejectedIn(source), [
    { issuer: 'banco-nandu', ref: 'B-1', at: 'a.csv:5', errors: [{ field: 'title', ...missing }] },
    { issuer: 'banco-nandu', ref: null, at: 'a.csv:6', errors: [{ field: 'ref', ...missing }] },
    { issuer: null, ref: 'B-2', at: 'a.csv:7', errors: [{ field: 'issuer', ...missing }] },
  ])
  t.match(stdout, 'rejected.ndjson (3)')
})

t.test('a shifted row names only a known issuer', async (t) => {
  const rows = [
    ...ROWS,
    rowWith({ Código: 'B-1', Comercio: 'El Fogón; del Muelle' }),
    rowWith({ Código: 'B-2; x' }),
  ]
  const { source } = await importAll(t, fileOf(t, 'a.csv', csvText(rows)))
  const errors = [
    {
      field: 'number of cells',
      found: '11',
      expected: '10, as in the heading (put quotes around a text that contains ";")',
    },
  ]
  t.strictSame(rejectedIn(source), [
    { issuer: 'banco-nandu', ref: 'B-1', at: 'a.csv:5', errors },
    { issuer: null, ref: 'B-2', at: 'a.csv:6', errors },
  ])
})

t.test('repeated headings are rejected, and add no issuer', async (t) => {
  const text = csvText(ROWS)
  const again = [HEADINGS, HEADINGS.map((heading) => heading.toUpperCase())].map((each) => each.join(';'))
  const { stdout, offers, source } = await importAll(
    t,
    fileOf(t, 'a.csv', `${text}${again.join('\r\n')}\r\n`),
  )
  t.match(
    stdout,
    '2 × the row (cells): found line 5 "the headings again"; line 6 "the headings again"; expected an offer',
  )
  t.match(offers, EXPECTED)
  t.equal(offers.length, 3)
  t.equal(JSON.parse(readFileSync(join(source, 'issuers.json'), 'utf8')).length, 1)
  t.strictSame(
    rejectedIn(source),
    [5, 6].map((line) => ({
      issuer: null,
      ref: null,
      at: `a.csv:${line}`,
      errors: [{ field: 'cells', found: 'the headings again', expected: 'an offer' }],
    })),
  )
})

t.test('however many there are, repeated headings do not refuse a file', async (t) => {
  const pages = ROWS.map((row) => csvText([row])).join('')
  const { stdout, code } = await importAll(t, fileOf(t, 'a.csv', pages + csvText([]).repeat(3)))
  t.equal(code, 0)
  t.match(stdout, '3 offers from 8 rows, 5 rejected')
})

t.test(
  'more rejected rows than offers refuse the import; rejected.ndjson stays that of the last import',
  async (t) => {
    const root = t.testdir({})
    const [mapping, source] = [join(root, 'mapping.json'), join(root, 'source')]
    const broken = rowWith({ Código: '' })
    const file = fileOf(t, 'a.csv', csvText([...ROWS, broken, broken, broken]))
    await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
    const json = JSON.parse(readFileSync(mapping, 'utf8'))
    setAttribution(json)
    json.offer.ref = { column: 'Código' }
    writeFileSync(mapping, JSON.stringify(json))
    const words = ['import', file, '--mapping', mapping, '--source', source]
    t.equal((await offersBuild(words)).code, 0, 'half of the rows are rejected')
    t.equal(rejectedIn(source).length, 3)

    const before = folderDigests(source)
    writeFileSync(file, csvText([...ROWS, broken, broken, broken, broken]))
    const refused = await offersBuild(words)
    t.equal(refused.code, 1)
    t.match(
      refused.stderr,
      '4 of 7 rows are rejected, expected at most half; nothing was written\noffers-build:   4 × Código (ref): line 5 says nothing; line 6 says nothing; line 7 says nothing; expected a text: every offer needs one',
    )
    t.strictSame(folderDigests(source), before)

    writeFileSync(file, csvText(ROWS))
    t.equal((await offersBuild(words)).code, 0)
    t.notOk(existsSync(join(source, 'rejected.ndjson')))
  },
)

t.test('long cells are cut in reports, and up to half of the rows may be rejected', async (t) => {
  const long = rowWith({ Código: 'x'.repeat(300) })
  const byCode = (mapping: Editable) => {
    setAttribution(mapping)
    mapping.offer.ref = { column: 'Código' }
  }
  const { code, source, stdout } = await importAll(
    t,
    fileOf(t, 'a.csv', csvText([long, long.with(4, '30%')])),
    byCode,
  )
  t.equal(code, 0)
  t.match(stdout, '1 offer from 2 rows, 1 rejected')
  const cut = `${'x'.repeat(199)}…`
  const errors = [{ field: 'ref', found: cut, expected: 'a different value in each row' }]
  t.strictSame(rejectedIn(source), [
    // The whole reference, by which the build finds its known offer.
    { issuer: 'banco-nandu', ref: 'x'.repeat(300), at: 'a.csv:3', errors },
  ])
})

t.test('a record that breaks the schema of the source is rejected with its faults', async (t) => {
  const root = t.testdir({
    'a.csv': csvText([...ROWS, rowWith({ Código: 'B-1', Banco: 'B_1' })]),
    source: {},
  })
  const source = join(root, 'source')
  const entries = [
    { slug: 'banco-nandu', name: 'Banco Ñandú', type: 'bank', country: 'CL' },
    { slug: 'B_1', name: 'Uno', type: 'bank', country: 'CL' },
  ]
  writeFileSync(join(source, 'issuers.json'), JSON.stringify(entries))
  const words = ['import', join(root, 'a.csv'), '--source', source, '--country', 'CL']
  const { code, stdout } = await offersBuild([...words, '--attribution', 'X'])
  t.equal(code, 0)
  const expected = 'a slug: lower-case letters and digits, words joined by hyphens, such as banco-norte'
  t.match(stdout, `1 × the record (issuer): found line 5 "\\"B_1\\""; expected ${expected}`)
  t.strictSame(rejectedIn(source), [
    { issuer: 'B_1', ref: 'B-1', at: 'a.csv:5', errors: [{ field: 'issuer', found: '"B_1"', expected }] },
  ])
})
