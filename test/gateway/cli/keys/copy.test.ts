import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { replaceKeyFile } from '../../../../gateway/keys/key-file.ts'
import { openKeyStore } from '../../../../gateway/keys/open-key-store.ts'
import { addKeys } from '../../../helpers/issue-keys.ts'
import { startRedis, withoutRedis } from '../../../helpers/redis.ts'
import { SHORT_MS } from '../../../helpers/slow-suite.ts'
import { NOON } from '../../keys/records.ts'
import { keyFile, keys, recordsAt } from './run-keys.ts'

t.setTimeout(SHORT_MS)

t.test('copy adds missing keys, and revokes revoked ones', async (t) => {
  const [from, to] = [join(t.testdir(), 'from.ndjson'), join(t.testdir(), 'to.ndjson')]
  const issued = await addKeys(from, 3, 'named')
  const [first = '', second = '', third = ''] = issued.map(({ id }) => id)
  await keys(['revoke', first, '--keys', from])
  await (await openKeyStore(from)).storeUses(new Map([[second, '2026-08-22']]))
  const copy = () => keys(['copy', '--from', from, '--to', to])

  t.equal(await copy(), '4 keys copied, 0 were there already, 0 of them revoked now\n')
  t.same(await recordsAt(to), await recordsAt(from))
  t.same(await (await openKeyStore(to)).lastUses([second, third]), new Map([[second, '2026-08-22']]))

  await keys(['issue', '--keys', from, '--name', 'New'])
  await keys(['revoke', second, '--keys', from])
  await keys(['revoke', third, '--keys', to], { now: NOON + 7 })
  t.equal(await copy(), '1 key copied, 4 were there already, 1 of them revoked now\n')
  const states = (await recordsAt(to)).filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id)
  t.same(states.sort(), [first, second, third].sort(), 'a revoked key stays revoked')
})

t.test('copy revokes a key by its id in the other store', async (t) => {
  const [from, to] = [join(t.testdir(), 'from.ndjson'), join(t.testdir(), 'to.ndjson')]
  await addKeys(from, 1, 'named')
  const copy = () => keys(['copy', '--from', from, '--to', to])
  await copy()
  const revoked_at = '2026-08-22T12:00:00.000Z'
  const records = await recordsAt(from)
  const changed = records.map((record) => ({
    ...record,
    id: record.id.replace(/.$/, (end) => (end === '2' ? '3' : '2')),
    revoked_at,
  }))
  await replaceKeyFile(from, changed)
  t.equal(await copy(), '0 keys copied, 2 were there already, 2 of them revoked now\n')
  t.same(
    await recordsAt(to),
    records.map((record) => ({ ...record, revoked_at })),
  )
})

t.test('copy handles more keys than a store reads or writes at once', async (t) => {
  const [from, to] = [join(t.testdir(), 'from.ndjson'), join(t.testdir(), 'to.ndjson')]
  await addKeys(from, 2_001, 'named')
  await keys(['init', '--keys', to])
  const copied = '2001 keys copied, 1 were there already, 0 of them revoked now\n'
  t.equal(await keys(['copy', '--from', from, '--to', to]), copied)
  t.equal((await recordsAt(to)).length, 2_002)
})

t.test('copying an empty store makes no file', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  const path = keyFile(t)
  await t.rejects(keys(['copy', '--from', url, '--to', path]), { code: 'bad-keys' })
  await t.rejects(stat(path), { code: 'ENOENT' })
})
