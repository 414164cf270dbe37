// Promises of every key store, as tests that run against each implementation.

import type { Test } from 'tap'
import type { KeyRecord, KeyStore } from '../../../gateway/keys/key-store.ts'
import { freshKey, freshRecords, listed } from './records.ts'

/** Opens a new store for a test, several times, as several processes would. */
export type OpenStores = (t: Test, first: KeyRecord) => Promise<{ open(): Promise<KeyStore> }>

const LATER = '2026-08-23T08:00:00.000Z'
const LATEST = '2026-08-24T08:00:00.000Z'

/** @param openStores makes a store that holds one record, and opens it */
export function keyStoreContract(t: Test, openStores: OpenStores): void {
  const start = async (t: Test) => {
    const first = freshKey({ created_at: '2026-01-01T00:00:00.000Z' }).record
    const { open } = await openStores(t, first)
    const openOne = async () => {
      const store = await open()
      t.teardown(() => store.close())
      return store
    }
    return { first, store: await openOne(), openOne }
  }

  t.test('finds a record by digest, with every member as it was added', async (t) => {
    const { first, store } = await start(t)
    const others = [
      freshKey({ kind: 'demo', expires_at: '2027-01-01T00:00:00.000Z' }).record,
      freshKey({ requests: 1_000, contact: 'ana@soto.example' }).record,
      freshKey({ name: '"Ñuñoa" \\ {cupón} 🎁, 100 %', revoked_at: LATER }).record,
    ]
    await store.add(others)
    for (const record of [first, ...others]) t.same(await store.find(record.digest), record)
  })

  t.test('finds nothing under a digest that was never issued', async (t) => {
    const { store } = await start(t)
    t.equal(await store.find(freshKey().record.digest), undefined)
  })

  t.test('adds all or none', async (t) => {
    const { first, store } = await start(t)
    const fresh = freshKey().record
    const known: [title: string, records: KeyRecord[]][] = [
      ['a known key', [fresh, first]],
      ['a known id', [fresh, { ...freshKey().record, id: first.id }]],
      ['a known digest', [fresh, { ...freshKey().record, digest: first.digest }]],
      ['a key twice', [fresh, fresh]],
      ['an id twice', [fresh, { ...freshKey().record, id: fresh.id }]],
    ]
    for (const [title, records] of known) {
      await t.rejects(store.add(records), { name: 'OperatorError', code: 'bad-keys' }, title)
      t.same(await listed(store), [first], `${title}: nothing was added`)
    }
    await store.add([])
    await store.add([fresh])
    t.same(await store.find(fresh.digest), fresh)
  })

  t.test('lists by the time of creation, then by id', async (t) => {
    const { first, store } = await start(t)
    const old = freshKey({ created_at: '2025-12-31T23:59:59.999Z' }).record
    const twins = freshRecords(5)
    await store.add([...twins, old])
    const sorted = twins.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    t.same(await listed(store), [old, first, ...sorted])
  })

  t.test('revokes by id, and the first revocation counts', async (t) => {
    const { first, store } = await start(t)
    const bystander = freshKey().record
    await store.add([bystander])
    const revoked = { ...first, revoked_at: LATER, revoked_by: 'ana@machine-7' }
    t.same(await store.revoke(first.id, LATER, 'ana@machine-7'), revoked)
    t.same(await store.revoke(first.id, LATEST, 'beto@machine-8'), revoked)
    t.same(await store.find(first.digest), revoked)
    const unnamed = { ...bystander, revoked_at: LATER }
    t.same(await store.revoke(bystander.id, LATER), unnamed, 'it may be unknown who revoked it')
    t.same(await store.revoke(bystander.id, LATEST, 'beto@machine-8'), unnamed)
  })

  t.test('returns undefined for an unknown id to revoke', async (t) => {
    const { first, store } = await start(t)
    t.equal(await store.revoke('key_aaaaaaaaaaaaaaaa', LATER), undefined)
    t.same(await listed(store), [first])
  })

  t.test('sees changes of another process at once', async (t) => {
    const { first, store, openOne } = await start(t)
    const other = await openOne()
    for (let round = 0; round < 10; round++) {
      const { record } = freshKey()
      t.equal(await store.find(record.digest), undefined)
      await other.add([record])
      t.same(await store.find(record.digest), record)
    }
    await other.revoke(first.id, LATER)
    t.equal((await store.find(first.digest))?.revoked_at, LATER)
  })

  t.test('loses nothing if several write at once', async (t) => {
    const { first, store, openOne } = await start(t)
    const stores = [store, await openOne(), await openOne()]
    const records = freshRecords(12)
    const writes = records.map((record, at) => stores[at % stores.length]?.add([record]))
    await Promise.all([...writes, store.revoke(first.id, LATER)])
    const found = await listed(store)
    t.equal(found.length, 13)
    t.same(new Set(found.map(({ id }) => id)), new Set([first, ...records].map(({ id }) => id)))
    t.equal(found[0]?.revoked_at, LATER)
  })

  t.test('one of two who add the same key is refused', async (t) => {
    const { store, openOne } = await start(t)
    const other = await openOne()
    const { record } = freshKey()
    const outcomes = await Promise.allSettled([store.add([record]), other.add([record])])
    t.same(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    t.equal((await listed(store)).length, 2)
  })

  t.test('keeps the last day on which a key was used, whoever stores it first', async (t) => {
    const { first, store, openOne } = await start(t)
    const other = await openOne()
    const [used, unused] = freshRecords(2).map(({ id }) => id) as [string, string]
    t.same(await store.lastUses([first.id]), new Map())
    await store.storeUses(new Map([[first.id, '2026-08-23']]))
    await Promise.all([
      other.storeUses(
        new Map([
          [first.id, '2026-08-22'],
          [used, '2026-08-24'],
        ]),
      ),
      store.storeUses(new Map([[used, '2026-08-22']])),
    ])
    const days = [
      [first.id, '2026-08-23'],
      [used, '2026-08-24'],
    ] as const
    t.same(await store.lastUses([first.id, used, unused]), new Map(days))
    t.same(await other.lastUses([used]), new Map(days.slice(1)))
  })

  t.test('keeps the days of thousands of keys', async (t) => {
    const { store } = await start(t)
    const days = new Map(freshRecords(2_500).map(({ id }, at) => [id, at % 2 ? '2026-08-23' : '2026-08-24']))
    await store.storeUses(days)
    t.same(await store.lastUses([...days.keys()]), days)
  })

  t.test('holds 20 000 keys', async (t) => {
    const { store } = await start(t)
    const records = freshRecords(20_000)
    // One command for all takes a busy Redis longer than a connection may be silent.
    for (let from = 0; from < records.length; from += 2_000)
      await store.add(records.slice(from, from + 2_000))
    t.equal((await listed(store)).length, 20_001)
    const probes = records.filter((_, at) => at % 100 === 0)
    const found = await Promise.all(probes.map(({ digest }) => store.find(digest)))
    t.same(found, probes)
  })
}
