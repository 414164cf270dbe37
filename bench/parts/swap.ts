// Part: a new release is published while the gateway is under load.

import { setTimeout as pause } from 'node:timers/promises'
import { constantRateLoad } from '../load/constant-rate.ts'
import { prepare } from '../load/load.ts'
import { openRelease } from '../support/catalogue.ts'
import { startGateway } from '../support/gateway.ts'
import { issueKeys } from '../support/keys.ts'
import { log } from '../support/log.ts'
import { measure } from '../support/measure.ts'
import type { BenchOptions } from '../support/options.ts'
import { processStatsOf, WITH_PROCESS_STATS } from '../support/process-stats.ts'
import { releasePair } from '../support/release-pair.ts'
import { fullPageTargets, spread } from '../support/targets.ts'

export interface SwapResult {
  offers: number
  /** Requests a second, a quarter of what the gateway can do. */
  rate: number
  requests: number
  failed: number
  /** By swap, in milliseconds: how long the event loop stood still at most, and the slowest request. */
  stalls: number[]
  longest: number[]
  /** The same over as long without any swap: what the machine does by itself. */
  calmStalls: number[]
  calmLongest: number[]
}

// Long enough for the gateway to look at the pointer (every two seconds) and to fill its memory again.
const SECONDS = 5
const PAGES = 1_000
const PUBLISH_AFTER_MS = 1_000

export async function measureSwap(options: BenchOptions): Promise<SwapResult> {
  const keys = await issueKeys()
  log(`two releases of ${options.large} offers`)
  const { folder, swap } = await releasePair(options.large)
  const { routes } = await openRelease(folder)
  const pages = spread(fullPageTargets(routes), PAGES)
  const all = keys.keys.map((key, index) => ({
    target: pages[index % pages.length] ?? '',
    key,
    gzip: index % 2 === 0,
  }))
  const requests = prepare('swap', all)
  const server = await startGateway({ folder, keys, ...WITH_PROCESS_STATS })
  try {
    await measure(server, requests, 2)
    const rate = (await measure(server, requests, 2)).requestsPerSecond / 4
    const found: SwapResult = {
      ...{ offers: options.large, rate, requests: 0, failed: 0 },
      ...{ stalls: [], longest: [], calmStalls: [], calmLongest: [] },
    }
    for (let round = 1; round <= options.rounds; round++) {
      for (const calm of [true, false]) {
        await processStatsOf(server)
        const loading = constantRateLoad(server.port, requests, { rate, seconds: SECONDS })
        await pause(PUBLISH_AFTER_MS)
        if (!calm) swap()
        const { requests: count, failed, longest } = await loading
        const { longestStall } = await processStatsOf(server)
        found.requests += count
        found.failed += failed
        found[calm ? 'calmStalls' : 'stalls'].push(longestStall)
        found[calm ? 'calmLongest' : 'longest'].push(longest)
        log(
          `swap, round ${round}${calm ? ', calm' : ''}: stall ${longestStall.toFixed(1)} ms, failed ${failed}`,
        )
      }
    }
    return found
  } finally {
    await server.stop()
  }
}
