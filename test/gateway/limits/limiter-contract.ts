// Promises of every limiter, as tests that run against each implementation.

import type { Test } from 'tap'
import type { Limiter } from '../../../gateway/limits/limiter.ts'

export interface LimiterUnderTest {
  limiter: Limiter
  /** Lets milliseconds pass for all subjects. */
  elapse(milliseconds: number): void | Promise<void>
}

/** Seconds that may pass on a real server during a test. */
const SLACK = 2

/** @param setUp makes a limiter that has counted nothing yet */
export function limiterContract(t: Test, setUp: (t: Test) => Promise<LimiterUnderTest>): void {
  t.test('counts down to nothing, and then refuses', async (t) => {
    const { limiter } = await setUp(t)
    for (const remaining of [2, 1, 0]) {
      t.match(await limiter.consume('a', 3), { allowed: true, remaining })
    }
    for (let more = 0; more < 3; more++) {
      t.match(await limiter.consume('a', 3), { allowed: false, remaining: 0 })
    }
  })

  t.test('counts each subject separately', async (t) => {
    const { limiter } = await setUp(t)
    await limiter.consume('a', 1)
    t.match(await limiter.consume('a', 1), { allowed: false })
    t.match(await limiter.consume('2001:db8:0:0::/64', 1), { allowed: true, remaining: 0 })
    t.match(await limiter.consume('__proto__', 1), { allowed: true, remaining: 0 })
  })

  t.test('each call has its own limit', async (t) => {
    const { limiter } = await setUp(t)
    t.match(await limiter.consume('a', 300), { allowed: true, remaining: 299 })
    t.match(await limiter.consume('a', 30), { allowed: true, remaining: 28 })
    t.match(await limiter.consume('a', 2), { allowed: false, remaining: 0 })
  })

  t.test('of many at once, it allows exactly the allowed number', async (t) => {
    const { limiter } = await setUp(t)
    const decisions = await Promise.all(Array.from({ length: 400 }, () => limiter.consume('a', 300)))
    t.equal(decisions.filter(({ allowed }) => allowed).length, 300)
    t.same(new Set(decisions.map(({ remaining }) => remaining)).size, 300)
  })

  t.test('only admitted requests count, each for 60 s from when it came', async (t) => {
    const { limiter, elapse } = await setUp(t)
    await limiter.consume('a', 2)
    await elapse(30_000)
    await limiter.consume('a', 2)
    t.match(await limiter.consume('a', 2), { allowed: false })
    await elapse(20_000)
    t.match(await limiter.consume('a', 2), { allowed: false }, 'refused requests do not count')
    await elapse(10_000)
    t.match(await limiter.consume('a', 2), { allowed: true, remaining: 0 }, 'the first counts no more')
    t.match(await limiter.consume('a', 2), { allowed: false }, 'the second does')
    await elapse(30_000)
    t.match(await limiter.consume('a', 2), { allowed: true, remaining: 0 })
  })

  t.test('no burst around any moment passes more than the limit', async (t) => {
    const { limiter, elapse } = await setUp(t)
    const burst = async () => {
      const decisions = await Promise.all(Array.from({ length: 40 }, () => limiter.consume('a', 30)))
      return decisions.filter(({ allowed }) => allowed).length
    }
    t.match(await limiter.consume('a', 30), { allowed: true })
    await elapse(50_000)
    t.equal(await burst(), 29)
    await elapse(10_000)
    t.equal(await burst(), 1)
    await elapse(50_000)
    t.equal(await burst(), 29)
  })

  t.test('a request that comes 60 s after an admitted one takes its place', async (t) => {
    const { limiter, elapse } = await setUp(t)
    for (let minute = 0; minute < 4; minute++) {
      for (let request = 0; request < 30; request++) {
        t.match(await limiter.consume('a', 30), { allowed: true, remaining: 29 - request })
      }
      await elapse(60_000)
    }
  })

  t.test('returns the seconds until one more is allowed', async (t) => {
    const { limiter, elapse } = await setUp(t)
    const about = (seconds: number, found: number) =>
      t.ok(found <= seconds && found >= seconds - SLACK, `${found} of ${seconds} s`)
    about(60, (await limiter.consume('a', 2)).resetSeconds)
    await elapse(20_500)
    about(40, (await limiter.consume('a', 2)).resetSeconds)
    await elapse(20_000)
    const refused = await limiter.consume('a', 2)
    about(20, refused.resetSeconds)
    t.match(await limiter.consume('a', 1), { allowed: false, remaining: 0 })
    about(40, (await limiter.consume('a', 1)).resetSeconds)
    await elapse(refused.resetSeconds * 1000)
    t.match(await limiter.consume('a', 2), { allowed: true, remaining: 0 })
  })

  t.test('many counted requests are forgotten at once, and those that count stay', async (t) => {
    const { limiter, elapse } = await setUp(t)
    const requests = (number: number) =>
      Promise.all(Array.from({ length: number }, () => limiter.consume('a', 5_000)))
    const left = async () => (await limiter.consume('a', 5_000)).remaining
    await requests(1_234)
    await elapse(20_000)
    await requests(2_000)
    await elapse(20_000)
    t.equal(await left(), 5_000 - 1_234 - 2_000 - 1)
    await elapse(20_000)
    t.equal(await left(), 5_000 - 2_000 - 2)
    await elapse(20_000)
    t.equal(await left(), 5_000 - 3)
  })
}
