import t from 'tap'
import { KEY_TRUST_MS } from '../../../contract/keys/kinds.ts'
import { KEY_REFRESH_MS } from '../../../gateway/keys/key-memory.ts'
import { refused, setUp } from './key-cache-fixture.ts'

t.test('what the store has at hand is taken without waiting, as of when the store saw it', async (t) => {
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

t.test('what the store has at hand may be from before clear, so it is not taken then', async (t) => {
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
  'while the store has not changed, a good key stays good, however long, without being looked up',
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
    t.equal(found, 2, 'where the store can not tell, it is looked up')
    revoke()
    version = 2
    time.now += KEY_REFRESH_MS - 1_001
    t.match(cache.lookUp(key), good, 'not yet asked for again')
    time.now += 1
    t.same(cache.lookUp(key), refused)
    t.equal(store.asked, 0)
  },
)

t.test('a key that ends by itself does so in a store that never changes', async (t) => {
  const { cache, key, good, store, time, record } = setUp()
  const ending = { ...record, expires_at: new Date(time.now + 40_000).toISOString() }
  store.recent = { ageMs: 1_000, find: () => ending, version: () => 1 }
  t.match(cache.lookUp(key), good)
  time.now += 39_999
  t.match(cache.lookUp(key), good)
  time.now += 1
  t.same(await cache.lookUp(key), refused)
})

t.test('no version of a store speaks for what it said before clear', async (t) => {
  const { cache, key, good, store, time, revoke } = setUp()
  const before = new Map(store.records)
  store.recent = { ageMs: 1_000, find: (digest) => before.get(digest), version: () => 1 }
  t.match(cache.lookUp(key), good)
  time.now += KEY_TRUST_MS
  revoke()
  cache.clear()
  t.same(await cache.lookUp(key), refused)
})
