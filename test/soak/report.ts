// The report of a soak test: the waits of good clients in each phase, memory, failures and warnings.

import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle, type ServingGateway } from '../helpers/processes.ts'
import { chart, type Mark } from './chart.ts'
import type { Waited, Watch } from './good-clients.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

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
interface Waits {
  median: number
  p99: number
  longest: number
  longestSnapshot: number
  requests: number
}

export const NO_WAITS: Waits = { median: 0, p99: 0, longest: 0, longestSnapshot: 0, requests: 0 }

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

/** The waits in the first phase, which is quiet: all others are compared with it. */
export function calmWaits([quiet]: readonly Phase[], gateway: string): Waits {
  const waits = quiet?.waits[gateway]
  if (!waits) throw new Error(`${gateway}: was never measured`)
  return waits
}

export interface Course {
  marks: readonly Mark[]
  elapsedMs: number
}

/** Prints a table of waits, memory, warnings and failures, and draws memory over time. */
export function report(
  gateways: readonly Measured[],
  phases: readonly Phase[],
  { marks, elapsedMs }: Course,
): void {
  const cells = (phase: Phase, name: string) => {
    const { requests, median, p99, longest, longestSnapshot } = phase.waits[name] ?? NO_WAITS
    const slower = median / calmWaits(phases, name).median
    const others = [p99, longest, longestSnapshot].map((milliseconds) => milliseconds.toFixed(0))
    return [requests, median.toFixed(1), `${slower.toFixed(1)} ×`, ...others].join(' | ')
  }
  const rows = phases.map(
    (phase) => `| ${phase.name} | ${gateways.map(({ name }) => cells(phase, name)).join(' | ')} |`,
  )
  const memory = gateways.map(({ name, megabytes }) => {
    const part = (from: number, to: number) =>
      Math.max(...megabytes.slice(Math.floor(megabytes.length * from), Math.ceil(megabytes.length * to)))
    return `${name}: ${part(0, 0.1)} MB in the first tenth, ${part(0, 1)} MB at most, ${part(0.95, 1)} MB at the end`
  })
  const failures = gateways.flatMap(({ name, watch }) =>
    [...watch.failures].map(([what, count]) => `${name}: ${count} × ${what}`),
  )
  process.stderr.write(
    [
      '',
      `| | ${gateways.map(({ name }) => `${name}: requests | median ms | ÷ quiet | p99 ms | longest ms | longest snapshot ms`).join(' | ')} |`,
      `|---|${'---|'.repeat(gateways.length * 6)}`,
      ...rows,
      '',
      ...memory,
      ...gateways.flatMap(({ name, serving }) => errorsIn(serving.log()).map((line) => `${name}: ${line}`)),
      failures.length > 0 ? failures.join('\n') : 'no request failed but those that were to fail',
      '',
    ].join('\n'),
  )
  const colours = ['#1f6feb', '#d1570a']
  const lines = gateways.map(({ name, megabytes }, at) => ({
    name,
    colour: colours[at] ?? '#000',
    values: megabytes,
  }))
  const svg = join(ROOT, process.env.SVG ?? '.run/soak.svg')
  mkdirSync(join(svg, '..'), { recursive: true })
  writeFileSync(svg, chart('Resident memory of two gateways, MB', lines, marks, elapsedMs))
  process.stderr.write(
    `${svg} (${bundle('gateway')}, ${spawnSync(process.execPath, ['-v']).stdout.toString().trim()})\n`,
  )
}

/** The warnings and errors in a log: each message once, with its count. */
function errorsIn(log: string): string[] {
  const counts = new Map<string, number>()
  for (const line of log.split('\n')) {
    if (!/"level":"(?:warn|error)"/.test(line)) continue
    const said = line.replace(/"time":"[^"]*",/, '').slice(0, 300)
    counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return Array.from(counts, ([line, count]) => `${count} × ${line}`).slice(0, 30)
}
