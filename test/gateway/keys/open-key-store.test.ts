import { join } from 'node:path'
import t from 'tap'
import { demoKeyRecord } from '../../../gateway/keys/key-record.ts'
import { createKeyStore, openKeyStore } from '../../../gateway/keys/open-key-store.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { listed, NOON } from './records.ts'

t.setTimeout(MINUTE_MS)

const demo = demoKeyRecord(NOON)

t.test('a path is a file', async (t) => {
  const path = join(t.testdir(), 'keys.ndjson')
  t.equal(await createKeyStore(path, [demo]), true)
  t.equal(await createKeyStore(path, [demo]), false)
  t.same(await listed(await openKeyStore(path)), [demo])
})

t.test('redis:// is a Redis server, which needs no creation', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  t.equal(await createKeyStore(url, [demo]), false)
  const store = await openKeyStore(url)
  t.teardown(() => store.close())
  t.same(await listed(store), [])
})

t.test('rediss:// never falls back to plain text', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  const failure = openKeyStore(url.replace('redis:', 'rediss:'), { timeoutMs: 200 })
  await t.rejects(failure, { code: 'key-store-unavailable' })
})

t.test('anything else is wrong usage, and is not shown, because it may hold a password', async (t) => {
  for (const location of ['http://me:secret@x', 'REDIS://me:secret@x', 'redis://me:secret@x:port']) {
    const failure = await openKeyStore(location).catch((error) => error)
    t.match(failure, { name: 'OperatorError', code: 'usage', message: /expected/ })
    t.notMatch(failure.message, /secret/)
  }
})
