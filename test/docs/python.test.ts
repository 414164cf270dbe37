// The page for Python: its snippets run in their order, and `sync.py` also against servers that fail.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import type { SnapshotOffer } from '../../client/index.ts'
import { type Serve, startScriptedServer } from '../client/support/scripted-server.ts'
import { FILE, headersOf, serveFile } from '../client/support/snapshot-file.ts'
import { cleanEnvironment, type Finished, runToEnd } from '../helpers/child-processes.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { codeBlocks, ROOT, read } from './support/pages.ts'

t.setTimeout(LONG_MS)

const BLOCKS = codeBlocks(read('docs/python.md'))
const SYNC = BLOCKS[0] ?? ''

const PACKAGES = ['requests', 'pandas', 'duckdb']

/** Debian's Python is not the first in every PATH, and has only Debian's packages. */
const PROGRAMS = ['python3', '/usr/bin/python3']

/** The first Python that can import all of these; undefined if none can. */
function pythonWith(packages: readonly string[] = []): string | undefined {
  const imports = `import ${['sys', ...packages].join(', ')}`
  return PROGRAMS.find((program) => spawnSync(program, ['-c', imports]).status === 0)
}

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
function withoutPython(packages: readonly string[]): string | false {
  if (onCi || pythonWith(packages)) return false
  return `Python${packages.map((name) => ` with ${name}`).join('')} is not installed`
}

const packagesIn = (code: string) =>
  PACKAGES.filter((name) => new RegExp(`^import ${name}\\b`, 'm').test(code))

/** DuckDB as `make duckdb` fetches it. */
const DUCKDB = join(ROOT, '.run/duckdb/node_modules/@duckdb/node-api/lib/index.js')
const RUN_DUCKDB = join(ROOT, 'test/docs/support/run-duckdb.mjs')

const onCi = process.env.CI === 'true'
const hasDuckdb = onCi || existsSync(DUCKDB)

/** Runs the query of a block without Python. */
function runInDuckdb(code: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Finished> {
  const [, sql = ''] = /"""(.*)"""/s.exec(code) ?? []
  return runToEnd(process.execPath, [RUN_DUCKDB, DUCKDB, sql], options)
}

interface Count {
  name: string
  count: number
  median: number
}

/** The three groups with the most offers; equal ones in the order of their names. */
function largest(offers: readonly SnapshotOffer[], nameOf: (offer: SnapshotOffer) => string): Count[] {
  const names = [...new Set(offers.map(nameOf))].sort()
  return names
    .map((name) => {
      const values = offers.flatMap((offer) => (nameOf(offer) === name ? (offer.benefit.value ?? []) : []))
      return { name, count: offers.filter((each) => nameOf(each) === name).length, median: median(values) }
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** A pattern for lines with the numbers of each group, in the table style of any library. */
function tableOf(counts: readonly Count[], columns: readonly ('count' | 'median')[]): RegExp {
  const numberOf = (value: number) => `${value}(?:\\.0)?\\b`
  const rows = counts.map((each) => [each.name, ...columns.map((name) => numberOf(each[name]))].join('\\W+'))
  return new RegExp(rows.join('[^]*?\n\\W*'))
}

function offersIn(snapshot: Buffer): SnapshotOffer[] {
  const lines = gunzipSync(snapshot).toString().trimEnd().split('\n')
  return lines.map((line): SnapshotOffer => JSON.parse(line))
}

/** The output of each block, in their order. */
function expectedOf(offers: readonly SnapshotOffer[]): RegExp[][] {
  const percentages = offers.filter(({ benefit }) => benefit.kind === 'percentage')
  const wednesday = percentages.filter(({ weekdays }) => weekdays?.includes('wednesday') ?? true)
  const endless = offers.filter(({ valid_until }) => valid_until === null)
  const issuer = (offer: SnapshotOffer) => offer.issuer.name
  const byIssuer = tableOf(largest(percentages, issuer), ['count', 'median'])
  const day = offers[0]?.meta.data_as_of
  return [
    [/^offers\.ndjson\.gz: new\n$/],
    [
      byIssuer,
      new RegExp(`\n${offers.length} offers, ${endless.length} with their end not stated, as of ${day}\n$`),
    ],
    [tableOf(largest(wednesday, issuer), ['count', 'median'])],
    [new RegExp(`^offers\\.db: ${offers.length} offers, by the snapshot, as of ${day}\n$`)],
  ]
}

t.test('every snippet does what the page says', { skip: withoutPython([]) }, async (t) => {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const key = keys.issue('named')
  const snapshot = (await call(base, '/beta/snapshot', { key })).body
  const expected = expectedOf(offersIn(snapshot))
  t.equal(BLOCKS.length, expected.length)
  const cwd = t.testdir()
  // The first block writes it, but is not run without requests.
  writeFileSync(join(cwd, 'offers.ndjson.gz'), snapshot)
  const env = { ...cleanEnvironment(), KEY: key }
  for (const [index, code] of BLOCKS.entries()) {
    const packages = packagesIn(code)
    const title = `block ${index + 1} (${packages})`
    writeFileSync(join(cwd, 'snippet.py'), code.replaceAll('https://api.example', base))
    const run = (program = '', ...args: string[]) => runToEnd(program, args, { cwd, env })
    const prints = async ({ code: status, stdout, stderr }: Finished) => {
      t.equal(status, 0, `${title}: ${stderr}`)
      for (const pattern of expected[index] ?? []) t.match(stdout, pattern, title)
    }
    const python = pythonWith(packages)
    if (python) {
      await prints(await run(python, 'snippet.py'))
      continue
    }
    t.match(
      await run(pythonWith(), '-m', 'py_compile', 'snippet.py'),
      { code: 0, stderr: '' },
      `${title} compiles`,
    )
    if (packages.includes('duckdb') && hasDuckdb) {
      await prints(await runInDuckdb(code, { cwd, env }))
    } else if (onCi) {
      t.fail(`${title}: CI installs ${packages}, see .ci/run`)
    } else t.comment(`${title} is not run: ${packages} is not installed`)
  }
})

/** Its type is guessed from the file: a member that is null in all lines has none. */
const UNSTATED: readonly (keyof SnapshotOffer)[] = ['weekdays', 'merchant', 'valid_from', 'valid_until']

t.test(
  'the query in DuckDB needs no offer that states its weekdays',
  { skip: !hasDuckdb && 'DuckDB is not installed: run `make duckdb`' },
  async (t) => {
    const { base, keys } = await startGateway(t, await demonstrationRelease())
    const { body } = await call(base, '/beta/snapshot', { key: keys.issue('named') })
    const nulls = Object.fromEntries(UNSTATED.map((name) => [name, null]))
    const offers = offersIn(body).map((offer): SnapshotOffer => ({ ...offer, ...nulls }))
    const lines = offers.map((offer) => JSON.stringify(offer)).join('\n')
    const cwd = t.testdir({ 'offers.ndjson.gz': gzipSync(lines) })
    const block = BLOCKS.find((code) => packagesIn(code).includes('duckdb')) ?? ''
    const { code, stdout, stderr } = await runInDuckdb(block, { cwd, env: cleanEnvironment() })
    t.equal(code, 0, stderr)
    const percentages = offers.filter(({ benefit }) => benefit.kind === 'percentage')
    t.match(
      stdout,
      tableOf(
        largest(percentages, ({ issuer }) => issuer.name),
        ['count', 'median'],
      ),
    )
  },
)

/** A folder in which `sync.py` runs, against a server that answers as `serve` says now. */
async function syncing(t: Test) {
  const cwd = t.testdir()
  let serve: Serve = (request, response) => serveFile(request, response, FILE)
  const { base, asked } = await startScriptedServer(t, (...exchange) => serve(...exchange))
  writeFileSync(join(cwd, 'sync.py'), SYNC.replaceAll('https://api.example', base))
  const python = pythonWith(['requests']) ?? 'python3'
  return {
    cwd,
    asked,
    file: join(cwd, 'offers.ndjson.gz'),
    state: join(cwd, 'offers.state'),
    serving: (next: Serve) => {
      serve = next
    },
    sync: () => runToEnd(python, ['sync.py'], { cwd, env: { ...cleanEnvironment(), KEY: 'offers_live_x' } }),
  }
}

const NEW = { code: 0, stdout: 'offers.ndjson.gz: new\n', stderr: '' }
const skip = withoutPython(['requests'])

t.test('sync.py downloads a file once, and again only if it changed', { skip }, async (t) => {
  const { sync, serving, asked, file, state } = await syncing(t)
  const tagOf = (index: number) => asked[index]?.headers['if-none-match']
  t.match(await sync(), NEW)
  t.ok(readFileSync(file).equals(FILE))
  t.equal(tagOf(0), undefined)
  serving((_, response) => response.writeHead(304).end())
  t.match(await sync(), { ...NEW, stdout: 'offers.ndjson.gz: as it was\n' })
  t.equal(tagOf(1), '"a"')
  serving((request, response) => serveFile(request, response, FILE))
  truncateSync(file, 100)
  t.match(await sync(), NEW, 'a file that is damaged')
  t.equal(tagOf(2), undefined)
  for (const [index, size] of [0, 20, readFileSync(state).length - 1].entries()) {
    truncateSync(state, size)
    t.match(await sync(), NEW, 'a state that a killed run left incomplete')
    t.not(tagOf(3 + index), '"a"')
  }
  t.ok(readFileSync(file).equals(FILE))
})

t.test('sync.py says of how many offers the file of a demo key is a sample', { skip }, async (t) => {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const cwd = t.testdir({ 'sync.py': SYNC.replaceAll('https://api.example', base) })
  const env = { ...cleanEnvironment(), KEY: keys.issue('demo') }
  const ran = await runToEnd(pythonWith(['requests']) ?? 'python3', ['sync.py'], { cwd, env })
  t.match(ran, { ...NEW, stdout: 'a sample: 100 of 414 offers\noffers.ndjson.gz: new\n' })
})

t.test('sync.py keeps its file if anything fails', { skip }, async (t) => {
  const { cwd, sync, serving, file, state } = await syncing(t)
  await sync()
  const problem = { title: 'Forbidden', detail: 'This key has been revoked.' }
  const failures: [title: string, serve: Serve, message: string | RegExp][] = [
    [
      'a file that does not match its digest',
      (_, response) => response.writeHead(200, headersOf(FILE, '"b"')).end(Buffer.from('damaged')),
      'the download is damaged\n',
    ],
    [
      'a connection that breaks off',
      (...[request, response]) => serveFile(request, response, FILE, 1000),
      /./,
    ],
    [
      'an error of the API',
      (_, response) => response.writeHead(403).end(JSON.stringify(problem)),
      `403: ${JSON.stringify(problem)}\n`,
    ],
  ]
  const before = readFileSync(state, 'utf8')
  for (const [title, serve, stderr] of failures) {
    serving(serve)
    t.match(await sync(), { code: 1, stdout: '', stderr }, title)
    t.ok(readFileSync(file).equals(FILE), title)
    t.equal(readFileSync(state, 'utf8'), before, title)
  }
  t.strictSame(readdirSync(cwd).sort(), ['offers.ndjson.gz', 'offers.state', 'sync.py'])
})
