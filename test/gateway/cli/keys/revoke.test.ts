import { hostname, userInfo } from 'node:os'
import t from 'tap'
import { createKey } from '../../../../contract/keys/format.ts'
import { NOON } from '../../keys/records.ts'
import { jsonLines, keyFile, keys } from './run-keys.ts'

t.test('revoke ends a key, the first revocation counts, and an unknown id is an error', async (t) => {
  const path = keyFile(t)
  const [{ id }] = jsonLines(await keys(['issue', '--keys', path, '--name', 'X', '--json']))
  t.match(await keys(['revoke', id, '--keys', path]), `${id} (X) revoked at 2026-08-22T12:00:00.000Z.`)
  t.match(await keys(['revoke', id, '--keys', path], { now: NOON + 5 }), 'at 2026-08-22T12:00:00.000Z.')
  const unknown = { code: 'bad-keys', exitCode: 1, message: /no key has the id key_x/ }
  await t.rejects(keys(['revoke', 'key_x', '--keys', path]), unknown)
})

t.test('revoke records who called it, also through sudo, and on which host', async (t) => {
  const path = keyFile(t)
  const issued = jsonLines(await keys(['issue', '--keys', path, '--name', 'X', '--count', '2', '--json']))
  await keys(['revoke', issued[0].id, '--keys', path])
  await keys(['revoke', issued[1].id, '--keys', path], { env: { SUDO_USER: 'ana' } })
  const by = jsonLines(await keys(['list', '--keys', path, '--json'])).map(({ revoked_by }) => revoked_by)
  t.same(by.toSorted(), [null, `${userInfo().username}@${hostname()}`, `ana@${hostname()}`].toSorted())
  const copied = `${path}.copy`
  await keys(['copy', '--from', path, '--to', copied])
  t.same(
    jsonLines(await keys(['list', '--keys', copied, '--json'])).map(({ revoked_by }) => revoked_by),
    by,
    'a copy keeps that',
  )
})

t.test('revoke never prints a key that is given instead of its id', async (t) => {
  const path = keyFile(t)
  const [{ key }] = jsonLines(await keys(['issue', '--keys', path, '--name', 'X', '--json']))
  const message = 'expected the id of a key (key_…), found a key itself'
  for (const given of [key, createKey('demo'), key.slice(0, -1)]) {
    await t.rejects(keys(['revoke', given, '--keys', path]), { code: 'bad-keys', message })
  }
  t.match(
    jsonLines(await keys(['list', '--keys', path, '--json'])).at(-1),
    { state: 'good' },
    'it is as it was',
  )
})
