import fc from 'fast-check'
import t from 'tap'
import { between, seededRandom } from '../../../fixtures/generator/seeded-random.ts'
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
  return { limiter, elapse, time }
}

t.test('memory keeps the promises of a limiter', async (t) => {
  limiterContract(t, async () => setUp())
})

t.test('in any 60 s a subject is admitted as often as allowed, and never refused below that', async (t) => {
  const request = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    allowed: fc.integer({ min: 1, max: 9 }),
    // Fractions, as the clock has.
    afterMs: fc.oneof(fc.integer({ min: 0, max: 70_000 }), fc.double({ min: 0, max: 20_000, noNaN: true })),
  })
  const property = fc.property(fc.array(request, { maxLength: 120 }), (requests) => {
    const { limiter, time } = setUp()
    const admitted = new Map<string, number[]>()
    for (const { name, allowed, afterMs } of requests) {
      time.now += afterMs
      const counted = (admitted.get(name) ?? []).filter((each) => time.now - each < 60_000)
      const isAllowed = counted.length < allowed
      if (isAllowed) counted.push(time.now)
      admitted.set(name, counted)
      const next = counted[Math.max(counted.length - allowed, 0)] ?? Number.NaN
      t.same(limiter.consume(name, allowed), {
        allowed: isAllowed,
        remaining: Math.max(allowed - counted.length, 0),
        resetSeconds: Math.max(Math.ceil((60_000 - (time.now - next)) / 1000), 1),
      })
    }
  })
  fc.assert(property, { numRuns: 300 })
})

t.test(
  'a client that keeps to the limit, or waits as long as an answer says, is never refused',
  async (t) => {
    const honest = (paceMs: number) => {
      const { limiter, time } = setUp()
      for (let request = 0; request < 400; request++) {
        if (!limiter.consume('a', 30).allowed) t.fail(`request ${request}, one in ${paceMs} ms`)
        time.now += paceMs
      }
    }
    for (const paceMs of [2_000, 2_000.01, 2_500, 7_000, 59_999.5, 60_000]) honest(paceMs)
    const { limiter, time } = setUp()
    let longest = 0
    for (let request = 0; request < 1_000; request++) {
      const { allowed, remaining, resetSeconds } = limiter.consume('a', 30)
      if (!allowed) t.fail(`request ${request}`)
      time.now += 0.7
      if (remaining === 0) time.now += resetSeconds * 1000
      longest = Math.max(longest, resetSeconds)
    }
    t.equal(longest, 60)
  },
)

t.test('a request counts to the millisecond, and never for 0 seconds more', async (t) => {
  const { limiter, elapse } = setUp()
  limiter.consume('a', 1)
  elapse(59_999)
  t.same(limiter.consume('a', 1), { allowed: false, remaining: 0, resetSeconds: 1 })
  elapse(1)
  t.same(limiter.consume('a', 1), { allowed: true, remaining: 0, resetSeconds: 60 })
  t.equal(decisionOf(true, 1, 0).resetSeconds, 1)
})

t.test('a change of generations forgets no request', async (t) => {
  for (let begin = 0; begin < 180_000; begin += 7_000) {
    for (const limit of [1, 3]) {
      const { limiter, elapse } = setUp()
      elapse(begin)
      for (let request = 0; request < limit; request++) limiter.consume('subject', limit)
      for (let second = 0; second < 59; second++) {
        elapse(1_000)
        limiter.consume(`other ${second}`, 1)
        if (limiter.consume('subject', limit).allowed)
          t.fail(`forgotten after ${second} s, begun at ${begin}`)
      }
      elapse(1_000)
      t.ok(limiter.consume('subject', limit).allowed, `begun at ${begin}`)
    }
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

t.test(
  'with a bound on subjects, the counts of the last ones are right, and those of the first go',
  async (t) => {
    const random = seededRandom('generations', 1)
    const [bound, names] = [5, 14]
    for (let run = 0; run < 60; run++) {
      const { limiter, time } = setUp(bound)
      let admitted: { name: string; at: number }[] = []
      for (let step = 0; step < 150; step++) {
        time.now += between(random, 0, 4_000)
        const name = `subject ${between(random, 0, names)}`
        const allowed = between(random, 1, 3)
        const counted = admitted.filter((each) => each.name === name && time.now - each.at < 60_000)
        const last = admitted.findLastIndex((each) => each.name === name)
        const since = new Set(admitted.slice(last + 1).map((each) => each.name)).size
        const decision = limiter.consume(name, allowed)
        // Fewer than a generation have come since: nothing of it may be forgotten.
        if (last >= 0 && since < bound && decision.allowed !== counted.length < allowed)
          t.fail(`run ${run}, step ${step}: ${counted.length} of ${allowed} count`)
        // More than two generations have come since.
        if (since > 2 * bound && !decision.allowed) t.fail(`run ${run}, step ${step}: it is still known`)
        const isForgotten = decision.allowed && allowed - decision.remaining <= counted.length
        if (isForgotten) admitted = admitted.filter((each) => each.name !== name)
        if (decision.allowed) admitted.push({ name, at: time.now })
      }
    }
  },
)
