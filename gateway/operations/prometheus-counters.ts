// The request counters as metrics.

import { at } from '../../lib/lists.ts'
import { counter, type Metric, type Sample, samplesBy } from '../../lib/metrics.ts'
import { LATENCY_BOUNDS, type RequestCounters, type RouteCounters } from './request-counters.ts'

const LATENCY = 'offers_http_request_duration_seconds'

export function metricsOf(counters: RequestCounters): Metric[] {
  const routes = Object.entries(counters.routes)
  return [
    counter(
      'offers_http_requests_total',
      'Answers. Those with status 304 have no body.',
      routes.flatMap(([route, counts]) => answerSamples(route, counts)),
    ),
    {
      type: 'histogram',
      name: LATENCY,
      help: 'Seconds from the head of a request to the head of its answer.',
      values: routes.flatMap(([route, counts]) => latencySamples(route, counts)),
    },
    counter(
      'offers_http_problems_total',
      'Errors answered, by the code in their bodies.',
      samplesBy('code', Object.entries(counters.problems)),
    ),
    counter(
      'offers_key_refusals_total',
      'Answers of 401, by the fault of the key.',
      samplesBy('reason', Object.entries(counters.refusals)),
    ),
  ]
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
