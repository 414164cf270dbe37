import t from 'tap'
import { KEY_TRUST_MS } from '../../../contract/keys/kinds.ts'
import { KEY_REFRESH_MS } from '../../../gateway/keys/key-memory.ts'
import { refused, setUp } from './key-cache-fixture.ts'

t.test('a recent record is used without waiting, and is as old as the store says', async (t) => {
  const { cache, key, good, store, time, revoke } = setUp()
  store.recent = { ageMs: 1_000, find: (digest) => store.records.get(digest), version: () => undefined }
  t.match(cache.lookUp(key), good, 'no promise')
  time.now += KEY_REFRESH_MS - 1_001
  revoke()
  t.match(cache.lookUp(key), good, 'not looked up again yet')
  time.now += 1
  t.same(cache.lookUp(key), refused, 'half a minute after the store saw it')
  t.equal(store.asked, 0)
})

t.test('recent records that may be from before clear are not used', async (t) => {
  const { cache, key, good, store, time, revoke } = setUp()
  const before = new Map(store.records)
  store.recent = { ageMs: 1_000, find: (digest) => before.get(digest), version: () => 1 }
  t.match(cache.lookUp(key), good)
  revoke()
  cache.clear()
  time.now += 999
  t.same(await cache.lookUp(key), refused)
  t.equal(store.asked, 1)
})

t.test(
  'while the store does not change, a good key stays good without a look-up, however long',
  async (t) => {
    const { cache, key, good, store, time, revoke } = setUp()
    let [found, version]: [number, number | undefined] = [0, 1]
    const find = (digest: string) => {
      found += 1
      return store.records.get(digest)
    }
    store.recent = { ageMs: 1_000, find, version: () => version }
    t.match(cache.lookUp(key), good)
    for (const later of [KEY_REFRESH_MS - 1_000, KEY_REFRESH_MS, KEY_TRUST_MS, 3_600_000]) {
      time.now += later
      t.match(cache.lookUp(key), good, `${later} ms later`)
    }
    t.equal(found, 1)
    version = undefined
    time.now += KEY_REFRESH_MS
    t.match(cache.lookUp(key), good)
    t.equal(found, 2, 'looked up if the store has no version')
    revoke()
    version = 2
    time.now += KEY_REFRESH_MS - 1_001
    t.match(cache.lookUp(key), good, 'not yet looked up again')
    time.now += 1
    t.same(cache.lookUp(key), refused)
    t.equal(store.asked, 0)
  },
)

t.test('a key expires even if the store never changes', async (t) => {
  const { cache, key, good, store, time, record } = setUp()
  const ending = { ...record, expires_at: new Date(time.now + 40_000).toISOString() }
  store.recent = { ageMs: 1_000, find: () => ending, version: () => 1 }
  t.match(cache.lookUp(key), good)
  time.now += 39_999
  t.match(cache.lookUp(key), good)
  time.now += 1
  t.same(await cache.lookUp(key), refused)
})

t.test('a version does not vouch for answers from before clear', async (t) => {
  const { cache, key, good, store, time, revoke } = setUp()
  const before = new Map(store.records)
  store.recent = { ageMs: 1_000, find: (digest) => before.get(digest), version: () => 1 }
  t.match(cache.lookUp(key), good)
  time.now += KEY_TRUST_MS
  revoke()
  cache.clear()
  t.same(await cache.lookUp(key), refused)
})
