import t from 'tap'
import { KeyCache } from '../../../gateway/keys/key-cache.ts'
import { KeyUses } from '../../../gateway/keys/key-uses.ts'
import { RefusedKey } from '../../../gateway/keys/key-verdict.ts'
import { MemoryKeyStore } from '../../helpers/gateway.ts'
import { freshKey, freshRecords, NOON } from './records.ts'

t.test('named keys are counted by id, demo keys together, and those beyond 1,000 together', async (t) => {
  const uses = new KeyUses()
  const records = freshRecords(1_200)
  const demo = [freshKey({ kind: 'demo' }).record, freshKey({ kind: 'demo' }).record]
  for (const record of [...demo, ...records]) uses.of(record).answered += 1
  for (const record of records) uses.of(record).answered += 1
  t.equal(uses.counted.size, 1_001)
  t.equal(uses.counted.get('demo')?.answered, 2)
  t.equal(uses.counted.get(records[0]?.id ?? '')?.answered, 2)
  t.equal(uses.counted.get('other')?.answered, 2 * (1_200 - 999))
})

t.test('a key keeps its counts when the store is asked again, and after its end', async (t) => {
  const store = new MemoryKeyStore()
  const { key, record } = freshKey({ expires_at: new Date(NOON + 100_000).toISOString() })
  await store.add([record])
  let now = NOON
  const cache = new KeyCache({ store, clock: () => now })
  const { use } = await cache.lookUp(key)
  t.ok(use)
  now += 40_000
  t.equal((await cache.lookUp(key)).use, use)
  now += 60_000
  for (const verdict of [await cache.lookUp(key), await cache.lookUpFresh(key)]) {
    t.ok(verdict instanceof RefusedKey)
    t.match(verdict, { reason: 'expired' })
    t.equal(verdict.use, use)
  }
})
