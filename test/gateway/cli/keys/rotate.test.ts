import t from 'tap'
import { keyDigest } from '../../../../contract/keys/format.ts'
import { NOON } from '../../keys/records.ts'
import { jsonLines, keyFile, keys, recordsAt } from './run-keys.ts'

t.test('rotate issues a new key, and the old one ends after some days', async (t) => {
  const path = keyFile(t)
  const words = [
    'issue',
    '--keys',
    path,
    '--name',
    'X',
    '--expires',
    '2027-01-01',
    '--requests',
    '1000',
    '--json',
  ]
  const [{ id, key }] = jsonLines(await keys(words))
  const rotated = await keys(['rotate', id, '--keys', path], { now: NOON + 1 })
  t.match(rotated, 'The new key of X. Keep it safe')
  t.match(rotated, `The old one, ${id}, ends at 2026-08-29T12:00:00.001Z`)
  const fresh = /offers_live_[a-z2-7]{39}/.exec(rotated)?.[0] ?? ''
  const holder = { kind: 'named', name: 'X', revoked_at: null, requests: 1000 }
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
  'rotate --json names both keys, --overlap 0 ends the old one now, and the agreed end stays',
  async (t) => {
    const path = keyFile(t)
    const words = ['issue', '--keys', path, '--name', 'X', '--expires', '2026-08-23', '--json']
    const [first] = jsonLines(await keys(words))
    const [second] = jsonLines(await keys(['rotate', first.id, '--keys', path, '--json']))
    const replaces = { id: first.id, expires_at: '2026-08-23T00:00:00.000Z' }
    t.match(second, {
      kind: 'named',
      name: 'X',
      expires_at: '2026-08-23T00:00:00.000Z',
      requests: 300,
      replaces,
    })
    t.not(second.id, first.id)
    const [third] = jsonLines(await keys(['rotate', second.id, '--keys', path, '--overlap', '0', '--json']))
    t.same(third.replaces, { id: second.id, expires_at: '2026-08-22T12:00:00.000Z' })
    t.match(await keys(['test', '--keys', path], { input: third.key }), 'good')
  },
)

t.test('rotate refuses a key that is not good, and issues nothing', async (t) => {
  const path = keyFile(t)
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
