import t from 'tap'
import { createKey } from '../../../contract/key-format.ts'
import { KEY_TRUST_MS } from '../../../contract/key-kinds.ts'
import { Problem } from '../../../contract/problem.ts'
import { KEY_REFRESH_MS, KeyCache } from '../../../gateway/keys/key-cache.ts'
import type { KeyRecord, KeyStore, RecentRecords } from '../../../gateway/keys/key-store.ts'
import { freshKey, NOON } from './records.ts'

/** A store whose answers, failures and delays are in the test's hands. */
class FakeStore implements KeyStore {
  readonly records = new Map<string, KeyRecord>()
  asked = 0
  failing = false
  /** What each answer waits for. The record is looked up before. */
  delay: Promise<void> = Promise.resolve()
  recent?: RecentRecords

  async find(digest: string): Promise<KeyRecord | undefined> {
    this.asked += 1
    if (this.failing) throw new Error('out of order')
    const record = this.records.get(digest)
    await this.delay
    return record
  }

  put(record: KeyRecord): void {
    this.records.set(record.digest, record)
  }

  async add(): Promise<void> {}
  async *list(): AsyncGenerator<KeyRecord> {}
  async revoke(): Promise<undefined> {}
  async close(): Promise<void> {}
}

function setUp(changes: Partial<KeyRecord> = {}) {
  const store = new FakeStore()
  const { key, record } = freshKey(changes)
  store.put(record)
  const time = { now: NOON }
  const errors: unknown[] = []
  const onStoreError = (error: unknown) => errors.push(error)
  const cache = new KeyCache({ store, clock: () => time.now, onStoreError })
  const { id, kind, name } = record
  const good = { id, kind, name, countedAs: id }
  const revoke = () => store.put({ ...record, revoked_at: new Date(time.now).toISOString() })
  return { store, key, record, time, errors, cache, good, revoke }
}

const refused = undefined
const unavailable = {
  name: 'Problem',
  code: 'key_store_unavailable',
  status: 503,
  headers: ['Retry-After', '5'],
}

/** Lets answers that are on their way arrive. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A promise and the hand that keeps it. */
function promised() {
  let keep = () => {}
  const promise = new Promise<void>((resolve) => {
    keep = resolve
  })
  return { promise, keep }
}

t.test('a key is asked for once, and answered at once from then on', async (t) => {
  const { cache, key, good, store } = setUp()
  t.match(await cache.lookUp(key), good)
  t.match(cache.lookUp(key), good, 'no promise')
  t.equal(cache.lookUp(key), cache.lookUp(key), 'nor a new object')
  t.equal(store.asked, 1)
})

t.test('many requests with one cold key ask the store once', async (t) => {
  const { cache, key, good, store } = setUp()
  t.match(await Promise.all([1, 2, 3].map(() => cache.lookUp(key))), [good, good, good])
  t.equal(store.asked, 1)
})

t.test('what is no key of ours is refused without asking', async (t) => {
  const { cache, key, store } = setUp()
  const typo = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
  const foreign = ['', ' ', 'x'.repeat(16_000), typo, key.toUpperCase(), `${key} `, 'ghp_1234', '__proto__']
  for (const text of foreign) {
    t.same(cache.lookUp(text), refused)
    t.same(await cache.lookUpFresh(text), refused)
  }
  t.equal(store.asked, 0)
})

t.test('a key in use is asked for again every half minute, in the background', async (t) => {
  const { cache, key, good, store, time } = setUp()
  await cache.lookUp(key)
  time.now += KEY_REFRESH_MS - 1
  t.match(cache.lookUp(key), good)
  t.equal(store.asked, 1)
  time.now += 1
  for (let request = 0; request < 5; request++) t.match(cache.lookUp(key), good)
  t.equal(store.asked, 2, 'once for all of them')
  await settle()
  time.now += KEY_REFRESH_MS - 1
  t.match(cache.lookUp(key), good)
  t.equal(store.asked, 2)
})

t.test('a key that was not used for a minute is asked for before it is served', async (t) => {
  const { cache, key, revoke, time } = setUp()
  await cache.lookUp(key)
  revoke()
  time.now += 60_000
  t.same(await cache.lookUp(key), refused)
})

t.test('a revoked key in use is refused within the minute', async (t) => {
  const { cache, key, revoke, time } = setUp()
  await cache.lookUp(key)
  time.now += 1
  revoke()
  let servedMs = 0
  for (; servedMs < 60_000; servedMs += 1_000) {
    if ((await cache.lookUp(key)) === refused) break
    await settle()
    time.now += 1_000
  }
  t.ok(servedMs > 0 && servedMs <= KEY_REFRESH_MS + 1_000, `${servedMs} ms`)
  t.same(await cache.lookUp(key), refused)
})

t.test('trust counts from the question, however late the answer comes', async (t) => {
  const { cache, key, store, time, revoke } = setUp()
  const { promise, keep } = promised()
  store.delay = promise
  const answer = cache.lookUp(key)
  revoke()
  time.now += 59_000
  keep()
  t.ok(await answer, 'it was good when it was asked')
  time.now += 1_000
  t.same(await cache.lookUp(key), refused)
})

t.test('while the store fails, a key is served for a minute after its last verification', async (t) => {
  const { cache, key, good, store, time, errors } = setUp()
  await cache.lookUp(key)
  time.now += KEY_REFRESH_MS
  cache.lookUp(key)
  await settle()
  store.failing = true
  for (let second = 0; second < 60; second++) {
    t.match(cache.lookUp(key), good, `${second} s later`)
    await settle()
    time.now += 1_000
  }
  await t.rejects(Promise.resolve(cache.lookUp(key)), unavailable, 'and no second longer')
  t.ok(errors.length > 0, 'the failures were told')
  store.failing = false
  t.match(await cache.lookUp(key), good, 'it comes back by itself')
})

t.test('a failing store is asked about a key in use once a second, however many requests come', async (t) => {
  const { cache, key, store, time } = setUp()
  await cache.lookUp(key)
  store.failing = true
  time.now += KEY_REFRESH_MS
  for (let tenth = 0; tenth < 30; tenth++) {
    for (let request = 0; request < 10; request++) cache.lookUp(key)
    await settle()
    time.now += 100
  }
  t.equal(store.asked, 1 + 3)
})

t.test('where it can not be told, a key is neither good nor bad', async (t) => {
  const { cache, key, store } = setUp()
  store.failing = true
  for (const text of [key, createKey('named')]) {
    await t.rejects(Promise.resolve(cache.lookUp(text)), unavailable)
    await t.rejects(cache.lookUpFresh(text), unavailable)
  }
  t.same(cache.lookUp(`${key}x`), refused, 'what is no key is refused all the same')
})

t.test('an unknown key stays refused for five seconds, then it is asked for again', async (t) => {
  const { cache, store, time } = setUp()
  const { key, record } = freshKey()
  t.same(await cache.lookUp(key), refused)
  store.put(record)
  time.now += 4_999
  t.same(cache.lookUp(key), refused)
  time.now += 1
  t.ok(await cache.lookUp(key))
})

t.test('a key ends at its instant, without asking', async (t) => {
  const { cache, key, good, store, time } = setUp({ expires_at: new Date(NOON + 5_000).toISOString() })
  t.match(await cache.lookUp(key), good)
  time.now += 4_999
  t.match(cache.lookUp(key), good)
  time.now += 1
  t.same(cache.lookUp(key), refused)
  t.equal(store.asked, 1)
  t.same(await cache.lookUpFresh(key), refused)
})

t.test('a key that is revoked or expired from the start is refused', async (t) => {
  for (const changes of [
    { revoked_at: '2026-01-01T00:00:00.000Z' },
    { expires_at: '2026-01-01T00:00:00.000Z' },
  ]) {
    const { cache, key } = setUp(changes)
    t.same(await cache.lookUp(key), refused)
    t.same(await cache.lookUpFresh(key), refused)
  }
})

t.test('lookUpFresh asks the store each time, and what it learns holds everywhere', async (t) => {
  const { cache, key, good, store, revoke } = setUp()
  t.match(await cache.lookUpFresh(key), good)
  t.match(await cache.lookUpFresh(key), good)
  t.equal(store.asked, 2)
  t.match(cache.lookUp(key), good, 'known from then on')
  revoke()
  t.match(cache.lookUp(key), good, 'trusted still')
  t.same(await cache.lookUpFresh(key), refused)
  t.same(cache.lookUp(key), refused)
})

t.test('lookUpFresh does not take a remembered answer for one', async (t) => {
  const { cache, key, good, store } = setUp()
  await cache.lookUp(key)
  store.failing = true
  await t.rejects(cache.lookUpFresh(key), unavailable)
  t.match(cache.lookUp(key), good, 'while other routes go on')
})

t.test('an answer to an older question does not undo a newer one', async (t) => {
  const { cache, key, store, time, revoke } = setUp()
  const { promise, keep } = promised()
  store.delay = promise
  const older = cache.lookUp(key)
  time.now += 10
  revoke()
  store.delay = Promise.resolve()
  t.same(await cache.lookUpFresh(key), refused)
  keep()
  await older
  t.same(cache.lookUp(key), refused)
})

t.test('clear forgets answers, and those on their way', async (t) => {
  const { cache, key, store, revoke } = setUp()
  await cache.lookUp(key)
  revoke()
  cache.clear()
  t.same(await cache.lookUp(key), refused)

  const other = setUp()
  const { promise, keep } = promised()
  other.store.delay = promise
  const early = other.cache.lookUp(other.key)
  other.cache.clear()
  other.revoke()
  keep()
  t.match(await early, other.good)
  t.same(await other.cache.lookUp(other.key), refused)
  t.equal(store.asked, 2)
})

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

t.test('a clock that is set back makes no answer last longer, and is caught up with', async (t) => {
  const { cache, key, good, store, time, revoke } = setUp()
  await cache.lookUp(key)
  time.now -= 3_600_000
  t.match(await cache.lookUp(key), good)
  t.match(cache.lookUp(key), good, 'remembered again')
  t.equal(store.asked, 2)
  revoke()
  time.now -= 3_600_000
  t.same(await cache.lookUp(key), refused)
})

t.test('a flood of invented keys does not push out the good ones', async (t) => {
  const { cache, key, good } = setUp()
  await cache.lookUp(key)
  for (let invented = 0; invented < 25_000; invented++) await cache.lookUp(createKey('named'))
  t.match(cache.lookUp(key), good)
})

t.test('no error holds a key', async (t) => {
  const { cache, key, store } = setUp()
  store.failing = true
  const error = await cache.lookUpFresh(key).catch((thrown) => thrown)
  t.ok(error instanceof Problem)
  const told = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n')
  t.notMatch(told, key)
})
