import t from 'tap'
import { openKeyStore } from '../../../gateway/keys/open-key-store.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

t.test('rediss:// never falls back to plain text', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  const failure = openKeyStore(url.replace('redis:', 'rediss:'), { timeoutMs: 1_000 })
  await t.rejects(failure, { code: 'key-store-unavailable' })
})

t.test('anything else is wrong usage, and is not shown, because it may hold a password', async (t) => {
  for (const location of ['http://me:secret@x', 'REDIS://me:secret@x', 'redis://me:secret@x:port']) {
    const failure = await openKeyStore(location).catch((error) => error)
    t.match(failure, { name: 'OperatorError', code: 'usage', message: /expected/ })
    t.notMatch(failure.message, /secret/)
  }
})
