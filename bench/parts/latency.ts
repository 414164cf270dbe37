// Part: how long the slowest requests take at half of what each server could do.

import { drive } from '../lib/drive.ts'
import type { BenchOptions } from '../lib/options.ts'
import { say } from '../lib/say.ts'
import { prepare } from '../load/load.ts'
import { steadyLoad } from '../load/steady.ts'
import { prepareArena, stopAll } from './arena.ts'
import { asksOf } from './scenarios.ts'

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
  const arena = await prepareArena(options, ['bare'])
  const servers = await arena.start()
  const found: LatencyResult = {}
  try {
    const material = { targets: arena.targets, keys: arena.keys.keys }
    const prepared = new Map<string, ReturnType<typeof prepare>>()
    for (const server of servers) {
      const requests = prepare(`latency-${server.name}`, await asksOf('gzip', server.port, material))
      prepared.set(server.name, requests)
      await drive(server, requests, 1)
      const { requestsPerSecond } = await drive(server, requests, options.seconds)
      found[server.name] = { rate: requestsPerSecond / 2, median: [], p99: [], failed: 0, unsent: 0 }
    }
    for (let round = 1; round <= options.rounds; round++) {
      for (const { name, port } of servers) {
        const requests = prepared.get(name)
        const known = found[name]
        if (!requests || !known) continue
        const report = await steadyLoad(port, requests, { rate: known.rate, seconds: options.seconds })
        known.median.push(report.median)
        known.p99.push(report.p99)
        known.failed += report.failed
        known.unsent += report.unsent
        say(`latency, round ${round}: ${name} p99 ${report.p99.toFixed(2)} ms at ${Math.round(known.rate)}/s`)
      }
    }
    return found
  } finally {
    await stopAll(servers)
  }
}
