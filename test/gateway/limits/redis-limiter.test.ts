import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { COUNTED_MS, type Limiter, type RateDecision } from '../../../gateway/limits/limiter.ts'
import { MemoryLimiter } from '../../../gateway/limits/memory-limiter.ts'
import { openRedisLimiter } from '../../../gateway/limits/redis-limiter.ts'
import { monotonicClock } from '../../../lib/time/clock.ts'
import { holdTimers } from '../../helpers/held-timer.ts'
import { startRedis, type TestRedis, withoutRedis } from '../../helpers/redis.ts'
import { inFull, SHORT_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'
import { limiterContract } from './limiter-contract.ts'

t.setTimeout(SHORT_MS)

/** However slow the machine is, no command of a Redis that answers takes longer. */
const PATIENT_MS = 54_321
const PATIENT = { timeoutMs: PATIENT_MS }

async function openLimiter(t: Test, url: string, options = {}, clock = monotonicClock) {
  const patient = { ...PATIENT, ...options }
  const limiter = await openRedisLimiter(url, new MemoryLimiter(clock), patient)
  t.teardown(() => limiter.close())
  return limiter
}

/** Makes every admitted request older, instead of waiting; younger if the time is negative, as if the clock was set back. */
async function elapse(redis: TestRedis, milliseconds: number): Promise<void> {
  const script = `
    for _, key in ipairs(redis.call('KEYS', 'offers:admitted:*')) do
      local left = redis.call('PTTL', key) - ARGV[1]
      local times = redis.call('LRANGE', key, 0, -1)
      redis.call('DEL', key)
      for _, time in ipairs(times) do
        redis.call('RPUSH', key, string.format('%.0f', time - ARGV[1] * 1000))
      end
      redis.call('PEXPIRE', key, left)
    end`
  await redis.command('EVAL', script, '0', String(milliseconds))
}

t.test('Redis keeps the promises of a limiter', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  limiterContract(t, async (t) => {
    await redis.command('FLUSHALL')
    let passed = 0
    const limiter = await openLimiter(t, redis.url, {}, () => monotonicClock() + passed)
    const elapseForBoth = async (milliseconds: number) => {
      await elapse(redis, milliseconds)
      passed += milliseconds
    }
    return { limiter, elapse: elapseForBoth }
  })
})

t.test('the requests of one turn of the event loop are one command', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const limiter = await openLimiter(t, redis.url)
  const commands = async () => {
    const stats = String(await redis.command('INFO', 'commandstats'))
    return ['eval', 'evalsha'].map((name) =>
      Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0),
    )
  }
  const turn = (subjects: number) =>
    Promise.all(
      Array.from({ length: 3_000 }, (_, at) => limiter.consume(`${at % subjects} of ${subjects}`, 1)),
    )
  await turn(500)
  t.same(await commands(), [1, 1], '500 subjects, 6 requests of each; the server learns the script')
  await turn(2_500)
  t.same(await commands(), [1, 1 + 3], 'no command takes more than 1,000 subjects')
  await redis.command('SCRIPT', 'FLUSH')
  t.match(await limiter.consume('later', 1), { allowed: true })
  t.same(await commands(), [2, 1 + 3 + 1], 'also if the server forgets the script')
  t.match(await limiter.consume('later', 1), { allowed: false })
  t.same(await commands(), [2, 1 + 3 + 1], 'what the gateway itself admitted needs no command')
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

t.test('two gateways count as one, whatever their clocks say', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  let passed = 0
  const gateways = await Promise.all(
    [0, 1e12].map((since) => openRedisLimiter(redis.url, new MemoryLimiter(() => since + passed), PATIENT)),
  )
  t.teardown(() => Promise.all(gateways.map((gateway) => gateway.close())))
  /** Both send more than is allowed, in several turns. @returns how many are admitted */
  const burst = async () => {
    const decisions: Promise<RateDecision>[] = []
    for (let turn = 0; turn < 4; turn++) {
      for (const gateway of gateways) {
        for (let request = 0; request < 10; request++)
          decisions.push(Promise.resolve(gateway.consume('a', 30)))
      }
      await nextTurn()
    }
    return (await Promise.all(decisions)).filter(({ allowed }) => allowed).length
  }
  t.match(await gateways[0]?.consume('a', 30), { allowed: true, remaining: 29 })
  const pass = async (milliseconds: number) => {
    await elapse(redis, milliseconds)
    passed += milliseconds
  }
  await pass(50_000)
  t.equal(await burst(), 29)
  await pass(10_000)
  t.equal(await burst(), 1, 'the first counts no more')
  t.equal(await burst(), 0)
  await pass(50_000)
  t.equal(await burst(), 29)
})

t.test(
  'a list expires with its last request, and takes a dozen bytes for each',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const limiter = await openLimiter(t, redis.url)
    await Promise.all(Array.from({ length: 300 }, () => limiter.consume('a', 300)))
    await elapse(redis, 30_000)
    t.ok(Number(await redis.command('MEMORY', 'USAGE', 'offers:admitted:a')) < 300 * 12 + 300)
    await limiter.consume('a', 400)
    const left = Number(await redis.command('PTTL', 'offers:admitted:a'))
    t.ok(left > 50_000 && left <= 60_000)
    await elapse(redis, 60_001)
    t.equal(await redis.command('EXISTS', 'offers:admitted:a'), 0)
  },
)

t.test('requests from later than the clock of Redis do not count', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const limiter = await openLimiter(t, redis.url)
  for (let request = 0; request < 3; request++) await limiter.consume('a', 5)
  const other = async () => (await openLimiter(t, redis.url)).consume('a', 5)
  await elapse(redis, -3_600_000)
  t.match(await other(), { allowed: true, remaining: 4 })
  await elapse(redis, 10_000)
  await other()
  await elapse(redis, -5_000)
  t.match(await other(), { allowed: true, remaining: 3 }, 'the one from 5 s ago still counts')
})

t.test(
  'requests that Redis refuses to count are reported one by one, and counted in memory',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const errors: Error[] = []
    const limiter = await openLimiter(t, redis.url, { onError: (error: Error) => errors.push(error) })
    await redis.command('SET', 'offers:admitted:a', 'no list')
    for (const remaining of [1, 0]) t.match(await limiter.consume('a', 2), { allowed: true, remaining })
    t.match(await limiter.consume('a', 2), { allowed: false })
    t.equal(errors.length, 2, 'the third is refused without Redis')
    t.match(errors[0], { message: /WRONGTYPE/ })
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
    t.match(await one.consume('a', 2), { allowed: true, remaining: 0 }, 'it remembers the first')
    for (const remaining of [1, 0]) t.match(await other.consume('a', 2), { allowed: true, remaining })
    for (const gateway of [one, other]) t.match(await gateway.consume('a', 2), { allowed: false })
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
    await limiter.consume(name, 10_000)
    return (await redis.command('EXISTS', `offers:admitted:${name}`)) === 1
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
    const limiter = await openLimiter(t, redis.url, { onError })
    redis.pause()
    t.teardown(() => redis.resume())
    const timeouts = holdTimers(t, PATIENT_MS)
    const first = limiter.consume('a', 300)
    await until('it waits', () => timeouts.length > 0)
    for (const timeout of timeouts) timeout.end()
    t.match(await first, { allowed: true, remaining: 299 })
    for (let request = 1; request < 20; request++) {
      t.match(await limiter.consume('a', 300), { allowed: true, remaining: 299 - request })
    }
    const waited = errors.filter((message) => message.includes(`no answer within ${PATIENT_MS} ms`))
    t.equal(waited.length, 1, 'one of them waited, the others did not')
  },
)

/** How many of this many requests at once are admitted. */
async function burst(limiter: Limiter, requests: number, quota: number): Promise<number> {
  const decisions = await Promise.all(Array.from({ length: requests }, () => limiter.consume('a', quota)))
  return decisions.filter(({ allowed }) => allowed).length
}

t.test(
  'through an absent, restarted or emptied Redis, each gateway admits one quota at most',
  { skip: withoutRedis },
  async (t) => {
    for (const count of [1, 2]) {
      const redis = await startRedis(t)
      let now = 0
      const gateways = await Promise.all(
        Array.from({ length: count }, () =>
          openRedisLimiter(redis.url, new MemoryLimiter(() => now), PATIENT),
        ),
      )
      t.teardown(() => Promise.all(gateways.map((gateway) => gateway.close())))
      const bursts = async () => {
        let admitted = 0
        for (const gateway of gateways) admitted += await burst(gateway, 40, 30)
        return admitted
      }
      const isCounting = async () => {
        for (const [at, gateway] of gateways.entries()) await countsIn(redis, gateway, `probe ${count} ${at}`)
      }
      t.equal(await bursts(), 30, 'together while Redis is there')
      await redis.stop()
      t.equal(await bursts(), 30 * (count - 1), 'alone while it is away: the first has had its quota')
      await redis.start()
      await isCounting()
      t.equal(await bursts(), 0, 'none when it is back, empty')
      await redis.command('FLUSHALL')
      t.equal(await bursts(), 0, 'nor when it is emptied')
      t.equal(
        await redis.command('EXISTS', 'offers:admitted:a'),
        0,
        'and refused requests do not count there',
      )
      now += 60_000
      await redis.command('FLUSHALL')
      t.equal(await bursts(), 30, 'a minute later together again')
    }
  },
)

t.test(
  'after Redis lost counts, r is what the gateway itself has left',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    const limiter = await openLimiter(t, redis.url)
    for (let request = 0; request < 5; request++) await limiter.consume('a', 10)
    await redis.command('FLUSHALL')
    t.match(await limiter.consume('a', 10), { allowed: true, remaining: 4 })
  },
)

t.test(
  'a gateway never refuses by itself what a whole Redis admits, whatever its own clock and the delay',
  { skip: withoutRedis },
  async (t) => {
    const redis = await startRedis(t)
    let passed = 0
    const limiter = await openLimiter(t, redis.url, {}, () => monotonicClock() + passed)
    // Requests count in Redis from when they come there, for the gateway from when they were sent: always earlier.
    for (let round = 0; round < 200; round++) {
      const before = await counted(redis)
      const { allowed } = await limiter.consume('a', 5)
      // What ends to count while the request is on its way may count for it or not.
      const { since } = await counted(redis)
      const surely = before.times.filter((time) => time > since).length
      if (surely === before.times.length) t.equal(allowed, surely < 5)
      else if (!allowed) t.equal(before.times.length, 5)
      const step = 1_000 + ((round * 7_919) % 25_000)
      await elapse(redis, step)
      passed += step
    }
  },
)

/** The requests that count in Redis now: their times, and the time since which they count, in microseconds. */
async function counted(redis: TestRedis): Promise<{ times: number[]; since: number }> {
  const [seconds, microseconds] = (await redis.command('TIME')) as [string, string]
  const since = Number(seconds) * 1_000_000 + Number(microseconds) - COUNTED_MS * 1_000
  const times = (await redis.command('LRANGE', 'offers:admitted:a', '0', '-1')) as string[]
  return { times: times.map(Number).filter((time) => time > since), since }
}
