// The command `offers`: for people as a table, for programs as JSON.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { run } from '../../client/cli/run.ts'
import { printable } from '../../client/lib/shown-texts.ts'
import { FILTERS } from '../../contract/api/filters.ts'
import { startGateway } from '../helpers/gateway.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { Terminal } from '../helpers/terminal.ts'
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
  return offersIn(undefined, env, ...argv)
}

async function offersIn(terminal: Terminal | undefined, env: Record<string, string>, ...argv: string[]) {
  let [stdout, stderr] = ['', '']
  const code = await run(argv, {
    env,
    terminal,
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

t.test('in a terminal, snapshot and sync show that bytes come', async (t) => {
  const { root, env } = await start(t)
  for (const [command, word] of [
    ['snapshot', 'offers.ndjson.gz'],
    ['sync', 'copy'],
  ] as const) {
    const terminal = new Terminal()
    const { code, stdout } = await offersIn(terminal, env, command, join(root, word))
    t.equal(code, 0)
    t.match(terminal.text, 'Receiving: 0 bytes', command)
    t.notMatch(stdout, 'Receiving')
  }
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
  t.match(JSON.parse(stdout), {
    total: 120,
    hints: ['"food" is read as category food.'],
    offers: { length: 120 },
  })
  const table = (await offers('find', copy, '--category', 'Food')).stdout.split('\n')
  t.equal(table.length, 123)
  t.match(table[0], /^ID +ISSUER +BENEFIT +STATUS +FROM +UNTIL +TITLE$/)
  t.match(
    table[1],
    /^off_\w+ {2}tiny-bank {2}\w{39}… {2}active {2}start not stated {2}end not stated {2}Offer \d+$/,
  )
  const updated = (await offers('find', copy, '--sort', 'updated', '--limit', '1')).stdout
  t.match(updated, /^UPDATED +ID .*\n\d{4}-\d\d-\d\dT[\d:.]+Z {2}off_/)
  t.equal(
    (await offers('find', copy, '--text', 'cinema')).stdout,
    'ID  ISSUER  BENEFIT  STATUS  FROM  UNTIL  TITLE\nfound: 0, Tiny Test Data, https://data.example\n',
  )
  const window = await offers(
    'find',
    copy,
    '--day',
    'today',
    '--sort',
    'ends',
    '--limit',
    '2',
    '--offset',
    '3',
  )
  t.match(window.stdout.split('\n'), { length: 5, 3: /^found: 120, more: --offset 5, Tiny Test Data/ })
  t.match(
    window.stderr,
    'offers: 120 of 120 do not state their weekdays, start or end: they may not hold then.\n',
  )
  t.match(window.stderr, 'offers: 120 of 120 do not state their end: they come last.\n')
  const typos: [option: string, word: string, message: string, code: number][] = [
    ['day', 'tomorrow', 'day: expected YYYY-MM-DD, today; found tomorrow', 2],
    ['ends-by', '2026-9-1', 'ends_by: expected YYYY-MM-DD, today; found 2026-9-1', 2],
    ['limit', 'x', 'limit: expected a whole number from 1; found x', 2],
    ['offset', '1.5', 'offset: expected a whole number from 0; found 1.5', 2],
    ['sort', 'value', 'sort: value requires a kind, .*', 2],
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

t.test('every filter of the API is in the help, and an option of find', async (t) => {
  const { offers, root } = await start(t)
  const { stdout } = await offers('find', '--help')
  const copy = join(root, 'copy')
  await offers('sync', copy)
  for (const { name, description } of FILTERS) {
    t.match(stdout, `\n  --${`${name} TEXT`.padEnd(29)} ${description}\n`)
    t.match(await offers('find', copy, `--${name}`, 'no-such-thing'), {
      code: 1,
      stdout: '',
      stderr: `offers: unknown_name: no ${name} no-such-thing; known: `,
    })
  }
})

t.test('an error names its code and the request', async (t) => {
  const { root, env } = await start(t)
  t.match(await offersWith({ ...env, OFFERS_KEY: 'nonsense' }, 'sync', join(root, 'copy')), {
    code: 1,
    stdout: '',
    stderr: /^offers: unauthorized: [^\n]+ \(request [\w.-]+\)\n$/,
  })
})

t.test('a command line that is wrong ends with 2, and says why', async (t) => {
  const env = { OFFERS_BASE_URL: 'http://127.0.0.1:9', OFFERS_KEY: 'k' }
  const cases: [argv: string[], message: string][] = [
    [['snc'], 'expected a command (snapshot, sync, find, mcp), found snc'],
    [['toString'], 'expected a command (snapshot, sync'],
    [['sync', 'a', 'b'], 'sync: expected DIR, found a b; usage: offers sync DIR\n'],
    [['mcp'], 'mcp: expected DIR, found none; usage: offers mcp DIR\n'],
    [['sync', 'x', '--text', 'x'], 'sync takes no --text'],
    [['sync', 'x', '--base-url', 'ftp://x'], 'baseUrl: expected http or https and a host, found ftp://x'],
    [['find', 'x', '--txet', '3'], "Unknown option '--txet'"],
    [['find', 'x', '--text'], "Option '--text <value>' argument missing"],
  ]
  for (const [argv, message] of cases) {
    t.match(await offersWith(env, ...argv), { code: 2, stdout: '', stderr: `offers: ${message}` })
  }
  t.match(await offersWith({}, 'sync', 'x'), { code: 2, stderr: 'OFFERS_BASE_URL' })
  t.match(await offersWith({ OFFERS_BASE_URL: 'http://127.0.0.1:9' }, 'sync', 'x'), {
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
