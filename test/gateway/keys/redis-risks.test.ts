import t from 'tap'
import { openRedisKeyStore } from '../../../gateway/keys/redis-key-store.ts'
import { risksIn } from '../../../gateway/keys/redis-risks.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(MINUTE_MS)

const info = (...fields: string[]) =>
  `# Server\r\n${fields.map((field) => `${field}\r\n`).join('')}# Keyspace\r\n`

t.test('a server that stores each change and evicts nothing has no risks', async (t) => {
  t.same(risksIn(info('aof_enabled:1', 'maxmemory_policy:noeviction')), [])
})

t.test('each setting that may lose keys is named, with its value and the expected one', async (t) => {
  t.same(risksIn(info('aof_enabled:0', 'maxmemory_policy:allkeys-lru')), [
    'appendonly is no, expected yes: a crash would forget the last keys and revocations',
    'maxmemory-policy is allkeys-lru, expected noeviction: a server that is full would drop data by itself',
  ])
})

t.test('a setting that the server does not show may be wrong', async (t) => {
  t.same(risksIn(info('old_maxmemory_policy:noeviction', 'aof_enabled:1')), [
    'the server does not show its maxmemory-policy; it must be noeviction: a server that is full would drop data by itself',
  ])
})

t.test('a real server shows its current settings', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t, t.testdir())
  const store = await openRedisKeyStore(redis.url)
  t.teardown(() => store.close())
  t.same(await store.risks?.(), [])
  await redis.command('CONFIG', 'SET', 'appendonly', 'no')
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru')
  t.match(await store.risks?.(), [
    `${redis.url}: appendonly is no, expected yes`,
    `${redis.url}: maxmemory-policy is volatile-lru, expected noeviction`,
  ])
})

t.test('a server that forbids INFO may lose keys, too', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t, t.testdir())
  await redis.command('ACL', 'SETUSER', 'gateway', 'on', '>secret', '~*', '+@all', '-info')
  const store = await openRedisKeyStore(`redis://gateway:secret@127.0.0.1:${redis.port}`)
  t.teardown(() => store.close())
  const [risk, ...more] = (await store.risks?.()) ?? []
  t.match(
    risk,
    new RegExp(`^${redis.url}: NOPERM .*: its settings can't be seen. Without appendonly yes and`),
  )
  t.notMatch(risk, /secret/)
  t.same(more, [])
})
