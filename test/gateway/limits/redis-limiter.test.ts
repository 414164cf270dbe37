import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Limiter } from '../../../gateway/limits/limiter.ts'
import { MemoryLimiter } from '../../../gateway/limits/memory-limiter.ts'
import { openRedisLimiter } from '../../../gateway/limits/redis-limiter.ts'
import { startRedis, type TestRedis, withoutRedis } from '../../helpers/redis.ts'
import { inFull, MINUTE_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'
import { limiterContract } from './limiter-contract.ts'

t.setTimeout(MINUTE_MS)

async function openLimiter(t: Test, url: string, options = {}) {
  const limiter = await openRedisLimiter(url, new MemoryLimiter(Date.now), options)
  t.teardown(() => limiter.close())
  return limiter
}

/** Moves the end of every window closer, instead of waiting. */
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

t.test('the requests of one turn of the event loop are one command', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const limiter = await openLimiter(t, redis.url)
  const commands = async () => {
    const stats = String(await redis.command('INFO', 'commandstats'))
    return Number(/cmdstat_eval:calls=(\d+)/.exec(stats)?.[1] ?? 0)
  }
  const turn = (subjects: number) =>
    Promise.all(Array.from({ length: 3_000 }, (_, at) => limiter.consume(`${at % subjects}`, 1)))
  await turn(500)
  t.equal(await commands(), 1, '500 subjects, 6 requests of each')
  await turn(2_500)
  t.equal(await commands(), 1 + 3, 'no command takes more than 1,000 subjects')
})

t.test('for any turns and subjects, Redis decides like memory', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const limiter = await openLimiter(t, redis.url)
  const request = fc.record({
    name: fc.constantFrom('a', 'b', '2001:db8:0:0::/64'),
    allowed: fc.integer({ min: 1, max: 9 }),
  })
  let run = 0
  const property = fc.asyncProperty(fc.array(fc.array(request, { maxLength: 12 })), async (turns) => {
    const memory = new MemoryLimiter(() => 0)
    run += 1
    for (const turn of turns) {
      const asked = turn.map(({ name, allowed }) => [`${run} ${name}`, allowed] as const)
      const found = await Promise.all(asked.map((each) => limiter.consume(...each)))
      const expected = asked.map((each) => memory.consume(...each))
      t.match(
        found,
        expected.map(({ allowed, remaining }) => ({ allowed, remaining })),
      )
    }
  })
  await fc.assert(property, { numRuns: inFull ? 1_000 : 100 })
})

t.test(
  'a count without an end gets one, so that it does not refuse its subject until it is deleted',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const limiter = await openLimiter(t, redis.url)
    await redis.command('SET', 'offers:rate:a', '300')
    t.match(await limiter.consume('a', 300), { allowed: false, resetSeconds: 60 })
    t.ok(Number(await redis.command('PTTL', 'offers:rate:a')) > 0)
  },
)

t.test(
  'requests that Redis refuses to count are reported one by one, and counted in memory',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const errors: Error[] = []
    const limiter = await openLimiter(t, redis.url, { onError: (error: Error) => errors.push(error) })
    await redis.command('SET', 'offers:rate:a', 'no number')
    for (const remaining of [1, 0]) t.match(await limiter.consume('a', 2), { allowed: true, remaining })
    t.match(await limiter.consume('a', 2), { allowed: false })
    t.equal(errors.length, 3)
    t.match(errors[0], { message: /not an integer/ })
  },
)

t.test(
  'while Redis is away each gateway counts for itself, and together again when it is back',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const errors: unknown[] = []
    const one = await openLimiter(t, redis.url, { onError: (error: unknown) => errors.push(error) })
    const other = await openLimiter(t, redis.url)
    t.match(await one.consume('a', 2), { allowed: true, remaining: 1 })

    await redis.stop()
    for (const gateway of [one, other]) {
      for (const remaining of [1, 0]) t.match(await gateway.consume('a', 2), { allowed: true, remaining })
      t.match(await gateway.consume('a', 2), { allowed: false })
    }
    t.ok(errors.length > 0, 'the loss was reported')
    const before = errors.length
    await one.consume('c', 2)
    t.ok(errors.length > before, 'and so is each request that Redis did not count')
    t.match(errors.at(-1), { message: `redis://127.0.0.1:${redis.port}: ` })

    await redis.start()
    // The server has lost its counts: a subject that it knows was counted there again.
    for (const [at, gateway] of [one, other].entries()) await countsIn(redis, gateway, `probe ${at}`)
    t.match(await one.consume('b', 2), { allowed: true, remaining: 1 })
    t.match(await other.consume('b', 2), { allowed: true, remaining: 0 })
    t.match(await one.consume('b', 2), { allowed: false })
  },
)

/** Makes requests until the server has counted one. */
async function countsIn(redis: TestRedis, limiter: Limiter, name: string): Promise<void> {
  await until('Redis is used again', async () => {
    await limiter.consume(name, 1)
    return (await redis.command('EXISTS', `offers:rate:${name}`)) === 1
  })
}

t.test('it opens without a server, and counts from the first request on', async (t) => {
  const limiter = await openLimiter(t, 'redis://127.0.0.1:1')
  t.match(await limiter.consume('a', 1), { allowed: true, remaining: 0 })
  t.match(await limiter.consume('a', 1), { allowed: false })
})

t.test(
  'a Redis that hangs delays a request by no more than the time-out',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const errors: string[] = []
    const onError = (error: Error) => errors.push(error.message)
    const limiter = await openLimiter(t, redis.url, { timeoutMs: 100, onError })
    redis.pause()
    t.teardown(() => redis.resume())
    for (let request = 0; request < 20; request++) {
      t.match(await limiter.consume('a', 300), { allowed: true, remaining: 299 - request })
    }
    const waited = errors.filter((message) => /no answer within 100 ms/.test(message))
    t.equal(waited.length, 1, 'one of them waited, the others did not')
  },
)
