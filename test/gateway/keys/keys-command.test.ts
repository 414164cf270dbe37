import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { keyDigest, keyKindOf, PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { KEYS_COMMANDS, runKeysCommand } from '../../../gateway/cli/keys.ts'
import { openKeyStore } from '../../../gateway/keys/open-key-store.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { listed, NOON } from './records.ts'

/** Runs `keys …` and returns what it printed. */
async function keys(words: string[], { env = {}, now = NOON } = {}): Promise<string> {
  let printed = ''
  const write = (text: string) => {
    printed += text
  }
  await runKeysCommand(words, env, { stdout: { write }, clock: () => now })
  return printed
}

const file = (t: Test) => join(t.testdir(), 'keys.ndjson')

async function recordsAt(location: string) {
  const store = await openKeyStore(location)
  return listed(store).finally(() => store.close())
}

const jsonLines = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

t.test('init makes a store with the published demo key, and again changes nothing', async (t) => {
  const path = file(t)
  t.equal(await keys(['init', '--keys', path]), `demo key: ${PUBLISHED_DEMO_KEY} (for everyone to try)\n`)
  const before = await readFile(path, 'utf8')
  await keys(['init', '--keys', path], { now: NOON + 1 })
  t.equal(await readFile(path, 'utf8'), before)
  t.match(await recordsAt(path), [{ kind: 'demo', name: 'Published demo key', revoked_at: null }])
})

t.test('init does not bring a revoked demo key back', async (t) => {
  const path = file(t)
  await keys(['init', '--keys', path])
  const [demo] = await recordsAt(path)
  await keys(['revoke', demo?.id ?? '', '--keys', path])
  t.match(await keys(['init', '--keys', path]), '(revoked at 2026-08-22T12:00:00.000Z)')
  t.match(await recordsAt(path), [{ revoked_at: '2026-08-22T12:00:00.000Z' }])
})

t.test('issue shows a key once and stores its digest', async (t) => {
  const path = file(t)
  const output = await keys(['issue', '--keys', path, '--name', 'Banco Ñ'])
  const key = /offers_live_[a-z2-7]{39}/.exec(output)?.[0] ?? ''
  t.equal(keyKindOf(key), 'named')
  t.match(output, 'they are not shown again')
  t.match(output, 'it holds the published demo key, too')
  const record = (await recordsAt(path)).find(({ name }) => name === 'Banco Ñ')
  t.match(record, { name: 'Banco Ñ', kind: 'named', digest: keyDigest(key), expires_at: null })
  t.notMatch(await readFile(path, 'utf8'), key)
  t.equal((await stat(path)).mode & 0o777, 0o600)
})

t.test('issue --json prints id, kind, name and key, a line a key', async (t) => {
  const path = file(t)
  const words = ['issue', '--keys', path, '--name', 'A "B"', '--kind', 'demo', '--count', '3', '--json']
  const issued = jsonLines(await keys(words))
  t.equal(issued.length, 3)
  const records = await recordsAt(path)
  for (const { id, key, ...rest } of issued) {
    t.same(rest, { kind: 'demo', name: 'A "B"' })
    t.match(
      records.find((record) => record.id === id),
      { kind: 'demo', digest: keyDigest(key) },
    )
  }
})

t.test('issue makes twenty thousand keys and more in one go', async (t) => {
  const path = file(t)
  const words = ['issue', '--keys', path, '--name', 'Many', '--count', '20001', '--json']
  t.equal(new Set(jsonLines(await keys(words)).map(({ key }) => key)).size, 20_001)
  t.equal((await recordsAt(path)).length, 20_002)
})

t.test('issue takes an end, as a day or an instant in UTC', async (t) => {
  const path = file(t)
  const ends = [
    ['2026-08-23', '2026-08-23T00:00:00.000Z'],
    ['2028-02-29T10:30Z', '2028-02-29T10:30:00.000Z'],
    ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T00:00:00.5Z', '2027-01-01T00:00:00.500Z'],
  ]
  for (const [given = '', stored] of ends) {
    const [{ id }] = jsonLines(
      await keys(['issue', '--keys', path, '--name', 'X', '--expires', given, '--json']),
    )
    t.equal((await recordsAt(path)).find((record) => record.id === id)?.expires_at, stored)
  }
})

t.test('wrong usage is told, and issues nothing', async (t) => {
  const path = file(t)
  const wrong: [words: string[], message: RegExp][] = [
    [[], /keys: expected one of init, issue, list, revoke, copy, found none/],
    [['frobnicate'], /found frobnicate/],
    [['toString'], /found toString/],
    [['issue', '--name', 'X'], /--keys is required/],
    [['issue', '--keys', path], /--name is required/],
    [['issue', '--keys', path, '--name', ''], /--name/],
    [['issue', '--keys', path, '--name', 'a\nb'], /--name: expected 1 to 200 characters on one line/],
    [['issue', '--keys', path, '--name', 'x'.repeat(201)], /--name/],
    [
      ['issue', '--keys', path, '--name', 'X', '--kind', 'admin'],
      /--kind: expected demo or named, found admin/,
    ],
    [['issue', '--keys', path, '--name', 'X', '--count', '0'], /--count: expected a whole number from 1/],
    [['issue', '--keys', path, '--name', 'X', '--count', '100001'], /--count/],
    [
      ['issue', '--keys', path, '--name', 'X', '--expires', 'tomorrow'],
      /--expires: expected a day or an instant/,
    ],
    [['issue', '--keys', path, '--name', 'X', '--expires', '2027-02-29'], /--expires: expected/],
    [['issue', '--keys', path, '--name', 'X', '--expires', '2027-01-01T00:00:00'], /in UTC/],
    [['issue', '--keys', path, '--name', 'X', '--expires', '2026-08-22T12:00:00Z'], /has passed already/],
    [['revoke', '--keys', path], /expected ID/],
    [['list', '--keys', path, 'more'], /expected no further words/],
    [['list', '--keys', 'http://x'], /in a file or in Redis/],
    [['copy', '--from', path], /--to is required/],
  ]
  for (const [words, message] of wrong) {
    await t.rejects(
      keys(words),
      { name: 'OperatorError', code: 'usage', exitCode: 2, message },
      words.join(' '),
    )
  }
  await t.rejects(stat(path), { code: 'ENOENT' })
})

t.test('list shows an aligned table, neither keys nor digests', async (t) => {
  const path = file(t)
  await keys(['init', '--keys', path])
  await keys(['issue', '--keys', path, '--name', 'Corta', '--expires', '2026-08-23'], { now: NOON + 1 })
  await keys(['issue', '--keys', path, '--name', 'Vieja'], { now: NOON + 2 })
  const [demo, short, old] = (await recordsAt(path)).map(({ id }) => id)
  await keys(['revoke', old ?? '', '--keys', path], { now: NOON + 3 })
  const [today, tomorrow, never] = ['2026-08-22T12:00:00', '2026-08-23T00:00:00', '-'.padEnd(24)]
  const [created, expires, revoked] = ['created_at', 'expires_at', 'revoked_at'].map((name) =>
    name.padEnd(24),
  )
  t.equal(
    await keys(['list', '--keys', path], { now: Date.parse('2026-08-23') }),
    [
      `${'id'.padEnd(20)}  kind   state    ${created}  ${expires}  ${revoked}  name`,
      `${demo}  demo   good     ${today}.000Z  ${never}  ${never}  Published demo key`,
      `${short}  named  expired  ${today}.001Z  ${tomorrow}.000Z  ${never}  Corta`,
      `${old}  named  revoked  ${today}.002Z  ${never}  ${today}.003Z  Vieja`,
      '',
    ].join('\n'),
  )
})

t.test("list --json prints the members that are nobody's secret", async (t) => {
  const path = file(t)
  await keys(['init', '--keys', path])
  t.same(jsonLines(await keys(['list', '--keys', path, '--json'])), [
    {
      id: 'key_s4luu4puqzplrlnf',
      kind: 'demo',
      state: 'good',
      name: 'Published demo key',
      created_at: '2026-08-22T12:00:00.000Z',
      expires_at: null,
      revoked_at: null,
    },
  ])
})

t.test('list does not create a store', async (t) => {
  const path = file(t)
  await t.rejects(keys(['list', '--keys', path]), {
    code: 'bad-keys',
    exitCode: 1,
    message: /no such key file/,
  })
  await t.rejects(stat(path), { code: 'ENOENT' })
})

t.test('revoke ends a key, the first time stands, and an unknown id is an error', async (t) => {
  const path = file(t)
  const [{ id }] = jsonLines(await keys(['issue', '--keys', path, '--name', 'X', '--json']))
  t.match(await keys(['revoke', id, '--keys', path]), `${id} (X) revoked at 2026-08-22T12:00:00.000Z.`)
  t.match(await keys(['revoke', id, '--keys', path], { now: NOON + 5 }), 'at 2026-08-22T12:00:00.000Z.')
  const unknown = { code: 'bad-keys', exitCode: 1, message: /no key has the id key_x/ }
  await t.rejects(keys(['revoke', 'key_x', '--keys', path]), unknown)
})

t.test('the store may be named in the environment', async (t) => {
  const path = file(t)
  await keys(['init'], { env: { OFFERS_KEYS: path } })
  t.match(await keys(['list'], { env: { OFFERS_KEYS: path } }), 'Published demo key')
})

t.test('copy brings over what is missing, and what was revoked', async (t) => {
  const [from, to] = [join(t.testdir(), 'from.ndjson'), join(t.testdir(), 'to.ndjson')]
  const issued = jsonLines(await keys(['issue', '--keys', from, '--name', 'X', '--count', '3', '--json']))
  await keys(['revoke', issued[0].id, '--keys', from])
  const copy = () => keys(['copy', '--from', from, '--to', to])

  t.equal(await copy(), '4 keys copied, 0 were there already, 0 of them revoked now\n')
  t.same(await recordsAt(to), await recordsAt(from))

  await keys(['issue', '--keys', from, '--name', 'New'])
  await keys(['revoke', issued[1].id, '--keys', from])
  await keys(['revoke', issued[2].id, '--keys', to], { now: NOON + 7 })
  t.equal(await copy(), '1 key copied, 4 were there already, 1 of them revoked now\n')
  const states = (await recordsAt(to)).filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id)
  t.same(states.sort(), issued.map(({ id }) => id).sort(), 'nothing is brought back to life')
})

t.test('keys move from a file to Redis', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  const path = file(t)
  await keys(['issue', '--keys', path, '--name', 'X', '--count', '20', '--json'])
  t.match(await keys(['copy', '--from', path, '--to', url]), '21 keys copied')
  t.match(await keys(['copy', '--from', path, '--to', url]), '0 keys copied, 21 were there already')
  t.same(await recordsAt(url), await recordsAt(path))
})

t.test('all commands work on Redis', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  await keys(['init', '--keys', url])
  await keys(['init', '--keys', url])
  const [{ id }] = jsonLines(await keys(['issue', '--keys', url, '--name', 'X', '--json']))
  await keys(['revoke', id, '--keys', url])
  t.same(
    jsonLines(await keys(['list', '--keys', url, '--json']))
      .map(({ name, state }) => `${name}: ${state}`)
      .sort(),
    ['Published demo key: good', 'X: revoked'],
  )
  t.match(await keys(['copy', '--from', url, '--to', file(t)]), '2 keys copied')
})

t.test('copying an empty store makes no file', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  const path = file(t)
  await t.rejects(keys(['copy', '--from', url, '--to', path]), { code: 'bad-keys' })
  await t.rejects(stat(path), { code: 'ENOENT' })
})

t.test('each sub-command is there for --help', async (t) => {
  t.same(
    KEYS_COMMANDS.map(({ name }) => name),
    ['keys init', 'keys issue', 'keys list', 'keys revoke', 'keys copy'],
  )
})

t.test('copy brings over twenty thousand keys and more', async (t) => {
  const [from, to] = [join(t.testdir(), 'from.ndjson'), join(t.testdir(), 'to.ndjson')]
  await keys(['issue', '--keys', from, '--name', 'Many', '--count', '20001', '--json'])
  await keys(['init', '--keys', to])
  const copied = '20001 keys copied, 1 were there already, 0 of them revoked now\n'
  t.equal(await keys(['copy', '--from', from, '--to', to]), copied)
  t.equal((await recordsAt(to)).length, 20_002)
})
