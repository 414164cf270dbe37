import t from 'tap'
import { RequestContext } from '../../../gateway/exchange/request-context.ts'
import {
  LATENCY_BOUNDS,
  RequestCounters,
  RouteCounters,
} from '../../../gateway/operations/request-counters.ts'

t.test('a bucket of latencies includes its bound', async (t) => {
  const counters = new RouteCounters()
  for (const seconds of [0, 0.0005, 0.0006, 0.001, 10, 11]) counters.count('none', 200, seconds)
  t.same(Array.from(counters.latencies.subarray(0, 3)), [2, 2, 0])
  t.same(Array.from(counters.latencies.subarray(-2)), [1, 1], 'the last takes all longer ones')
  t.equal(counters.latencies.length, LATENCY_BOUNDS.length + 1)
  t.equal(counters.seconds, 21.0021)
})

t.test('answers are counted by key, and refusals by reason', async (t) => {
  const counters = new RequestCounters()
  const use = { answered: 0, refused: 0 }
  for (const status of [200, 206, 304, 400, 403, 404, 429, 500, 503]) {
    counters.answered(Object.assign(new RequestContext('an-id', 0), { use }), status)
  }
  t.same(use, { answered: 3, refused: 4 })
  counters.answered(Object.assign(new RequestContext('an-id', 0), { use, refusal: 'expired' }), 401)
  counters.answered(Object.assign(new RequestContext('an-id', 0), { refusal: 'malformed' }), 401)
  t.same(counters.refusals, { missing: 0, malformed: 1, unknown: 0, expired: 1, revoked: 0 })
  t.same(use, { answered: 3, refused: 5 })
})

t.test('a latency is the time since the request arrived, in seconds', async (t) => {
  const counters = new RequestCounters()
  counters.answered(new RequestContext('an-id', performance.now() - 1_000), 404)
  const { seconds } = counters.routes.other
  t.ok(seconds >= 1 && seconds < 100, `${seconds} s`)
})
