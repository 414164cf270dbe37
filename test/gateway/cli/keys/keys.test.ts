// Promises of all commands `keys …`.

import { stat } from 'node:fs/promises'
import t from 'tap'
import { startRedis, withoutRedis } from '../../../helpers/redis.ts'
import { SHORT_MS } from '../../../helpers/slow-suite.ts'
import { jsonLines, keyFile, keys, recordsAt } from './run-keys.ts'

t.setTimeout(SHORT_MS)

t.test('wrong usage is reported, and issues nothing', async (t) => {
  const path = keyFile(t)
  const wrong: [words: string[], message: RegExp][] = [
    [[], /expected a command \(init, issue, list, revoke, copy\), found none/],
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['toString'], /unknown command 'toString'/],
    [['issue', '--name', 'X'], /--keys is required/],
    [['issue', '--keys', path], /--name is required/],
    [['issue', '--keys', path, '--name', ''], /--name/],
    [['issue', '--keys', path, '--name', 'a\nb'], /--name: expected 1 to 200 characters on one line/],
    [['issue', '--keys', path, '--name', 'x'.repeat(201)], /--name/],
    [
      ['issue', '--keys', path, '--name', 'X', '--kind', 'admin'],
      /--kind: expected demo or named, found admin/,
    ],
    [
      ['issue', '--keys', path, '--name', 'X', '--requests', '0'],
      /--requests: expected a whole number from 1 to 100000/,
    ],
    [['issue', '--keys', path, '--name', 'X', '--requests', '10000000'], /--requests/],
    [
      ['issue', '--keys', path, '--name', 'X', '--expires', 'tomorrow'],
      /--expires: expected a day or a moment/,
    ],
    [['issue', '--keys', path, '--name', 'X', '--expires', '2027-02-29'], /--expires: expected/],
    [['issue', '--keys', path, '--name', 'X', '--expires', '2027-01-01T00:00:00'], /in UTC/],
    [['issue', '--keys', path, '--name', 'X', '--expires', '2026-08-22T12:00:00Z'], /has passed already/],
    [['revoke', '--keys', path], /missing required argument 'ID'; see offers-gateway keys revoke --help/],
    [['list', '--keys', path, 'more'], /too many arguments for 'list'/],
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

t.test('the store may be named in the environment', async (t) => {
  const path = keyFile(t)
  await keys(['init'], { env: { OFFERS_KEYS: path } })
  t.match(await keys(['list'], { env: { OFFERS_KEYS: path } }), 'Published demo key')
})

t.test('all commands work on Redis', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  await keys(['init', '--keys', url])
  await keys(['init', '--keys', url])
  const [{ id }] = jsonLines(
    await keys(['issue', '--keys', url, '--name', 'X', '--requests', '1000', '--json']),
  )
  await keys(['revoke', id, '--keys', url])
  t.same(
    jsonLines(await keys(['list', '--keys', url, '--json']))
      .map(({ name, state, requests }) => `${name}: ${state}, ${requests} requests`)
      .sort(),
    ['Published demo key: good, 30 requests', 'X: revoked, 1000 requests'],
  )
  const file = keyFile(t)
  t.match(await keys(['copy', '--from', url, '--to', file]), '2 keys copied')
  t.same(await recordsAt(file), await recordsAt(url), 'with every member')
})
