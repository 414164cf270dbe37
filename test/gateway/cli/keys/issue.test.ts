import { readFile, stat, truncate } from 'node:fs/promises'
import t from 'tap'
import { keyDigest, keyKindOf } from '../../../../contract/keys/format.ts'
import { SHORT_MS } from '../../../helpers/slow-suite.ts'
import { jsonLines, keyFile, keys, recordsAt } from './run-keys.ts'

t.setTimeout(SHORT_MS)

t.test('issue shows a key once and stores its digest', async (t) => {
  const path = keyFile(t)
  const output = await keys(['issue', '--keys', path, '--name', 'Banco Ñ'])
  const key = /offers_live_[a-z2-7]{39}/.exec(output)?.[0] ?? ''
  t.equal(keyKindOf(key), 'named')
  t.match(output, '1 key issued. Keys are not shown again: keep them safe.')
  t.match(output, 'it holds the published demo key, too')
  const record = (await recordsAt(path)).find(({ name }) => name === 'Banco Ñ')
  t.match(record, { name: 'Banco Ñ', kind: 'named', digest: keyDigest(key), expires_at: null })
  t.notMatch(await readFile(path, 'utf8'), key)
  t.equal((await stat(path)).mode & 0o777, 0o600)
})

t.test('issue shows no key that was not stored', async (t) => {
  const path = keyFile(t)
  await keys(['init', '--keys', path])
  await truncate(path)
  const printed: string[] = []
  await t.rejects(keys(['issue', '--keys', path, '--name', 'X'], { printed }), { code: 'bad-keys' })
  t.same(printed, [])
})

t.test('issue --json prints all facts of each key, a line a key', async (t) => {
  const path = keyFile(t)
  const words = ['issue', '--keys', path, '--name', 'A "B"', '--kind', 'demo', '--count', '3', '--json']
  const issued = jsonLines(await keys(words))
  t.equal(new Set(issued.map(({ key }) => key)).size, 3)
  const records = await recordsAt(path)
  for (const { id, key, ...rest } of issued) {
    const created_at = '2026-08-22T12:00:00.000Z'
    t.same(rest, { kind: 'demo', name: 'A "B"', contact: null, created_at, expires_at: null, requests: 30 })
    t.match(
      records.find((record) => record.id === id),
      { kind: 'demo', digest: keyDigest(key) },
    )
  }
})

t.test('issue keeps whom a key belongs to, and list and copies show it', async (t) => {
  const path = keyFile(t)
  const contact = 'Ana Soto <ana@soto.example>'
  const words = ['issue', '--keys', path, '--name', 'Soto', '--contact', contact, '--json']
  t.match(jsonLines(await keys(words)), [{ name: 'Soto', contact }])
  await keys(['copy', '--from', path, '--to', `${path}.copy`])
  for (const store of [path, `${path}.copy`]) {
    const listed = jsonLines(await keys(['list', '--keys', store, '--json']))
    const contacts = Object.fromEntries(listed.map((row) => [row.name, row.contact]))
    t.same(contacts, { 'Published demo key': null, Soto: contact })
  }
  for (const wrong of ['', 'two\nlines', 'x'.repeat(201)]) {
    const rejected = keys(['issue', '--keys', path, '--name', 'X', '--contact', wrong])
    await t.rejects(rejected, { code: 'usage', message: /expected 1 to 200 characters on one line/ })
  }
})

t.test('issue gives a key another limit than that of its kind', async (t) => {
  const path = keyFile(t)
  const words = ['issue', '--keys', path, '--name', 'Partner', '--requests', '1000', '--json']
  t.match(jsonLines(await keys(words)), [{ requests: 1000 }])
  await keys(['issue', '--keys', path, '--name', 'Usual'])
  const stored = (await recordsAt(path)).map(({ name, requests }) => `${name}: ${requests}`)
  t.same(stored.toSorted(), ['Partner: 1000', 'Published demo key: null', 'Usual: null'])
})

t.test('issue takes an end, as a day or a moment in UTC', async (t) => {
  const path = keyFile(t)
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
