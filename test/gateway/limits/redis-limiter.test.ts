import t, { type Test } from 'tap'
import type { Limiter } from '../../../gateway/limits/limiter.ts'
import { MemoryLimiter } from '../../../gateway/limits/memory-limiter.ts'
import { openRedisLimiter } from '../../../gateway/limits/redis-limiter.ts'
import { startRedis, type TestRedis, withoutRedis } from '../../helpers/redis.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'
import { limiterContract, subject } from './limiter-contract.ts'

t.setTimeout(MINUTE_MS)

async function openLimiter(t: Test, url: string, options = {}) {
  const limiter = await openRedisLimiter(url, new MemoryLimiter(Date.now), options)
  t.teardown(() => limiter.close())
  return limiter
}

/** Brings the end of every window nearer, instead of waiting. */
async function elapse(redis: TestRedis, milliseconds: number): Promise<void> {
  const script = `
    for _, key in ipairs(redis.call('KEYS', 'offers:rate:*')) do
      redis.call('PEXPIRE', key, redis.call('PTTL', key) - ARGV[1])
    end`
  await redis.command('EVAL', script, '0', String(milliseconds))
}

t.test('Redis keeps the promises of a limiter', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  limiterContract(t, async (t) => {
    await redis.command('FLUSHALL')
    const limiter = await openLimiter(t, redis.url)
    return { limiter, elapse: (milliseconds) => elapse(redis, milliseconds) }
  })
})

t.test('several gateways count as one', { skip: withoutRedis }, async (t) => {
  const { url } = await startRedis(t)
  const gateways = await Promise.all([1, 2, 3].map(() => openLimiter(t, url)))
  const requests = Array.from({ length: 450 }, (_, at) => gateways[at % 3]?.consume(subject('key'), 300))
  const allowed = (await Promise.all(requests)).filter((decision) => decision?.allowed)
  t.equal(allowed.length, 300)
})

t.test(
  'while Redis is away each gateway counts for itself, and together again when it is back',
  {
    skip: withoutRedis,
  },
  async (t) => {
    const redis = await startRedis(t)
    const errors: unknown[] = []
    const one = await openLimiter(t, redis.url, { onError: (error: unknown) => errors.push(error) })
    const other = await openLimiter(t, redis.url)
    t.match(await one.consume(subject('a'), 2), { allowed: true, remaining: 1 })

    await redis.stop()
    for (const gateway of [one, other]) {
      for (const remaining of [1, 0])
        t.match(await gateway.consume(subject('a'), 2), { allowed: true, remaining })
      t.match(await gateway.consume(subject('a'), 2), { allowed: false })
    }
    t.ok(errors.length > 0, 'the loss was reported')
    const before = errors.length
    await one.consume(subject('c'), 2)
    t.ok(errors.length > before, 'and so is each request that Redis did not count')
    t.match(errors.at(-1), { message: new RegExp(`^redis://127.0.0.1:${redis.port}: `) })

    await redis.start()
    // The server has forgotten what it had counted: a subject that it knows of was counted there again.
    for (const [at, gateway] of [one, other].entries()) await countsIn(redis, gateway, `probe ${at}`)
    t.match(await one.consume(subject('b'), 2), { allowed: true, remaining: 1 })
    t.match(await other.consume(subject('b'), 2), { allowed: true, remaining: 0 })
    t.match(await one.consume(subject('b'), 2), { allowed: false })
  },
)

/** Makes requests until the server has heard of one. */
async function countsIn(redis: TestRedis, limiter: Limiter, name: string): Promise<void> {
  await until('Redis is used again', async () => {
    await limiter.consume(subject(name), 1)
    return (await redis.command('EXISTS', `offers:rate:${name}`)) === 1
  })
}

t.test('it opens where nobody answers, and counts from the first request on', async (t) => {
  const limiter = await openLimiter(t, 'redis://127.0.0.1:1')
  t.match(await limiter.consume(subject('a'), 1), { allowed: true, remaining: 0 })
  t.match(await limiter.consume(subject('a'), 1), { allowed: false })
})

t.test(
  'a Redis that hangs delays a request by no more than the time-out',
  {
    skip: withoutRedis,
  },
  async (t) => {
    const redis = await startRedis(t)
    const errors: string[] = []
    const onError = (error: Error) => errors.push(error.message)
    const limiter = await openLimiter(t, redis.url, { timeoutMs: 100, onError })
    redis.pause()
    t.teardown(() => redis.resume())
    for (let request = 0; request < 20; request++) {
      t.match(await limiter.consume(subject('a'), 300), { allowed: true, remaining: 299 - request })
    }
    const waited = errors.filter((message) => /no answer within 100 ms/.test(message))
    t.equal(waited.length, 1, 'one of them waited, the others did not')
  },
)
