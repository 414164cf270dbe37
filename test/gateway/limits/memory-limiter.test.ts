import fc from 'fast-check'
import t from 'tap'
import { decisionOf } from '../../../gateway/limits/limiter.ts'
import { MemoryLimiter } from '../../../gateway/limits/memory-limiter.ts'
import { limiterContract } from './limiter-contract.ts'

const NOON = Date.parse('2026-08-22T12:00:00.000Z')

function setUp(maxSubjects?: number) {
  const time = { now: NOON }
  const limiter = new MemoryLimiter(() => time.now, maxSubjects)
  const elapse = (milliseconds: number) => {
    time.now += milliseconds
  }
  return { limiter, elapse }
}

t.test('memory keeps the promises of a limiter', async (t) => {
  limiterContract(t, async () => setUp())
})

t.test('each request is judged by the limit of its key, not by other limits', async (t) => {
  const request = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    allowed: fc.integer({ min: 1, max: 5 }),
    afterMs: fc.integer({ min: 0, max: 40_000 }),
  })
  const property = fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
    const { limiter, elapse } = setUp()
    const windows = new Map<string, { endsAt: number; used: number }>()
    let now = 0
    for (const { name, allowed, afterMs } of requests) {
      elapse(afterMs)
      now += afterMs
      const running = windows.get(name)
      const window = running && now < running.endsAt ? running : { endsAt: now + 60_000, used: 0 }
      windows.set(name, window)
      window.used += 1
      t.same(limiter.consume(name, allowed), {
        allowed: window.used <= allowed,
        remaining: Math.max(allowed - window.used, 0),
        resetSeconds: Math.ceil((window.endsAt - now) / 1000),
      })
    }
  })
  fc.assert(property, { numRuns: 300 })
})

t.test('a window ends to the millisecond, and never in 0 seconds', async (t) => {
  const { limiter, elapse } = setUp()
  limiter.consume('a', 1)
  elapse(59_999)
  t.same(limiter.consume('a', 1), { allowed: false, remaining: 0, resetSeconds: 1 })
  elapse(1)
  t.same(limiter.consume('a', 1), { allowed: true, remaining: 0, resetSeconds: 60 })
  t.equal(decisionOf(1, 1, 0).resetSeconds, 1)
})

t.test('a change of generations cuts no window short', async (t) => {
  for (let begin = 0; begin < 180_000; begin += 7_000) {
    const { limiter, elapse } = setUp()
    elapse(begin)
    limiter.consume('subject', 1)
    for (let second = 0; second < 59; second++) {
      elapse(1_000)
      limiter.consume(`other ${second}`, 1)
      if (limiter.consume('subject', 1).allowed) t.fail(`forgotten after ${second} s, begun at ${begin}`)
    }
    elapse(1_000)
    t.ok(limiter.consume('subject', 1).allowed, `begun at ${begin}`)
  }
})

t.test('of endless subjects the oldest are forgotten first', async (t) => {
  const { limiter } = setUp(100)
  limiter.consume('regular', 1)
  for (let stranger = 0; stranger < 150; stranger++) limiter.consume(`stranger ${stranger}`, 1)
  t.notOk(limiter.consume('regular', 1).allowed, 'still known')
  for (let stranger = 150; stranger < 250; stranger++) limiter.consume(`stranger ${stranger}`, 1)
  t.ok(limiter.consume('regular', 1).allowed, 'forgotten, because memory has a bound')
})

t.test('a clock that is set back locks no subject out', async (t) => {
  const { limiter, elapse } = setUp()
  limiter.consume('a', 1)
  elapse(-3_600_000)
  t.same(limiter.consume('a', 1), { allowed: true, remaining: 0, resetSeconds: 60 })
  t.notOk(limiter.consume('a', 1).allowed)
})
