// The report of a soak test: the waits of good clients in each phase, memory, failures and warnings.

import type { ServingGateway } from '../helpers/processes.ts'
import type { Waited, Watch } from './good-clients.ts'

export interface Measured {
  name: string
  serving: ServingGateway
  watch: Watch
  /** Resident memory, once a second. */
  megabytes: number[]
}

export interface Phase {
  name: string
  /** How long good clients waited, by gateway. */
  waits: Record<string, Waits>
}

/** In milliseconds; the first three are those of pages. */
export interface Waits {
  median: number
  p99: number
  longest: number
  longestSnapshot: number
  requests: number
}

/** Summarises how long good clients waited. */
export function waitsIn({ pages, snapshots }: Waited): Waits {
  const sorted = pages.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    median: quantile(0.5),
    p99: quantile(0.99),
    longest: sorted.at(-1) ?? 0,
    longestSnapshot: Math.max(0, ...snapshots),
    requests: pages.length + snapshots.length,
  }
}

/** Prints a table of waits, and memory, warnings and failures. */
export function report(gateways: readonly Measured[], phases: readonly Phase[]): void {
  const cells = ({ waits }: Phase, name: string) => {
    const { requests = 0, median = 0, p99 = 0, longest = 0, longestSnapshot = 0 } = waits[name] ?? {}
    const slower = median / (phases[0]?.waits[name]?.median ?? Number.NaN)
    const others = [p99, longest, longestSnapshot].map((milliseconds) => milliseconds.toFixed(0))
    return [requests, median.toFixed(1), `${slower.toFixed(1)} ×`, ...others].join(' | ')
  }
  const head = gateways.map(
    ({ name }) => `${name}: requests | median ms | ÷ quiet | p99 ms | longest ms | longest snapshot ms`,
  )
  const memory = gateways.map(
    ({ name, megabytes }) =>
      `${name}: ${Math.max(...megabytes)} MB at most, ${Math.max(...megabytes.slice(-60))} MB at the end`,
  )
  const lines = [
    `\n| | ${head.join(' | ')} |`,
    `|---|${'---|'.repeat(gateways.length * 6)}`,
    ...phases.map(
      (phase) => `| ${phase.name} | ${gateways.map(({ name }) => cells(phase, name)).join(' | ')} |`,
    ),
    '',
    ...memory,
    ...gateways.flatMap(({ name, serving }) => warningsIn(serving.log()).map((line) => `${name}: ${line}`)),
    ...gateways.flatMap(({ name, watch }) =>
      Array.from(watch.failures, ([what, count]) => `${name}: ${count} × ${what}`),
    ),
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
}

/** The warnings and errors in a log: each message once, with its count. */
function warningsIn(log: string): string[] {
  const counts = new Map<string, number>()
  for (const line of log.split('\n')) {
    if (!/"level":"(?:warn|error)"/.test(line)) continue
    const said = line.replace(/"time":"[^"]*",/, '').slice(0, 300)
    counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return Array.from(counts, ([line, count]) => `${count} × ${line}`).slice(0, 30)
}
