import t from 'tap'
import { RequestContext } from '../../../gateway/exchange/request-context.ts'
import {
  LATENCY_BOUNDS,
  RequestCounters,
  RouteCounters,
} from '../../../gateway/operations/request-counters.ts'

t.test('a bucket of latencies includes its bound', async (t) => {
  const counters = new RouteCounters()
  for (const seconds of [0, 0.0005, 0.0006, 0.001, 10, 11]) counters.time(seconds)
  t.same(Array.from(counters.latencies.subarray(0, 3)), [2, 2, 0])
  t.same(Array.from(counters.latencies.subarray(-2)), [1, 1], 'the last takes all longer ones')
  t.equal(counters.latencies.length, LATENCY_BOUNDS.length + 1)
  t.equal(counters.seconds, 21.0021)
})

t.test('a latency is the time since the request arrived, in seconds', async (t) => {
  const counters = new RequestCounters()
  counters.answered(new RequestContext('an-id', performance.now() - 1_000), 404)
  const { seconds } = counters.routes.other
  t.ok(seconds >= 1 && seconds < 100, `${seconds} s`)
})
