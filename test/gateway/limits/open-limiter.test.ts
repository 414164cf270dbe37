import t from 'tap'
import { MemoryLimiter } from '../../../gateway/limits/memory-limiter.ts'
import { openLimiter } from '../../../gateway/limits/open-limiter.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(MINUTE_MS)

t.test('memory is this process', async (t) => {
  t.type(await openLimiter('memory', Date.now), MemoryLimiter)
})

t.test('redis:// is a Redis server', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const limiter = await openLimiter(redis.url, Date.now)
  t.teardown(() => limiter.close())
  await limiter.consume({ countedAs: 'a' }, 30)
  t.equal(await redis.command('GET', 'offers:rate:a'), '1')
})

t.test('anything else is wrong usage, and is not shown, because it may hold a password', async (t) => {
  for (const location of ['', 'Memory', 'http://me:secret@x', 'redis://me:secret@x:port']) {
    const failure = await openLimiter(location, Date.now).catch((error) => error)
    t.match(failure, { name: 'OperatorError', code: 'usage', message: /expected/ })
    t.notMatch(failure.message, /secret/)
  }
})
