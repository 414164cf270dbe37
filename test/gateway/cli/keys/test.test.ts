import t from 'tap'
import { freshKey, NOON } from '../../keys/records.ts'
import { jsonLines, keyFile, keys, runKeys } from './run-keys.ts'

t.test('test describes a key from stdin, and names the reason if it is refused', async (t) => {
  const path = keyFile(t)
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
      'refused: mistyped or cut off, because its checksum is wrong',
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
    const inWords = await runKeys(['test', '--keys', path], { input, now })
    t.equal(inWords.printed, printed)
    const { error } = inWords
    if (refused !== undefined) t.match(error, { code: 'bad-keys', exitCode: 1 })
    t.equal(error instanceof Error ? error.message : error, refused)
    const asJson = await runKeys(['test', '--keys', path, '--json'], { input, now })
    t.match(jsonLines(asJson.printed), [{ state }])
    t.notMatch(asJson.printed, input.trim() || 'never')
  }
})
