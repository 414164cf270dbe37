// The request counters in the form in which prom-client takes over counts, as it does from cluster workers.

import { at } from '../../lib/lists.ts'
import { LATENCY_BOUNDS, type RequestCounters, type RouteCounters } from './request-counters.ts'

interface Sample {
  labels: Record<string, string | number>
  value: number
  /** If it is not the metric's own. */
  metricName?: string
}

const LATENCY = 'offers_http_request_duration_seconds'

/** The metrics at this moment, for `AggregatorRegistry.aggregate`. */
export function metricsOf(counters: RequestCounters): object[] {
  const routes = Object.entries(counters.routes)
  return [
    metric('counter', 'offers_http_requests_total', 'Answers. Those with status 304 cost no body.', [
      ...routes.flatMap(([route, counts]) => answerSamples(route, counts)),
    ]),
    metric('histogram', LATENCY, 'Seconds from the head of a request to the head of its answer.', [
      ...routes.flatMap(([route, counts]) => latencySamples(route, counts)),
    ]),
    metric('counter', 'offers_http_problems_total', 'Errors answered, by the code in their bodies.', [
      ...Object.entries(counters.problems).map(([code, value]) => ({ labels: { code }, value })),
    ]),
    metric('counter', 'offers_key_refusals_total', 'Answers of 401, by what was wrong with the key.', [
      ...Object.entries(counters.refusals).map(([reason, value]) => ({ labels: { reason }, value })),
    ]),
    metric(
      'counter',
      'offers_page_cache_total',
      'Pages sent from memory (hit), or read or cut first (miss).',
      [...Object.entries(counters.cachedAnswers).map(([result, value]) => ({ labels: { result }, value }))],
    ),
    metric('counter', 'offers_rate_limit_decisions_total', 'What the limiter said to good keys.', [
      ...Object.entries(counters.decisions).flatMap(([key_kind, outcomes]) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { key_kind, outcome }, value })),
      ),
    ]),
  ]
}

function metric(type: 'counter' | 'histogram', name: string, help: string, values: Sample[]): object {
  // There is one value of each series: it is its own sum.
  return { type, name, help, values, aggregator: 'sum' }
}

function answerSamples(route: string, { answers }: RouteCounters): Sample[] {
  return Object.entries(answers).flatMap(([version, kinds]) =>
    Object.entries(kinds).flatMap(([key_kind, counts]) =>
      Array.from(counts, (value, status) => ({
        labels: { route, status, key_kind, version },
        value,
      })).filter(({ value }) => value > 0),
    ),
  )
}

function latencySamples(route: string, { latencies, seconds }: RouteCounters): Sample[] {
  let total = 0
  const buckets = [...LATENCY_BOUNDS, '+Inf'].map((le, index) => {
    total += at(latencies, index)
    return { metricName: `${LATENCY}_bucket`, labels: { route, le }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${LATENCY}_sum`, labels: { route }, value: seconds },
    { metricName: `${LATENCY}_count`, labels: { route }, value: total },
  ]
}
