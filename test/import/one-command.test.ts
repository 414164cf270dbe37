// One command from a table to a source folder: its questions, the kept mapping, and the next day.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import t, { type Test } from 'tap'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild, offersBuildWith, runBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { csvText, EXPECTED, offersOf, ROWS } from './import-table.ts'

t.setTimeout(BUSY_MS)

const ATTRIBUTION = 'Banco Ñandú · nandu.example'
const ANSWERS = ['--country', 'CL', '--attribution', ATTRIBUTION]

function folderWith(t: Test, table: string) {
  const root = t.testdir({ 'a.csv': table })
  const source = join(root, 'source')
  const words = (...more: string[]) => ['import', join(root, 'a.csv'), '--source', source, ...more]
  const mapping = () => JSON.parse(readFileSync(join(source, 'mapping.json'), 'utf8'))
  return { root, source, words, mapping }
}

t.test('import proposes and keeps the mapping; the next day it needs no options', async (t) => {
  const { root, source, words, mapping } = folderWith(t, csvText(ROWS))
  const first = await offersBuild(words(...ANSWERS))
  t.equal(first.code, 0, first.stderr)
  t.match(first.stdout, '  title        Beneficio + Comercio\n')
  t.match(first.stdout, 'mapping.json (the next import uses it)')
  t.match(offersOf(source), EXPECTED)
  t.match(mapping(), {
    catalogue: { country: 'CL', time_zone: 'America/Santiago', attribution: ATTRIBUTION },
    offer: { ref: { column: 'Código' } },
  })
  t.match(JSON.parse(readFileSync(join(source, 'catalogue.json'), 'utf8')), { attribution: ATTRIBUTION })

  writeFileSync(join(root, 'a.csv'), csvText(ROWS.slice(1)))
  const before = readFileSync(join(source, 'mapping.json'), 'utf8')
  const second = await offersBuild(words())
  t.match(second, { code: 0, stderr: '' })
  t.notMatch(second.stdout, /Understood|mapping\.json/, 'nothing is proposed again')
  t.equal(offersOf(source).length, 2)
  t.equal(readFileSync(join(source, 'mapping.json'), 'utf8'), before)
})

t.test(
  'an import lists the files that it wrote, and writes reference lists again only if they grow',
  async (t) => {
    const [first = [], ...others] = ROWS.map((row) => row.with(9, ''))
    const { root, source, words } = folderWith(t, csvText([first]))
    const written = async (...answers: string[]) => {
      const { stdout } = await offersBuild(words(...answers))
      return /^Written to .*?\/source: (.*)$/m.exec(stdout)?.[1]?.split(', ') ?? []
    }
    t.strictSame(await written(...ANSWERS), [
      'catalogue.json',
      'issuers.json (1)',
      'categories.json (1)',
      'comunas.json (0)',
      'mapping.json (the next import uses it)',
      'offers.ndjson (1)',
    ])
    const comunas = join(source, 'comunas.json')
    t.equal(readFileSync(comunas, 'utf8'), '[]\n')
    writeFileSync(comunas, '[ ]')
    t.strictSame(await written(), ['offers.ndjson (1)'])
    t.equal(readFileSync(comunas, 'utf8'), '[ ]', 'it is not written again')
    writeFileSync(join(root, 'a.csv'), csvText([first, ...others, first, first.with(4, '30%')]))
    t.strictSame(await written(), ['categories.json (2 added)', 'rejected.ndjson (1)', 'offers.ndjson (3)'])
  },
)

t.test('`run` ignores what an import keeps in the source folder, even if it is broken', async (t) => {
  const { root, source, words } = folderWith(t, csvText(ROWS))
  await offersBuild(words(...ANSWERS))
  const published = async (out: string) => {
    const { code, stderr } = await runBuild(source, join(root, out), '--as-of', '2026-09-10')
    t.equal(code, 0, stderr)
    return folderDigests(join(root, out))
  }
  const before = await published('kept')
  const kept = ['mapping.json', '.import.json'].map((name) => join(source, name))
  for (const file of kept) writeFileSync(file, '{ broken')
  t.strictSame(await published('broken'), before)
  for (const file of kept) rmSync(file)
  t.strictSame(await published('removed'), before)
})

t.test('without a terminal it lists the options to give, and writes nothing', async (t) => {
  const { source, words } = folderWith(t, csvText(ROWS).replace('Banco', 'Casa'))
  const { code, stdout, stderr } = await offersBuild(words())
  t.equal(code, 2)
  t.match(stdout, /Understood:/)
  t.match(stderr, /a\.csv: cannot import yet; answer these questions/)
  t.strictSame(
    Array.from(stderr.matchAll(/ {2}(--[a-z-]+) /g), ([, option]) => option),
    ['--issuer', '--country', '--attribution'],
  )
  t.notOk(existsSync(source))

  const zoned = await offersBuild(words('--country', 'US', '--issuer', 'Nandu Bank'))
  t.match(zoned, { code: 0, stdout: /time_zone: America\/New_York, as in the capital/ }, 'it has no times')
})

t.test('answers fill in the mapping as given, or are refused', async (t) => {
  const csv = csvText(ROWS).replace('Banco', 'Casa').replace('Código', 'Fila')
  const { words, mapping, source } = folderWith(t, csv)
  const cases: [words: string[], expected: string][] = [
    [['--title', 'Nada'], '--title: found no column "Nada"; the columns are "Fila", "Casa"'],
    [['--ref', 'Fila + Nada'], '--ref: found no column "Nada"'],
    [['--country', 'ZZ'], '--country: expected the code of a country, such as CL or MX, found ZZ'],
    [['--time-zone', 'Mars'], '--time-zone: expected a zone'],
    [['--records', 'offers'], '--records: expected a pointer'],
  ]
  for (const [more, expected] of cases) {
    const ended = await offersBuild(words('--country', 'CL', '--issuer', 'Ñandú', ...more))
    t.match(ended, { code: 2, stderr: expected }, more.join(' '))
  }
  const answers = ['--issuer', 'Casa', '--ref', 'Fila', '--title', 'Comercio + Beneficio']
  const { code, stdout, stderr } = await offersBuild(words(...ANSWERS, ...answers))
  t.equal(code, 0, stderr)
  t.match(mapping().offer, {
    issuer: { column: 'Casa' },
    ref: { column: 'Fila' },
    title: { columns: ['Comercio', 'Beneficio'], join: ' · ' },
  })
  t.match(offersOf(source), [{ issuer: 'banco-nandu', ref: 'A-1', title: 'El Fogón · 20%' }])
  t.notMatch(stdout, '/offer/ref', 'no remark on an answered question')
})

t.test('one name for all rows is the issuer and the provider', async (t) => {
  const { words, mapping, source } = folderWith(t, csvText(ROWS))
  const { code, stdout, stderr } = await offersBuild(words('--country', 'CL', '--issuer', 'Ñandú Club'))
  t.equal(code, 0, stderr)
  t.match(stdout, 'issuer       "Ñandú Club" for all rows')
  t.match(mapping().offer.issuer, { constant: 'Ñandú Club' })
  t.match(JSON.parse(readFileSync(join(source, 'catalogue.json'), 'utf8')), { attribution: 'Ñandú Club' })
})

t.test('a refused import keeps no mapping; --mapping uses another one', async (t) => {
  const { root, source, words, mapping } = folderWith(t, csvText(ROWS.map(([, ...rest]) => ['A-1', ...rest])))
  const refused = await offersBuild(words(...ANSWERS, '--ref', 'Código'))
  t.match(refused, { code: 1, stderr: /2 of 3 rows are rejected/ })
  t.notOk(existsSync(source))

  writeFileSync(join(root, 'a.csv'), csvText(ROWS))
  await offersBuild(words(...ANSWERS))
  const other = { ...mapping(), issuer_type: 'other' }
  writeFileSync(join(root, 'other.json'), JSON.stringify(other))
  const { code } = await offersBuild(words('--mapping', join(root, 'other.json')))
  t.equal(code, 0)
  t.equal(mapping().issuer_type, 'bank', 'the kept mapping stays')
})

t.test('a pipe is read like a file, whatever its format', async (t) => {
  const { root, source } = folderWith(t, '')
  const objects = ROWS.map(([id, banco, , , oferta]) => ({ id, banco, oferta }))
  const cases: [text: string, about: string][] = [
    [csvText(ROWS), 'standard input: CSV'],
    [JSON.stringify(objects), 'standard input: JSON, 3 items'],
    [objects.map((each) => `${JSON.stringify(each)}\n`).join(''), 'standard input: NDJSON'],
  ]
  for (const [text, about] of cases) {
    const words = ['import', '-', '--source', join(root, about), ...ANSWERS]
    const { code, stdout, stderr } = await offersBuildWith(words, { stdin: pipe(text) })
    t.equal(code, 0, stderr)
    t.match(stdout, about)
    t.equal(offersOf(join(root, about)).length, 3)
  }
  const none = await offersBuildWith(['import', '-', '--source', source], { stdin: pipe('') })
  t.match(none, { code: 1, stderr: /standard input: found nothing, expected a table; the program before it/ })
  const twice = await offersBuildWith(['import', '-', '-', '--source', source], { stdin: pipe('a') })
  t.match(twice, { code: 2, stderr: /standard input \(-\) can be read only once/ })
  const page = await offersBuildWith(['import', '-', '--source', source], { stdin: pipe('<html><body>') })
  t.match(page, { code: 1, stderr: /standard input: found an HTML page, expected a table/ })
})

function pipe(text: string): PassThrough {
  const stream = new PassThrough()
  stream.end(text)
  return stream
}

t.test('the report names a pipe "standard input", and its temporary file is removed', async (t) => {
  const { root, source } = folderWith(t, '')
  mkdirSync(join(root, 'tmp'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = join(root, 'tmp')
  t.teardown(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  const words = ['import', '-', '--source', source, '--summary', join(root, 's.md'), ...ANSWERS]
  for (const text of [csvText(ROWS), '<html>']) {
    await offersBuildWith(words, { stdin: pipe(text) })
    t.match(readFileSync(join(root, 's.md'), 'utf8'), '\n- standard input: ')
    t.strictSame(readdirSync(join(root, 'tmp')), [])
  }
})

t.test('an end and a status that only the last items have are read, in JSON and NDJSON', async (t) => {
  const early = Array.from({ length: 250 }, (_, id) => ({
    id: `A${id}`,
    store: 'Sur',
    product: 'Pan',
    price: 1.5,
  }))
  const late = [
    { ...early[0], id: 'B1', status: 'active', validTo: '2026-12-31' },
    { ...early[0], id: 'B2', status: 'expired', validTo: '2026-07-29' },
  ]
  const items = [...early, ...late]
  for (const text of [JSON.stringify(items), items.map((each) => `${JSON.stringify(each)}\n`).join('')]) {
    const { source, words } = folderWith(t, text)
    const named = ['--issuer', '/store', '--title', '/product']
    const answers = ['--country', 'IT', ...named, '--attribution', ATTRIBUTION]
    const skip = ['--skip-status', 'expired']
    t.match(await offersBuild(words(...answers)), { code: 2, stderr: /--skip-status/ })
    t.equal((await offersBuild(words(...answers, ...skip))).code, 0)
    t.match(offersOf(source).slice(250), [{ ref: 'B1', valid_until: '2026-12-31' }])
    t.equal(offersOf(source).length, 251)
  }
})

t.test('bytes that are not UTF-8 are refused where Windows-1252 lacks letters', async (t) => {
  const table = Buffer.from('id;shop;title;price\n1;\xafabka;\x8cled\x9f;9,90\n', 'latin1')
  const { source, words } = folderWith(t, '')
  writeFileSync(String(words()[1]), table)
  const named = ['--attribution', ATTRIBUTION, '--issuer', 'shop']
  t.match(await offersBuild(words('--country', 'PL', ...named)), {
    code: 1,
    stderr:
      /found bytes that are not UTF-8, expected UTF-8: .* lacks letters of PL; save the table as "CSV UTF-8"/,
  })
  t.notOk(existsSync(source))
  writeFileSync(String(words()[1]), new TextDecoder('windows-1250').decode(table))
  t.equal((await offersBuild(words('--country', 'PL', ...named))).code, 0)
  t.match(offersOf(source), [{ issuer: 'zabka', title: 'Śledź' }])
})
