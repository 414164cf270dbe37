import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { OFFERS_BUILD } from '../../../build/cli/offers-build.ts'
import { optionsIn, shownCommand } from '../../docs/support/programs.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { offersBuild, offersBuildWith, runBuild } from '../support/program.ts'
import { record, records, writeSource } from '../support/source.ts'

const COMMANDS = OFFERS_BUILD.commands

t.setTimeout(BUSY_MS)

t.test('--help lists every command on a line that fits a terminal', async (t) => {
  const { code, stdout } = await offersBuild(['--help'])
  t.equal(code, 0)
  for (const { name } of COMMANDS) t.match(stdout, new RegExp(`^ {2}${name} +\\S`, 'm'))
  t.equal(stdout.split('\n').filter((line) => /^ {5}/.test(line)).length, 0, 'no line is continued')
})

t.test('every command shows examples, and accepts them', async (t) => {
  for (const { name, examples, options } of COMMANDS) {
    t.ok(examples.length > 0, name)
    const speaksJson = options.some((option) => option.name === 'json')
    const isForPeople = ['init', 'keygen', 'preview', 'prune'].includes(name)
    t.equal(speaksJson, !isForPeople, `${name} has output for programs`)
    for (const example of examples) {
      const shown = shownCommand(`dist/build.mjs ${example}`)
      t.equal(shown?.command?.name, name)
      t.same(
        optionsIn(example).filter((word) => !options.some((option) => `--${option.name}` === word)),
        [],
      )
    }
  }
})

t.test('with --json a command that fails gives the reason as JSON', async (t) => {
  const cases: [words: string[], code: string][] = [
    [['verify', '--out', 'nowhere', '--json'], 'no-release'],
    [['releases', '--out', 'nowhere', '--json'], 'no-release'],
    [['diff', '--json'], 'usage'],
    [['frobnicate', '--json'], 'usage'],
  ]
  for (const [words, code] of cases) {
    const { stdout, stderr } = await offersBuild(words)
    const { failure } = JSON.parse(stdout)
    t.equal(failure.code, code)
    t.equal(stderr, `offers-build: ${failure.message}\n`)
  }
})

t.test('wrong usage ends with 2 and names the expected words', async (t) => {
  const cases: [words: string[], expected: string | RegExp][] = [
    [
      [],
      'expected a command (init, import, run, check, preview, verify, releases, diff, history, rollback, prune, keygen), found none',
    ],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['run'], 'run: --source is required'],
    [['run', '--source', 'x'], 'run: --out is required'],
    [['run', 'x', '--source', 'x', '--out', 'y'], "too many arguments for 'run'"],
    [['run', '--source', 'x', '--out', 'y', '--as-of', 'today'], '--as-of: expected a moment'],
    [['run', '--source', 'x', '--out', 'y', '--max-rejected', 'many'], '--max-rejected: expected a number'],
    [
      ['run', '--source', 'x', '--out', 'y', '--on-broken', 'weep'],
      '--on-broken: expected keep, accept, refuse',
    ],
    [['run', '--source', 'x', '--out', 'y', '--threads', '-1'], /--threads/],
  ]
  for (const [words, expected] of cases) {
    const { code, stderr, stdout } = await offersBuild(words)
    t.equal(code, 2, words.join(' '))
    t.match(stderr, expected)
    t.equal(stdout, '')
    t.ok(
      stderr
        .split('\n')
        .filter(Boolean)
        .every((line) => line.startsWith('offers-build: ')),
    )
  }
})

t.test('the JSON summary is one document on stdout', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), { offers: [...records(60), 'bad'] })
  const { stdout } = await runBuild(source, join(root, 'out'), '--json')
  t.same(JSON.parse(stdout).broken_issuers, [])
  t.match(JSON.parse(stdout), {
    outcome: 'published',
    failure: null,
    data_as_of: '2026-03-01T10:00:00.000Z',
    previous: null,
    counts: { offers: { active: 60 }, issuers: 3 },
    changes: { added: 60, rejected: 1, by_issuer: { 'banco-norte': { added: 20, rejected: 0 } } },
    source: { records: 61, rejected: 1 },
    kept_offers: 0,
    rejects: { count: 1, file: join(root, 'out', '.build', 'rejects.ndjson') },
    snapshots: { named: { offers: 60 }, demo: { offers: 60 } },
    reach: { beyond: 0 },
  })
})

t.test('a refused build gives the reason as JSON', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), { offers: [...records(1), 'bad', 'bad'] })
  const { stdout, code } = await runBuild(source, join(root, 'out'), '--json')
  t.equal(code, 1)
  t.match(JSON.parse(stdout), {
    outcome: 'refused',
    failure: { code: 'broken-source', message: /2 of 3 records/ },
    release: null,
    source: { records: 3, rejected: 2 },
  })
})

t.test('a file in place of a folder is reported with its path', async (t) => {
  const root = t.testdir({ out: 'a file' })
  const { code, stderr } = await runBuild(writeSource(join(root, 'source')), join(root, 'out'))
  t.equal(code, 1)
  t.equal(stderr, `offers-build: ${join(root, 'out/.build')}: not a folder\n`)
})

t.test('source and output folder must be apart, because origins publish the output folder', async (t) => {
  const root = t.testdir({ link: t.fixture('symlink', 'source') })
  const source = writeSource(join(root, 'source'), { offers: [record()] })
  const before = readdirSync(source)
  for (const out of [source, join(source, 'public-out'), root, join(root, 'link', 'deep', 'out')]) {
    const { code, stderr } = await runBuild(source, out)
    t.equal(code, 2)
    t.match(stderr, `--out ${out}: expected two folders, neither inside the other`)
  }
  t.same(readdirSync(source), before)
  t.match(await runBuild(source, join(root, 'source-out')), { code: 0 })
})

t.test('in a terminal, long commands show that they go on, and elsewhere nothing', async (t) => {
  const root = t.testdir({
    'offers.csv': 'id,Titulo,Descuento,Banco\n1,Cine,20%,Uno\n2,Pan,10%,Uno\n',
  })
  const [source, out] = [join(root, 'source'), join(root, 'out')]
  const imported = [
    'import',
    join(root, 'offers.csv'),
    '--source',
    source,
    '--country',
    'CL',
    '--attribution',
    'A',
  ]
  for (const [words, shown] of [
    [imported, 'Reading rows: 0'],
    [
      ['run', '--source', source, '--out', out, '--as-of', '2026-03-01', '--threads', '0'],
      /Writing answers: 0 of \d+/,
    ],
    [['verify', '--out', out], /Checking objects: 0 of \d+/],
  ] as const) {
    const ended = await offersBuildWith(words, { isTerminal: true })
    t.match(ended, { code: 0, stderr: shown }, words[0])
    const again = await offersBuild(words)
    t.notMatch(again.stderr, shown, `${words[0]} into a pipe`)
  }
})

t.test('--quiet hides the progress, and nothing else', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), { offers: [record()] })
  const run = ['run', '--source', source, '--threads', '0', '--out']
  const loud = await offersBuildWith([...run, join(root, 'loud')], { isTerminal: true })
  t.not(loud.stderr, '')
  const out = join(root, 'quiet')
  const quiet = await offersBuildWith([...run, out, '--quiet'], { isTerminal: true })
  t.match(quiet, { code: 0, stdout: /Published/, stderr: /^$/ })
  const verified = await offersBuildWith(['verify', '--out', out, '--quiet'], { isTerminal: true })
  t.match(verified, { code: 0, stdout: /is whole/, stderr: /^$/ })
})
