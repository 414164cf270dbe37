// The command `offers`: for people as a table, for programs as JSON.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { run } from '../../client/cli/run.ts'
import { printable } from '../../client/lib/printable.ts'
import { FILTERS } from '../../contract/api/filters.ts'
import { startGateway } from '../helpers/gateway.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

t.setTimeout(BUSY_MS)

async function start(t: Test) {
  const root = t.testdir({ out: {} })
  publishTinyRelease(join(root, 'out'))
  const { base, keys } = await startGateway(t, join(root, 'out'))
  const env = { OFFERS_BASE_URL: base, OFFERS_KEY: keys.issue('named') }
  const offers = (...argv: string[]) => offersWith(env, ...argv)
  return { root, base, env, keys, offers }
}

async function offersWith(env: Record<string, string>, ...argv: string[]) {
  let [stdout, stderr] = ['', '']
  const code = await run(argv, {
    env,
    version: '1.2.3',
    out: (text) => {
      stdout += text
    },
    err: (text) => {
      stderr += text
    },
  })
  return { code, stdout, stderr }
}

t.test('list shows a page, or all offers', async (t) => {
  const { offers } = await start(t)
  const table = await offers('list', '--limit', '3')
  t.match(table, { code: 0, stderr: '', stdout: /^ID +ISSUER +BENEFIT +UNTIL +TITLE\noff_/ })
  const lines = table.stdout.split('\n')
  t.equal(lines.length, 6)
  t.match(lines[1], /^off_\w+ {2}tiny-bank {2}\w{39}… {2}– {6}Offer \d+$/)
  t.equal(lines[4], '3 of 120 offers, Tiny Test Data, https://data.example')
  const json = JSON.parse((await offers('list', '--issuer', 'tiny-bank', '--offset', '119', '--json')).stdout)
  t.match(json, { data: { length: 1 }, meta: { total: 120, offset: 119 } })
  t.equal(JSON.parse((await offers('list', '--all', '--json')).stdout).data.length, 120)
})

t.test('get shows one offer as JSON', async (t) => {
  const { offers } = await start(t)
  const [first] = JSON.parse((await offers('list', '--json')).stdout).data
  for (const words of [[], ['--json']]) {
    t.strictSame(JSON.parse((await offers('get', first.id, ...words)).stdout).data, first)
  }
  t.match(await offers('get', 'off_0000000000000000'), {
    code: 1,
    stderr: 'offers: there is no offer off_0000000000000000\n',
  })
})

t.test('issuers, categories and comunas are listed', async (t) => {
  const { offers } = await start(t)
  t.equal(
    (await offers('issuers')).stdout,
    'SLUG       OFFERS  NAME\ntiny-bank  120     Tiny Bank\nissuers: 1\n',
  )
  t.match((await offers('categories')).stdout, '\ncategories: 1\n')
  t.match((await offers('comunas')).stdout, '\ncomunas: 0\n')
  t.match(JSON.parse((await offers('comunas', '--json')).stdout), { data: { length: 0 }, meta: { total: 0 } })
})

t.test('snapshot downloads a file, and replaces an older one', async (t) => {
  const { offers, root } = await start(t)
  const file = join(root, 'offers.ndjson.gz')
  t.match(await offers('snapshot', file), { code: 0, stdout: /offers\.ndjson\.gz: \d+ bytes\n$/ })
  const whole = readFileSync(file)
  t.equal(gunzipSync(whole).toString().trim().split('\n').length, 120)
  t.match(JSON.parse((await offers('snapshot', file, '--json')).stdout), { file, size: whole.length })
  t.match(await offers('snapshot', join(root, 'nodir', 'x.gz')), {
    code: 1,
    stderr: /^offers: ENOENT: .*nodir'\n$/,
  })
  t.ok(readFileSync(file).equals(whole))
})

t.test('sync keeps a copy, which find searches without a network', async (t) => {
  const { offers, root, env } = await start(t)
  const copy = join(root, 'copy')
  t.match(await offers('sync', copy), {
    stdout: /: 120 added, 0 changed, 0 removed; by the snapshot, now of 2026-08-22T/,
  })
  t.match(await offers('sync', copy), { stdout: /: 0 added, 0 changed, 0 removed; still of 2026-08-22T/ })
  publishTinyRelease(join(root, 'out'), { dataAsOf: '2026-08-23T10:00:00.000Z', offers: 119 })
  const { stdout } = await offersWith(
    { ...env, OFFERS_BASE_URL: 'http://127.0.0.1:9', OFFERS_KEY: '' },
    'find',
    copy,
    '--text',
    'tiny FOOD óffer',
    '--json',
  )
  t.equal(JSON.parse(stdout).length, 120)
  t.equal(
    (await offers('find', copy, '--text', 'cinema')).stdout,
    'ID  ISSUER  BENEFIT  UNTIL  TITLE\nfound: 0, Tiny Test Data, https://data.example\n',
  )
  const typos: [option: string, word: string, message: string, code: number][] = [
    ['day', 'today', 'day: expected YYYY-MM-DD; found today', 2],
    ['weekday', 'wensday', 'weekday: expected sunday, .*, wednesday, .*; found wensday', 2],
    ['kind', 'percentige', 'kind: expected percentage, .*; found percentige', 2],
    ['issuer', 'tiny-banc', 'unknown_name: no issuer tiny-banc; did you mean tiny-bank\\?', 1],
    ['region', 'Metropolitana', 'unknown_name: no region Metropolitana', 1],
  ]
  for (const [option, word, message, code] of typos) {
    const stderr = new RegExp(`^offers: ${message}(; known: .*)?\n$`)
    t.match(await offers('find', copy, `--${option}`, word), { code, stdout: '', stderr })
  }
  t.match(await offers('find', join(root, 'none')), { code: 1, stderr: 'holds no copy: run offers sync' })
})

t.test('sync --json lists the offers that were added, changed and removed', async (t) => {
  const { offers, root } = await start(t)
  const copy = join(root, 'copy')
  const first = JSON.parse((await offers('sync', copy, '--json')).stdout)
  t.match(first, { from: 'snapshot', added: { length: 120 }, changed: { length: 0 } })
  t.match(first.added[0], { id: /^off_/, title: /^Offer / })
  const again = await offers('sync', copy, '--json')
  const nothing = { from: 'nothing', added: [], changed: [], removed: [] }
  t.match(JSON.parse(again.stdout), { data_as_of: /^2026-08-22T/, ...nothing })
})

t.test('every filter of the API is in the help, and an option of list and find', async (t) => {
  const { offers, root } = await start(t)
  const { stdout } = await offers('list', '--help')
  const copy = join(root, 'copy')
  await offers('sync', copy)
  for (const { name, description } of FILTERS) {
    t.match(stdout, `\n  --${`${name} SLUG`.padEnd(29)} ${description}\n`)
    t.match(await offers('list', `--${name}`, 'no-such-thing'), { code: 0, stdout: '0 of 0 offers' }, name)
    t.match(await offers('find', copy, `--${name}`, 'no-such-thing'), {
      code: 1,
      stdout: '',
      stderr: `offers: unknown_name: no ${name} no-such-thing; known: `,
    })
  }
})

t.test('an error names its code, the values that are allowed and the request', async (t) => {
  const { offers, env } = await start(t)
  t.match(await offers('list', '--limit', '101'), {
    code: 1,
    stdout: '',
    stderr:
      /^offers: scope_exceeded: [^:]*: limit is 101; a named key allows at most 100\. \(request [\w.-]+\)\n$/,
  })
  t.match(await offers('list', '--limit', 'x'), {
    code: 1,
    stderr: /^offers: invalid_parameter: [^:]*: limit: expected [^"]*, given "x"\. \(request [\w.-]+\)\n$/,
  })
  t.match(await offersWith({ ...env, OFFERS_KEY: 'nonsense' }, 'list'), {
    code: 1,
    stderr: 'offers: unauthorized: ',
  })
})

t.test('a command line that is wrong ends with 2, and says why', async (t) => {
  const env = { OFFERS_BASE_URL: 'http://127.0.0.1:9', OFFERS_KEY: 'k' }
  const cases: [argv: string[], message: string][] = [
    [
      ['lst'],
      'expected a command (list, get, issuers, categories, comunas, snapshot, sync, find, mcp), found lst',
    ],
    [['toString'], 'expected a command (list, get'],
    [['get'], 'get: expected ID, found none; usage: offers get ID\n'],
    [['get', 'a', 'b'], 'get: expected ID, found a b; usage: offers get ID\n'],
    [['mcp'], 'mcp: expected DIR, found none; usage: offers mcp DIR\n'],
    [['list', 'a'], 'list: expected no word, found a; usage: offers list\n'],
    [['list', '--text', 'x'], 'list takes no --text'],
    [['find', 'x', '--limit', '1'], 'find takes no --limit'],
    [['list', '--base-url', 'ftp://x'], 'baseUrl: expected http or https and a host, found ftp://x'],
    [['list', '--limt', '3'], "Unknown option '--limt'"],
    [['list', '--limit'], "Option '--limit <value>' argument missing"],
  ]
  for (const [argv, message] of cases) {
    t.match(await offersWith(env, ...argv), { code: 2, stdout: '', stderr: `offers: ${message}` })
  }
  t.match(await offersWith({}, 'list'), { code: 2, stderr: 'OFFERS_BASE_URL' })
  t.match(await offersWith({ OFFERS_BASE_URL: 'http://127.0.0.1:9' }, 'list'), {
    code: 2,
    stderr: 'OFFERS_KEY',
  })
  t.match(await offersWith({}, '--version'), { code: 0, stdout: '1.2.3\n' })
  t.match(await offersWith({}), { code: 0, stdout: /^offers: the Offers Catalogue/ })
})

t.test('text of the catalogue cannot control the terminal', async (t) => {
  t.equal(printable('a\u001b[2Jb\nc\u202ed\u009b'), 'a\\u001b[2Jb\\u000ac\\u202ed\\u009b')
  t.equal(printable('a\u{e0041}b'), 'a\\ue0041b')
  t.equal(printable('Ñandú 🎬'), 'Ñandú 🎬')
})
