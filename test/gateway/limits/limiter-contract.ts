// Promises of every limiter, as tests that run against each implementation.

import type { Test } from 'tap'
import type { Limiter } from '../../../gateway/limits/limiter.ts'

export interface LimiterUnderTest {
  limiter: Limiter
  /** Lets milliseconds pass for the current windows. */
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

  t.test(
    'a window begins with its first request and ends 60 s later, with any requests in between',
    async (t) => {
      const { limiter, elapse } = await setUp(t)
      await limiter.consume('a', 2)
      await elapse(30_000)
      await limiter.consume('a', 2)
      t.match(await limiter.consume('a', 2), { allowed: false })
      await elapse(28_000)
      t.match(await limiter.consume('a', 2), { allowed: false }, 'requests do not prolong it, nor end it')
      await elapse(2_000)
      t.match(await limiter.consume('a', 2), { allowed: true, remaining: 1 })
    },
  )

  t.test('returns the seconds until the window ends', async (t) => {
    const { limiter, elapse } = await setUp(t)
    const about = (seconds: number, found: number) =>
      t.ok(found <= seconds && found >= seconds - SLACK, `${found} of ${seconds} s`)
    about(60, (await limiter.consume('a', 1)).resetSeconds)
    await elapse(20_500)
    about(40, (await limiter.consume('a', 1)).resetSeconds)
    await elapse(20_000)
    about(20, (await limiter.consume('a', 1)).resetSeconds)
  })
}
