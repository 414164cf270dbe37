import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { keyDigest, keyKindOf, PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { KEYS_COMMANDS, runKeysCommand } from '../../../gateway/cli/keys.ts'
import { openKeyStore } from '../../../gateway/keys/open-key-store.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { freshKey, listed, NOON } from './records.ts'

/** Runs `keys …` and returns what it printed. */
async function keys(words: string[], { env = {}, now = NOON, input = '' } = {}): Promise<string> {
  const { printed, error } = await run(words, { env, now, input })
  if (error) throw error
  return printed
}

/** The same, of a command that may fail after it has printed something. */
async function run(words: string[], { env = {}, now = NOON, input = '' } = {}) {
  let printed = ''
  const write = (text: string) => {
    printed += text
  }
  const context = { stdin: Readable.from([input]), stdout: { write }, clock: () => now }
  const error = await runKeysCommand(words, env, context).then(
    () => undefined,
    (failure: unknown) => failure,
  )
  return { printed, error }
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
  t.match(output, '1 key issued. Keep it safe: it is not shown again.')
  t.match(output, 'it holds the published demo key, too')
  const record = (await recordsAt(path)).find(({ name }) => name === 'Banco Ñ')
  t.match(record, { name: 'Banco Ñ', kind: 'named', digest: keyDigest(key), expires_at: null })
  t.notMatch(await readFile(path, 'utf8'), key)
  t.equal((await stat(path)).mode & 0o777, 0o600)
})

t.test('issue --json prints all that is known of a key, a line a key', async (t) => {
  const path = file(t)
  const words = ['issue', '--keys', path, '--name', 'A "B"', '--kind', 'demo', '--count', '3', '--json']
  const issued = jsonLines(await keys(words))
  t.equal(issued.length, 3)
  const records = await recordsAt(path)
  for (const { id, key, ...rest } of issued) {
    t.same(rest, { kind: 'demo', name: 'A "B"', created_at: '2026-08-22T12:00:00.000Z', expires_at: null })
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
    [[], /keys: expected one of init, issue, list, test, rotate, revoke, copy, found none/],
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
      ends_soon: false,
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

t.test('list warns of keys that end within two weeks', async (t) => {
  const path = file(t)
  const issue = (name: string, ...more: string[]) => keys(['issue', '--keys', path, '--name', name, ...more])
  await issue('Tomorrow', '--expires', '2026-08-23')
  await issue('In two weeks', '--expires', '2026-09-05T12:00Z')
  await issue('A moment later', '--expires', '2026-09-05T12:00:00.001Z')
  await issue('Never')
  const listed = await keys(['list', '--keys', path])
  const warning = listed.slice(listed.indexOf('Within'))
  t.match(
    warning,
    /^Within 14 days these end; `keys issue` gives their holders new ones:\n(?: {2}key_\S+ {2}\S+Z {2}.+\n){2}$/,
  )
  t.match(warning, 'Tomorrow')
  t.match(warning, 'In two weeks')
  t.notMatch(await keys(['list', '--keys', path], { now: Date.parse('2026-10-01') }), 'Within')
  const flagged = jsonLines(await keys(['list', '--keys', path, '--json'])).filter((row) => row.ends_soon)
  t.same(flagged.map(({ name }) => name).sort(), ['In two weeks', 'Tomorrow'])
})

t.test('rotate gives the holder a new key, and the old one some days', async (t) => {
  const path = file(t)
  const words = ['issue', '--keys', path, '--name', 'X', '--expires', '2027-01-01', '--json']
  const [{ id, key }] = jsonLines(await keys(words))
  const rotated = await keys(['rotate', id, '--keys', path], { now: NOON + 1 })
  t.match(rotated, 'The new key of X. Keep it safe')
  t.match(rotated, `The old one, ${id}, ends at 2026-08-29T12:00:00.001Z`)
  const fresh = /offers_live_[a-z2-7]{39}/.exec(rotated)?.[0] ?? ''
  const holder = { kind: 'named', name: 'X', revoked_at: null }
  const records = await recordsAt(path)
  t.match(
    records.find(({ digest }) => digest === keyDigest(fresh)),
    { ...holder, expires_at: '2027-01-01T00:00:00.000Z', created_at: '2026-08-22T12:00:00.001Z' },
  )
  t.match(
    records.find(({ digest }) => digest === keyDigest(key)),
    { ...holder, id, expires_at: '2026-08-29T12:00:00.001Z' },
  )
})

t.test(
  'rotate --json tells both keys, --overlap 0 ends the old one now, and its own end stays',
  async (t) => {
    const path = file(t)
    const words = ['issue', '--keys', path, '--name', 'X', '--expires', '2026-08-23', '--json']
    const [first] = jsonLines(await keys(words))
    const [second] = jsonLines(await keys(['rotate', first.id, '--keys', path, '--json']))
    const replaces = { id: first.id, expires_at: '2026-08-23T00:00:00.000Z' }
    t.match(second, { kind: 'named', name: 'X', expires_at: '2026-08-23T00:00:00.000Z', replaces })
    t.not(second.id, first.id)
    const [third] = jsonLines(await keys(['rotate', second.id, '--keys', path, '--overlap', '0', '--json']))
    t.same(third.replaces, { id: second.id, expires_at: '2026-08-22T12:00:00.000Z' })
    t.match(await keys(['test', '--keys', path], { input: third.key }), 'good')
  },
)

t.test('rotate refuses what is no good key, and issues nothing', async (t) => {
  const path = file(t)
  const words = ['issue', '--keys', path, '--name', 'X', '--expires', '2026-08-23', '--count', '2', '--json']
  const [one, two] = jsonLines(await keys(words))
  await keys(['revoke', one.id, '--keys', path])
  const late = Date.parse('2026-08-24')
  const wrong: [id: string, message: string][] = [
    ['key_x', 'no key has the id key_x. `keys list` shows them all.'],
    [one.id, `${one.id} (X) is revoked: nothing to rotate. Issue a new one with \`keys issue\`.`],
    [two.id, `${two.id} (X) is expired: nothing to rotate. Issue a new one with \`keys issue\`.`],
  ]
  for (const [id, message] of wrong) {
    await t.rejects(keys(['rotate', id, '--keys', path], { now: late }), { code: 'bad-keys', message })
  }
  t.equal((await recordsAt(path)).length, 3)
})

t.test('test says what a key from stdin is, and why it is refused', async (t) => {
  const path = file(t)
  const issue = async (...more: string[]) =>
    jsonLines(await keys(['issue', '--keys', path, '--name', 'X', '--json', ...more]))[0]
  const [good, ending, revoked] = [await issue(), await issue('--expires', '2026-08-23'), await issue()]
  await keys(['revoke', revoked.id, '--keys', path])
  const { key: foreign } = freshKey()
  const cases: [input: string, now: number, printed: string, state: string, refused: string | undefined][] = [
    [good.key, NOON, `${good.id} (X), a named key: good\n`, 'good', undefined],
    [`  ${good.key}\r\n`, NOON, `${good.id} (X), a named key: good\n`, 'good', undefined],
    [
      ending.key,
      NOON,
      `${ending.id} (X), a named key: good\nIt ends at 2026-08-23T00:00:00.000Z.\n`,
      'good',
      undefined,
    ],
    [
      ending.key,
      Date.parse('2026-08-23'),
      `${ending.id} (X), a named key: expired\n`,
      'expired',
      'refused: it ended at 2026-08-23T00:00:00.000Z',
    ],
    [
      revoked.key,
      NOON,
      `${revoked.id} (X), a named key: revoked\n`,
      'revoked',
      'refused: revoked at 2026-08-22T12:00:00.000Z',
    ],
    [foreign, NOON, '', 'unknown', 'refused: a well-formed key that is not in this key store'],
    [
      good.key.slice(0, -1),
      NOON,
      '',
      'malformed',
      'refused: mistyped or cut off, for its checksum does not fit',
    ],
    [
      'hunter2',
      NOON,
      '',
      'malformed',
      'refused: expected a key like offers_live_…, found something else of 7 characters',
    ],
    [
      '\n',
      NOON,
      '',
      'malformed',
      'refused: stdin is empty. Give the key there, e.g. `read -rs key; printf %s "$key" | … keys test`',
    ],
    [
      'x'.repeat(100_000),
      NOON,
      '',
      'malformed',
      'refused: expected a key like offers_live_…, found something else of 1000 characters',
    ],
  ]
  for (const [input, now, printed, state, refused] of cases) {
    const inWords = await run(['test', '--keys', path], { input, now })
    t.equal(inWords.printed, printed)
    const error = refused === undefined ? undefined : { code: 'bad-keys', exitCode: 1, message: refused }
    if (error) t.match(inWords.error, error)
    else t.equal(inWords.error, undefined)
    const asJson = await run(['test', '--keys', path, '--json'], { input, now })
    t.match(jsonLines(asJson.printed), [{ state }])
    t.notMatch(asJson.printed, input.trim() || 'never')
  }
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

t.test('copy brings over the ends that rotations set', async (t) => {
  const [from, to] = [join(t.testdir(), 'from.ndjson'), join(t.testdir(), 'to.ndjson')]
  const [{ id }] = jsonLines(await keys(['issue', '--keys', from, '--name', 'X', '--json']))
  const copy = () => keys(['copy', '--from', from, '--to', to])
  await copy()
  await keys(['rotate', id, '--keys', from])
  t.equal(await copy(), '1 key copied, 2 were there already, 0 of them revoked now\n')
  t.same(await recordsAt(to), await recordsAt(from))
  await keys(['rotate', id, '--keys', to, '--overlap', '0'])
  await copy()
  t.equal((await recordsAt(to)).find((record) => record.id === id)?.expires_at, '2026-08-22T12:00:00.000Z')
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
    ['keys init', 'keys issue', 'keys list', 'keys test', 'keys rotate', 'keys revoke', 'keys copy'],
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
