// Bad input never half-publishes: every fault is reported with its place, the found and the expected value.

import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import {
  CATALOGUE,
  ISSUERS,
  ONE_LIST,
  record,
  records,
  type SourceFiles,
  writeSource,
} from './support/source.ts'

t.setTimeout(SLOW_MS)

/** Builds with these files in place of valid ones, and expects a refusal. */
async function refused(t: Test, files: SourceFiles): Promise<string> {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), files)
  const { code, stderr } = await runBuild(source, join(root, 'out'))
  t.equal(code, 1)
  t.notOk(readdirSync(join(root, 'out')).includes('latest.json'), 'nothing is published')
  return stderr
}

/** Builds ten valid records and some lines more; returns the rejects of those. */
async function rejected(t: Test, lines: readonly (string | Buffer)[]) {
  const root = t.testdir({})
  const good = records(10, ONE_LIST).map((each) => Buffer.from(`${JSON.stringify(each)}\n`))
  const bad = lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])
  const source = writeSource(join(root, 'source'), { offers: Buffer.concat([...good, ...bad]) })
  const out = join(root, 'out')
  const { code } = await runBuild(source, out, '--max-rejected', String(lines.length))
  t.equal(code, 0)
  const { manifest } = await readPublished(out)
  t.equal(manifest.snapshots.named.offers, 10, 'the other records are published')
  const text = readFileSync(join(out, '.build', 'rejects.ndjson'), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const broken = (changes: object) => JSON.stringify({ ...record({ ref: 'bad' }), ...changes })

t.test('a wrong folder is one fault', async (t) => {
  const root = t.testdir({ 'a.csv': 'x', empty: {} })
  const [nowhere, file, empty] = ['nowhere', 'a.csv', 'empty'].map((name) => join(root, name))
  const cases = [
    [nowhere, 'no such folder; import or init makes one'],
    [file, 'not a source folder (no catalogue.json)'],
    [empty, 'not a source folder (no catalogue.json)'],
  ]
  for (const [folder = '', expected] of cases) {
    const stderr = `offers-build: ${folder}: ${expected}\n`
    for (const ended of [
      await runBuild(folder, join(root, 'out')),
      await offersBuild(['check', '--source', folder]),
    ]) {
      t.equal(ended.code, 1)
      t.equal(ended.stderr, stderr)
    }
  }
})

t.test('a link out of the source folder', async (t) => {
  const root = t.testdir({ 'secret.txt': 'TOKEN=hush' })
  for (const name of ['catalogue.json', 'comunas.json', 'offers.ndjson', 'rejected.ndjson']) {
    const source = writeSource(join(root, name), {})
    rmSync(join(source, name), { force: true })
    symlinkSync('../secret.txt', join(source, name))
    for (const ended of [
      await runBuild(source, join(root, 'out')),
      await offersBuild(['check', '--source', source]),
    ]) {
      t.equal(ended.code, 1)
      t.match(ended.stderr, `${name}: a link to `)
      t.notMatch(ended.stdout + ended.stderr, 'hush', 'the output has no text of the file')
    }
  }
})

t.test('a currency that does not exist rejects its record, with line, member and value', async (t) => {
  const paid = { kind: 'amount', value: 1000, currency: 'CPL', cap: null, summary: 's' }
  const capped = { kind: 'percentage', value: 20, currency: null, summary: 's' }
  const rejects = await rejected(t, [
    broken({ benefit: paid }),
    broken({ benefit: { ...capped, cap: { value: 5, currency: 'ZZZ' } } }),
    broken({ benefit: { ...paid, currency: 'HRK' } }),
  ])
  const expected = 'a current currency of ISO 4217, such as CLP'
  t.match(rejects, [
    { file: 'offers.ndjson', line: 11, pointer: '/benefit/currency', found: '"CPL"', expected },
    { file: 'offers.ndjson', line: 12, pointer: '/benefit/cap/currency', found: '"ZZZ"', expected },
    { file: 'offers.ndjson', line: 13, pointer: '/benefit/currency', found: '"HRK"', expected },
  ])
})

t.test('a country that does not exist refuses its file', async (t) => {
  const expected = 'found "XX", expected a country of ISO 3166-1, such as CL'
  const issuers = ISSUERS.map((issuer, index) => (index === 1 ? { ...issuer, country: 'XX' } : issuer))
  t.match(await refused(t, { issuers }), `issuers.json: /1/country: ${expected}`)
  t.match(
    await refused(t, { catalogue: { ...CATALOGUE, country: 'XX' } }),
    `catalogue.json: /country: ${expected}`,
  )
})

t.test('a reference file that breaks its schema is reported with the pointer', async (t) => {
  const issuers = ISSUERS.map((issuer, index) => (index === 1 ? { ...issuer, type: 'casino' } : issuer))
  t.match(await refused(t, { issuers }), 'issuers.json: /1/type: found "casino", expected one of bank,')
  t.match(await refused(t, { catalogue: { ...CATALOGUE, country: 'Chile' } }), 'catalogue.json: /country')
  t.match(
    await refused(t, { catalogue: { ...CATALOGUE, data_as_of: 'today' } }),
    'catalogue.json: /data_as_of',
  )
  const named = { slug: 'Con Espacio', name: '' }
  const stderr = await refused(t, { comunas: [named] })
  t.match(stderr, 'comunas.json: /0/slug')
  t.match(stderr, 'comunas.json: /0/name')
})

t.test('a slug that a reference file gives twice', async (t) => {
  const issuers = [...ISSUERS, ISSUERS[0]]
  t.match(await refused(t, { issuers }), 'issuers.json: /3/slug: found "banco-norte", expected another slug')
})

t.test('an unknown time zone is reported', async (t) => {
  const catalogue = { ...CATALOGUE, time_zone: 'America/Nowhere' }
  t.match(await refused(t, { catalogue }), 'catalogue.json: /time_zone: found "America/Nowhere"')
})

t.test('a source without a moment, in the catalogue or on the command line', async (t) => {
  const { data_as_of: _, ...catalogue } = CATALOGUE
  t.match(await refused(t, { catalogue }), '--as-of')
})

t.test('an empty file of offers', async (t) => {
  for (const offers of ['', '\n\n', '\uFEFF']) {
    t.match(await refused(t, { offers }), 'the source has no offer to list')
  }
})

t.test('lines that are JSON, but not a record', async (t) => {
  t.match(await rejected(t, ['[]', 'null', '7']), [
    { line: 11, found: '[]', expected: 'an object' },
    { line: 12, found: 'null' },
    { line: 13, found: '7' },
  ])
})

t.test('a wrong type is reported with its pointer and the name of the record', async (t) => {
  const benefit = { kind: 'percentage', value: '20', currency: null, cap: null, summary: 's' }
  const lines = [broken({ title: 7 }), broken({ benefit }), broken({ comunas: 'maipu' })]
  t.match(await rejected(t, lines), [
    { line: 11, ref: 'bad', pointer: '/title', found: '7', expected: 'a text' },
    { line: 12, ref: 'bad', pointer: '/benefit/value', found: '"20"' },
    { line: 13, ref: 'bad', pointer: '/comunas', found: '"maipu"', expected: 'a list' },
  ])
})

t.test('a record with several faults is one rejected record with a reason for each', async (t) => {
  const reasons = await rejected(t, [broken({ title: ' ', url: 'no address', category: 'x-y' })])
  t.same(new Set(reasons.map(({ line }) => line)), new Set([11]))
  t.same(reasons.map(({ pointer }) => pointer).sort(), ['/category', '/title', '/url'])
})

t.test('one ref with two issuers is two offers', async (t) => {
  const root = t.testdir({})
  const offers = [record(), record({ issuer: 'banco-sur' })]
  const out = join(root, 'out')
  t.equal((await runBuild(writeSource(join(root, 'source'), { offers }), out)).code, 0)
  t.equal((await readPublished(out)).manifest.snapshots.named.offers, 2)
})

t.test('a member named __proto__ is an unknown member', async (t) => {
  const line = broken({}).replace('{', '{"__proto__":{"title":"x"},')
  t.match(await rejected(t, [line]), [
    { pointer: '/__proto__', found: '{"title":"x"}', expected: 'no such member' },
  ])
})

t.test('CRLF, blank lines and a byte order mark are accepted', async (t) => {
  const root = t.testdir({})
  const offers = `\uFEFF${records(12, ONE_LIST)
    .map((each) => JSON.stringify(each))
    .join('\r\n\r\n')}`
  const out = join(root, 'out')
  const catalogue = `\uFEFF${JSON.stringify(CATALOGUE)}`
  t.equal((await runBuild(writeSource(join(root, 'source'), { offers, catalogue }), out)).code, 0)
  t.equal((await readPublished(out)).manifest.snapshots.named.offers, 12)
})
