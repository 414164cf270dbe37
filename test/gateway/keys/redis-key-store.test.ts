import t from 'tap'
import type { KeyStore } from '../../../gateway/keys/key-store.ts'
import { openRedisKeyStore } from '../../../gateway/keys/redis-key-store.ts'
import { messageOf } from '../../../lib/errors.ts'
import { holdTimers } from '../../helpers/held-timer.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'
import { keyStoreContract } from './key-store-contract.ts'
import { freshKey, freshRecords, listed } from './records.ts'

t.setTimeout(SHORT_MS)

const unavailable = { name: 'OperatorError', code: 'key-store-unavailable' }

/** However slow the machine is, no command of a Redis that answers takes longer. */
const openStore: typeof openRedisKeyStore = (url, options) =>
  openRedisKeyStore(url, { timeoutMs: SHORT_MS, ...options })

t.test('Redis keeps the promises of a key store', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  keyStoreContract(t, async (t, first) => {
    await redis.command('FLUSHALL')
    const open = () => openStore(redis.url)
    const store = await open()
    t.teardown(() => store.close())
    await store.add([first])
    return { open }
  })
})

t.test('a damaged record is an error, not an unknown key', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const store = await openStore(redis.url)
  t.teardown(() => store.close())
  const { record } = freshKey()
  await store.add([record])
  const key = `offers:key:${record.digest}`
  await redis.command('HSET', key, 'kind', 'admin')
  await t.rejects(store.find(record.digest), { ...unavailable, message: /kind: expected one of/ })
  await redis.command('SET', key, 'x')
  await t.rejects(store.find(record.digest), { ...unavailable, message: /WRONGTYPE/ })
  await redis.command('DEL', key)
  await t.rejects(listed(store), unavailable)
})

t.test('a record larger than any is refused by Redis itself', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const store = await openStore(redis.url)
  t.teardown(() => store.close())
  const { record } = freshKey()
  await store.add([record])
  const key = `offers:key:${record.digest}`
  const failure = { ...unavailable, message: /no record of a key/ }
  await redis.command('HSET', key, 'note', 'x'.repeat(4096))
  await t.rejects(store.find(record.digest), failure)
  await t.rejects(listed(store), failure)
  await redis.command('HSET', key, 'note', '')
  t.same(await store.find(record.digest), record)
  await redis.command('HSET', key, ...Array.from({ length: 20 }, (_, at) => [`n${at}`, '']).flat())
  await t.rejects(store.find(record.digest), failure)
  await redis.command('HDEL', key, ...Array.from({ length: 20 }, (_, at) => `n${at}`))
  t.same(await listed(store), [record])
  await redis.command('HSET', 'offers:key-digests', record.id, 'x'.repeat(101))
  await t.rejects(listed(store), failure)
})

t.test('the record of another key is an error', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const store = await openStore(redis.url)
  t.teardown(() => store.close())
  const [wanted, other] = [freshKey().record, freshKey().record]
  await store.add([wanted, other])
  const key = `offers:key:${wanted.digest}`
  const failure = { ...unavailable, message: /holds the record of another key/ }
  for (const [member, value] of [
    ['digest', other.digest],
    ['id', other.id],
  ] as const) {
    await redis.command('HSET', key, member, value)
    await t.rejects(store.find(wanted.digest), failure, member)
    await t.rejects(listed(store), failure)
    await redis.command('HSET', key, member, wanted[member])
  }
  t.same(await store.find(wanted.digest), wanted)
})

t.test('the number of requests is read in decimal digits only', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const store = await openStore(redis.url)
  t.teardown(() => store.close())
  const { record } = freshKey({ requests: 16 })
  await store.add([record])
  for (const requests of ['0x10', ' 16 ', '16\n', '+16', '16.0', '1e1', '', '-1', '٣', '16000000']) {
    await redis.command('HSET', `offers:key:${record.digest}`, 'requests', requests)
    await t.rejects(store.find(record.digest), { ...unavailable, message: /requests: expected/ }, requests)
  }
  await redis.command('HSET', `offers:key:${record.digest}`, 'requests', '16')
  t.same(await store.find(record.digest), record)
})

t.test('an index that names another key revokes none', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const store = await openStore(redis.url)
  t.teardown(() => store.close())
  const [wanted, other] = [freshKey().record, freshKey().record]
  await store.add([wanted, other])
  for (const digest of [other.digest, 'x', '']) {
    await redis.command('HSET', 'offers:key-digests', wanted.id, digest)
    await t.rejects(store.revoke(wanted.id, wanted.created_at), {
      ...unavailable,
      message: `offers:key-digests: names another key for ${wanted.id}`,
    })
  }
  t.same(await store.find(other.digest), other)
  t.same(await store.find(wanted.digest), wanted)
})

t.test(
  'while Redis is away every call is rejected, and the store recovers by itself',
  {
    skip: withoutRedis,
  },
  async (t) => {
    const redis = await startRedis(t, t.testdir())
    const errors: unknown[] = []
    const store = await openStore(redis.url, { onError: (error) => errors.push(error) })
    t.teardown(() => store.close())
    const { record } = freshKey()
    await store.add([record])

    await redis.stop()
    for (const digest of [record.digest, freshKey().record.digest]) {
      await t.rejects(store.find(digest), unavailable)
    }
    await t.rejects(store.revoke(record.id, record.created_at), unavailable)
    await t.rejects(store.add(freshRecords(1)), unavailable)
    t.ok(errors.length > 0, 'the loss was reported')

    await redis.start()
    await answersAgain(store)
    t.same(await store.find(record.digest), record)
  },
)

t.test(
  'commands to a Redis that hangs end in time, and answers count again when it wakes',
  {
    skip: withoutRedis,
  },
  async (t) => {
    const redis = await startRedis(t)
    const limits = holdTimers(t, SHORT_MS)
    const store = await openStore(redis.url)
    t.teardown(() => store.close())
    const { record } = freshKey()
    await store.add([record])

    redis.pause()
    t.teardown(() => redis.resume())
    const found = store.find(record.digest)
    limits.at(-1)?.end()
    await t.rejects(found, { ...unavailable, message: /no answer within 600000 ms/ })
    let waited = false
    setImmediate(() => {
      waited = true
    })
    await t.rejects(store.find(record.digest), { ...unavailable, message: /still not answered/ })
    t.notOk(waited, 'the next one does not wait')

    redis.resume()
    await answersAgain(store)
    t.same(await store.find(record.digest), record)
  },
)

t.test(
  'a password that changes is named by the connections that follow',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const allow = (password: string) =>
      redis.command('ACL', 'SETUSER', 'me', 'on', 'resetpass', password, '~*', '+@all')
    await allow('>one')
    const errors: string[] = []
    const store = await openStore(redis.url.replace('//', '//me:one@'), {
      onError: (error) => errors.push(messageOf(error)),
    })
    t.teardown(() => store.close())
    await allow('>two')
    await redis.command('CLIENT', 'KILL', 'USER', 'me')
    await until('the reason is reported', () => errors.some((error) => error.includes('WRONGPASS')))
    await t.rejects(store.find(freshKey().record.digest), { ...unavailable, message: /WRONGPASS/ })
    t.notMatch(errors.join(), /one@/)
    await allow('>one')
    await answersAgain(store)
  },
)

async function answersAgain(store: KeyStore): Promise<void> {
  const answers = () =>
    store.find('').then(
      () => true,
      () => false,
    )
  await until('Redis answers again', answers)
}

t.test(
  'a server that refuses changes is read-only, and nothing is revoked there',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const faults: string[] = []
    const store = await openStore(redis.url, {
      renewMs: 20,
      onFaults: (all) => void faults.splice(0, faults.length, ...all),
    })
    t.teardown(() => store.close())
    const { record } = freshKey()
    await store.add([record])
    const isReadOnly = async () => (await store.condition()).isReadOnly
    t.equal(await isReadOnly(), false)
    for (const [setting, value, usual, reply, reason] of [
      ['min-replicas-to-write', '1', '0', 'NOREPLICAS', /min-replicas-to-write/],
      ['maxmemory', '1', '0', 'OOM', /maxmemory/],
    ] as const) {
      await redis.command('CONFIG', 'SET', setting, value)
      await until(`${setting} is seen`, isReadOnly)
      t.match(faults, [reason])
      await t.rejects(store.revoke(record.id, '2026-09-01T00:00:00.000Z'), {
        ...unavailable,
        message: new RegExp(`${reply}.*nothing was revoked`),
      })
      t.equal((await store.find(record.digest))?.revoked_at, null)
      await redis.command('CONFIG', 'SET', setting, usual)
      await until(`${setting} is over`, async () => !(await isReadOnly()))
      t.same(faults, [])
    }
    redis.pause()
    await t.rejects(store.revoke(record.id, '2026-09-01T00:00:00.000Z'), unavailable)
    redis.resume()
  },
)
