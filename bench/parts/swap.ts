// Part: a new release is published while the gateway is under load.

import { setTimeout as pause } from 'node:timers/promises'
import { openRelease } from '../lib/catalogue.ts'
import { drive } from '../lib/drive.ts'
import { startGateway } from '../lib/gateway.ts'
import { issueKeys } from '../lib/keys.ts'
import type { BenchOptions } from '../lib/options.ts'
import { say } from '../lib/say.ts'
import { fullPageTargets, spread } from '../lib/targets.ts'
import { twoDays } from '../lib/two-days.ts'
import { vitalsOf, WITH_VITALS } from '../lib/vitals.ts'
import { prepare } from '../load/load.ts'
import { steadyLoad } from '../load/steady.ts'

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
  say(`two releases of ${options.large} offers`)
  const { folder, swap } = await twoDays(options.large)
  const { routes } = await openRelease(folder)
  const pages = spread(fullPageTargets(routes), PAGES)
  const asks = keys.keys.map((key, index) => ({
    target: pages[index % pages.length] ?? '',
    key,
    gzip: index % 2 === 0,
  }))
  const requests = prepare('swap', asks)
  const server = await startGateway({ folder, keys, ...WITH_VITALS })
  try {
    await drive(server, requests, 2)
    const rate = (await drive(server, requests, 2)).requestsPerSecond / 4
    const found: SwapResult = {
      ...{ offers: options.large, rate, requests: 0, failed: 0 },
      ...{ stalls: [], longest: [], calmStalls: [], calmLongest: [] },
    }
    for (let round = 1; round <= options.rounds; round++) {
      for (const calm of [true, false]) {
        await vitalsOf(server)
        const loading = steadyLoad(server.port, requests, { rate, seconds: SECONDS })
        await pause(PUBLISH_AFTER_MS)
        if (!calm) swap()
        const { requests: count, failed, longest } = await loading
        const { longestStall } = await vitalsOf(server)
        found.requests += count
        found.failed += failed
        found[calm ? 'calmStalls' : 'stalls'].push(longestStall)
        found[calm ? 'calmLongest' : 'longest'].push(longest)
        say(
          `swap, round ${round}${calm ? ', calm' : ''}: stall ${longestStall.toFixed(1)} ms, failed ${failed}`,
        )
      }
    }
    return found
  } finally {
    await server.stop()
  }
}
