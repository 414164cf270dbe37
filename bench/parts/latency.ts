// Part: how long the slowest requests take at half of what each server could do.

import { constantRateLoad } from '../load/constant-rate.ts'
import { prepare } from '../load/load.ts'
import { log } from '../support/log.ts'
import { measure } from '../support/measure.ts'
import type { BenchOptions } from '../support/options.ts'
import { scenarioRequests } from './scenarios.ts'
import { prepareSetup, stopAll } from './setup.ts'

export interface Latency {
  /** Half of its peak, in requests a second. */
  rate: number
  /** Milliseconds by round. */
  median: number[]
  p99: number[]
  failed: number
  /** Requests that could not be sent in time, see `open-loop.ts`. */
  unsent: number
}

/** By name of the server. */
export type LatencyResult = Record<string, Latency>

export async function measureLatency(options: BenchOptions): Promise<LatencyResult> {
  const setup = await prepareSetup(options, ['bare'])
  const servers = await setup.start()
  const found: LatencyResult = {}
  try {
    const material = { targets: setup.targets, keys: setup.keys.keys }
    const prepared = new Map<string, ReturnType<typeof prepare>>()
    for (const server of servers) {
      const requests = prepare(
        `latency-${server.name}`,
        await scenarioRequests('gzip', server.port, material),
      )
      prepared.set(server.name, requests)
      await measure(server, requests, 1)
      const { requestsPerSecond } = await measure(server, requests, options.seconds)
      found[server.name] = { rate: requestsPerSecond / 2, median: [], p99: [], failed: 0, unsent: 0 }
    }
    for (let round = 1; round <= options.rounds; round++) {
      for (const { name, port } of servers) {
        const requests = prepared.get(name)
        const known = found[name]
        if (!requests || !known) continue
        const report = await constantRateLoad(port, requests, { rate: known.rate, seconds: options.seconds })
        known.median.push(report.median)
        known.p99.push(report.p99)
        known.failed += report.failed
        known.unsent += report.unsent
        log(`latency, round ${round}: ${name} p99 ${report.p99.toFixed(2)} ms at ${Math.round(known.rate)}/s`)
      }
    }
    return found
  } finally {
    await stopAll(servers)
  }
}
