import t from 'tap'
import { KeyCache } from '../../../gateway/keys/key-cache.ts'
import { KeyDaysOfUse } from '../../../gateway/keys/key-days-of-use.ts'
import { DAY_MS } from '../../../lib/time/clock.ts'
import { MemoryKeyStore } from '../../helpers/gateway.ts'
import { freshKey, NOON } from './records.ts'

const [TODAY, TOMORROW] = ['2026-08-22', '2026-08-23']

/** A store that remembers what it was given. */
function recording() {
  const given: [string, string][][] = []
  const store = {
    outage: undefined as Error | undefined,
    async storeUses(days: ReadonlyMap<string, string>) {
      if (store.outage) throw store.outage
      given.push([...days])
    },
  }
  return { given, store }
}

t.test('a day is stored once, whatever the number of look-ups', async (t) => {
  const days = new KeyDaysOfUse()
  const { given, store } = recording()
  await days.storeIn(store)
  days.add('a', NOON)
  days.add('a', NOON + 30_000)
  days.add('b', NOON)
  await days.storeIn(store)
  days.add('a', NOON + 60_000)
  await days.storeIn(store)
  days.add('a', NOON + DAY_MS)
  await days.storeIn(store)
  t.same(given, [
    [
      ['a', TODAY],
      ['b', TODAY],
    ],
    [['a', TOMORROW]],
  ])
})

t.test('what a store could not take is stored later, with what came meanwhile', async (t) => {
  const days = new KeyDaysOfUse()
  const { given, store } = recording()
  store.outage = new Error('away')
  days.add('a', NOON)
  days.add('b', NOON)
  const failing = days.storeIn(store)
  days.add('a', NOON + DAY_MS)
  await t.rejects(failing, store.outage)
  store.outage = undefined
  await days.storeIn(store)
  t.same(
    new Map(given[0]),
    new Map([
      ['a', TOMORROW],
      ['b', TODAY],
    ]),
  )
  t.equal(given.length, 1)
})

t.test('a key is used when it is presented while it is good, and not otherwise', async (t) => {
  const store = new MemoryKeyStore()
  const [good, demo] = [freshKey(), freshKey({ kind: 'demo' })]
  const revoked = freshKey({ revoked_at: new Date(NOON).toISOString() })
  const expired = freshKey({ expires_at: new Date(NOON).toISOString() })
  const idle = freshKey()
  await store.add([good, demo, revoked, expired, idle].map(({ record }) => record))
  const cache = new KeyCache({ store, clock: () => NOON })
  for (const { key } of [good, revoked, expired, freshKey()]) await cache.lookUp(key)
  await cache.lookUpFresh(demo.key)
  await cache.storeUses()
  t.same(await store.lastUses(), new Map([good, demo].map(({ record }) => [record.id, TODAY])))
})
