// Metrics in the text form of Prometheus, by prom-client. It takes time to load: import this only if metrics are wanted.

import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'

export interface Sample {
  labels: Readonly<Record<string, string | number>>
  value: number
  /** For series of a histogram: `…_bucket`, `…_sum`, `…_count`. */
  metricName?: string
}

export interface Metric {
  type: 'gauge' | 'counter' | 'histogram'
  name: string
  help: string
  values: readonly Sample[]
}

/** One number, or one for each set of labels. Undefined gives no sample: 0 would look like a measurement. */
type MetricValue = number | undefined | readonly Sample[]

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

export function gauge(name: string, help: string, reading: MetricValue): Metric {
  return { type: 'gauge', name, help, values: samplesOf(reading) }
}

export function counter(name: string, help: string, reading: MetricValue): Metric {
  return { type: 'counter', name, help, values: samplesOf(reading) }
}

/** A sample for each value of one label. */
export function samplesBy(label: string, values: Iterable<readonly [string, number]>): Sample[] {
  return Array.from(values, ([key, value]) => ({ labels: { [label]: key }, value }))
}

export function formatMetrics(metrics: readonly Metric[]): Promise<string> {
  return registryOf(metrics).metrics()
}

/** Measures this process from now on. @returns like `formatMetrics`, with the metrics of the process first */
export function measureProcess(): typeof formatMetrics {
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return (metrics) => Registry.merge([ofProcess, registryOf(metrics)]).metrics()
}

function samplesOf(reading: MetricValue): readonly Sample[] {
  if (reading === undefined) return []
  return typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading
}

/** prom-client accepts values measured elsewhere only as the counts of a cluster's workers. */
function registryOf(metrics: readonly Metric[]): Registry {
  // Each series has one value, which is its own sum.
  return AggregatorRegistry.aggregate([metrics.map((metric) => ({ ...metric, aggregator: 'sum' }))])
}
