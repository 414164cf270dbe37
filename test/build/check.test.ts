// `check`: all faults of a source at once, by cause, and nothing written.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { folderDigests } from './support/folder.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { record, records, writeSource } from './support/source.ts'

t.setTimeout(BUSY_MS)

const check = (source: string, ...more: string[]) => offersBuild(['check', '--source', source, ...more])

t.test('a good source passes, and nothing is written', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'))
  const before = folderDigests(source)
  const { code, stdout, stderr } = await check(source)
  t.same({ code, stderr }, { code: 0, stderr: '' })
  t.match(stdout, /\nValid: run would publish this, data of 2026-03-01T10:00:00.000Z\n$/)
  t.same(folderDigests(source), before)
  t.same(readdirSync(join(source, '..')), ['source'])
})

t.test('faults are listed by cause and issuer, the most frequent first', async (t) => {
  const spoiled = (count: number, changes: object, from: number) =>
    records(count, {}, from).map((each) => ({ ...each, issuer: 'banco-sur', ...changes }))
  const offers = [
    ...records(40),
    ...spoiled(5, { valid_until: 'Todos los martes' }, 100),
    ...spoiled(2, { comunas: ['ñaipu'], title: '' }, 200),
    record({ ref: 'good' }),
  ]
  const source = writeSource(join(t.testdir({}), 'source'), { offers })
  const { stdout, code } = await check(source)
  t.equal(code, 0)
  t.match(
    stdout,
    `rejected:
  5 × banco-sur /valid_until: not a day of the calendar, e.g. "Todos los martes" (line 41)
  2 × banco-sur /title: not a text that is not blank, without control characters, e.g. "" (line 46)
  2 × banco-sur /comunas/*: not a slug of comunas.json (did you mean maipu?), e.g. "ñaipu" (line 46)
`,
  )
  t.match(stdout, 'banco-sur is broken (day 1 of 7): 7 of its')
  const json = JSON.parse((await check(source, '--json')).stdout)
  t.match(json, {
    outcome: 'would publish',
    source: { records: 48, rejected: 7 },
    rejects: {
      count: 9,
      file: null,
      causes: {
        length: 3,
        0: { count: 5, issuer: 'banco-sur', pointer: '/valid_until', examples: [{ line: 41 }] },
      },
    },
    broken_issuers: [{ issuer: 'banco-sur', rejected: 7 }],
  })
})

t.test('faults of all reference files and of records are reported at once', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), {
    issuers: [{ slug: 'Banco Norte', name: 'n', type: 'bank', country: 'CL' }],
    categories: null,
    offers: [{ ...record(), valid_from: 'soon' }],
  })
  const { code, stdout, stderr } = await check(source)
  t.equal(code, 1)
  t.match(stderr, 'issuers.json: /0/slug: found "Banco Norte", expected a slug: lower-case letters')
  t.match(stderr, 'categories.json: missing')
  t.match(stdout, '1 × banco-norte /valid_from: not a day of the calendar, e.g. "soon" (line 1)')
  t.match(stdout, /\nInvalid \(bad-source\): run would refuse this\n$/)
  t.match(
    (await check(writeSource(join(root, 'none'), { comunas: null, offers: null }))).stderr,
    /comunas.*\n.*offers/,
  )
})

t.test('run refuses with the same words, and lists the same rejects', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), {
    categories: null,
    offers: [{ ...record(), valid_from: 'soon' }, record({ ref: 'good' })],
  })
  const out = join(root, 'out')
  const ran = await runBuild(source, out)
  t.equal(ran.code, 1)
  t.match(ran.stderr, /^offers-build: /)
  t.equal(ran.stderr, (await check(source)).stderr)
  t.match(ran.stdout, '1 × banco-norte /valid_from: not a day of the calendar, e.g. "soon" (line 1)')
  t.match(
    readFileSync(join(out, '.build/rejects.ndjson'), 'utf8'),
    /^{"file":"offers.ndjson","line":1,.*}\n$/,
  )
  t.notOk(existsSync(join(out, 'latest.json')))
})

t.test('a JSON array and Latin-1 are recognised and named', async (t) => {
  const root = t.testdir({})
  for (const text of [JSON.stringify(records(3)), JSON.stringify(records(3), null, 2)]) {
    t.match(
      (await check(writeSource(join(root, 'array'), { offers: text }))).stdout,
      "jq -c '.[]' offers.json > offers.ndjson, e.g. a JSON array (line 1)",
    )
  }
  const latin = Buffer.from(
    records(3, { title: 'Café' })
      .map((each) => JSON.stringify(each))
      .join('\n'),
    'latin1',
  )
  const { stdout, code } = await check(writeSource(join(root, 'latin'), { offers: latin }))
  t.equal(code, 1)
  t.match(stdout, 'not text in UTF-8 (from Windows-1252: iconv')
})

t.test('with the previous release it names the offers that would be missing', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  await runBuild(writeSource(join(root, 'source'), { offers: records(60) }), out)
  const fewer = writeSource(join(root, 'source'), {
    offers: records(60).filter(({ issuer }) => issuer !== 'banco-sur'),
  })
  const before = folderDigests(out)
  const { stdout, code } = await check(fewer, '--previous', out)
  t.equal(code, 0)
  t.match(
    stdout,
    'banco-sur is broken (day 1 of 7): 20 of its 20 listed offers are gone; 20 offers are kept as last known',
  )
  const refused = await check(fewer, '--previous', out, '--on-broken', 'refuse')
  t.match(refused, { code: 1, stdout: /Invalid \(broken-issuer\)/, stderr: /banco-sur is broken/ })
  t.same(folderDigests(out), before)
  t.notOk(existsSync(join(root, 'lock')))
  const [release = ''] = readdirSync(join(out, 'releases'))
  const byFile = await check(fewer, '--previous', join(out, 'releases', release, 'memory.gz'))
  t.match(byFile, { code: 0, stdout: /banco-sur is broken \(day 1 of 7\)/ }, 'its memory file is enough')
})
