// Metrics in the text form of Prometheus, by prom-client. It takes time to load: import this only if metrics are wanted.

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { elementAt } from './lists.ts'

/** The values of the labels, in their order, and a number. A text is the value of a single label. */
type Sample = readonly [labels: string | readonly string[], value: number]

/** One number, or one for each set of labels. Undefined gives no sample: 0 would look like a measurement. */
type Reading = number | undefined | Iterable<Sample>

/** A metric, which is read from its source at each scrape. */
export interface Metric<Source> {
  type: 'gauge' | 'counter'
  name: string
  help: string
  labels: readonly string[]
  read(source: Source): Reading | Promise<Reading>
}

type MakeMetric = <Source>(
  name: string,
  labels: readonly string[],
  help: string,
  read: Metric<Source>['read'],
) => Metric<Source>

export const gauge: MakeMetric = (name, labels, help, read) => ({ type: 'gauge', name, labels, help, read })

export const counter: MakeMetric = (name, labels, help, read) => ({
  type: 'counter',
  name,
  labels,
  help,
  read,
})

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/**
 * @param ofProcess measures this process, too, from now on
 * @returns a function that makes the text of a scrape
 */
export function metricsOf<Source>(
  metrics: readonly Metric<Source>[],
  source: Source,
  { ofProcess = false } = {},
): () => Promise<string> {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  for (const { type, name, labels, help, read } of metrics) {
    const collect = async () => fill(metric, labels, await read(source))
    const config = { name, help, labelNames: labels, registers: [registry], collect }
    const metric: Gauge | Counter = type === 'gauge' ? new Gauge(config) : new Counter(config)
  }
  return () => registry.metrics()
}

function fill(metric: Gauge | Counter, labels: readonly string[], reading: Reading): void {
  metric.reset()
  // Without labels, a reset leaves a 0.
  if (reading === undefined && labels.length === 0) metric.remove()
  for (const [values, value] of samplesOf(reading)) {
    const texts = [values].flat()
    if (metric instanceof Gauge) metric.labels(...texts).set(value)
    else metric.labels(...texts).inc(value)
  }
}

function samplesOf(reading: Reading): Iterable<Sample> {
  if (reading === undefined) return []
  return typeof reading === 'number' ? [[[], reading]] : reading
}

/** A histogram for one value of its label. */
export interface HistogramSeries {
  /** The value of the label, in which nothing needs an escape. */
  label: string
  /** One for each bound and a last one for `+Inf`. Each counts the values of its bucket alone. */
  counts: ArrayLike<number>
  sum: number
}

/**
 * Text of values that are counted elsewhere: the histogram of prom-client only takes them one by one.
 * @param bounds the upper bounds of the buckets, ascending, without `+Inf`
 */
export function histogramText(
  { name, label, help }: { name: string; label: string; help: string },
  bounds: readonly number[],
  series: Iterable<HistogramSeries>,
): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
  for (const { label: value, counts, sum } of series) {
    const pair = `${label}="${value}"`
    let total = 0
    for (const [index, le] of [...bounds, '+Inf'].entries()) {
      total += elementAt(counts, index)
      lines.push(`${name}_bucket{${pair},le="${le}"} ${total}`)
    }
    lines.push(`${name}_sum{${pair}} ${sum}`, `${name}_count{${pair}} ${total}`)
  }
  return `${lines.join('\n')}\n`
}
