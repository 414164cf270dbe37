import type { LatencyResult } from '../parts/latency.ts'
import { ratioByRound } from '../support/statistics.ts'
import { type Chapter, spreadOf, spreadOfValues, table } from './format.ts'

const MAX = 2

export function latencyChapter(result: LatencyResult): Chapter {
  const ratio = ratioByRound(result.gateway?.p99 ?? [], result.bare?.p99 ?? [])
  const rows = Object.entries(result).map(([name, { rate, median, p99, failed, unsent }]) => [
    name,
    String(Math.round(rate)),
    spreadOfValues(median),
    spreadOfValues(p99),
    String(failed),
    String(unsent),
  ])
  return {
    goals: [
      {
        measure: 'p99 at half of the peak rate ÷ that of bare node:http',
        goal: `≤ ${MAX} ×`,
        found: spreadOf(ratio),
        met: ratio.median <= MAX,
      },
    ],
    text: `## Latency at half of the peak rate

${table(['server', 'requests/s', 'median, ms', 'p99, ms', 'failed', 'not sent in time'], rows)}

Prebuilt pages, 200, gzip. Each server at half of its own peak, which was measured just before. Load at a steady rate by a program of our own (\`load/open-loop.ts\`): times count from when a request was due, so a stall is not forgiven.`,
  }
}
