// Part: a new release is published while the gateway is under as much load as it takes.

import { setTimeout as pause } from 'node:timers/promises'
import { issueKeys } from '../catalogue/keys.ts'
import { type ReleasePair, releasePair } from '../catalogue/releases.ts'
import { pageTargets } from '../catalogue/targets.ts'
import { type PreparedRequests, prepare } from '../load/load.ts'
import { requestsInTurn } from '../load/request.ts'
import { startGateway } from '../programs/gateway.ts'
import { measure } from '../programs/measure.ts'
import { processStatsOf, WITH_PROCESS_STATS } from '../programs/process-stats.ts'
import type { Server } from '../programs/server.ts'
import { type Chapter, spreadOfValues, table } from '../report/format.ts'
import { measured } from '../report/statistics.ts'
import type { BenchOptions } from './options.ts'

// The gateway looks at the pointer every two seconds, and then fills its memory again.
const SECONDS = 5
const PAGES = 1_000
const PUBLISH_AFTER_MS = 1_000
const MAX_STALL_MS = 20

interface Found {
  requests: number
  failed: number
  /** By round, in milliseconds: the longest stall of the event loop, and the slowest request. */
  stalls: number[]
  longest: number[]
}

export async function measureSwap({ large, rounds }: BenchOptions): Promise<Chapter> {
  const keys = await issueKeys()
  const { folder, swap } = await releasePair(large)
  const requests = prepare('swap', requestsInTurn(await pageTargets(folder, PAGES), keys.keys))
  const server = await startGateway({ folder, keys, ...WITH_PROCESS_STATS })
  const swapped = foundNothing()
  const calm = foundNothing()
  try {
    await measure(server, requests, 2)
    for (let round = 1; round <= rounds; round++) {
      await watch(server, requests, calm)
      await watch(server, requests, swapped, swap)
      console.error(`swap, round ${round}: stall ${swapped.stalls.at(-1)?.toFixed(1)} ms`)
    }
  } finally {
    await server.stop()
  }
  return chapter(large, swapped, calm)
}

function foundNothing(): Found {
  return { requests: 0, failed: 0, stalls: [], longest: [] }
}

async function watch(
  server: Server,
  requests: PreparedRequests,
  found: Found,
  swap?: ReleasePair['swap'],
): Promise<void> {
  await processStatsOf(server)
  const measuring = measure(server, requests, SECONDS)
  await pause(PUBLISH_AFTER_MS)
  swap?.()
  const measurement = await measuring
  const { longestStall } = await processStatsOf(server)
  found.requests += measurement.requests
  found.failed += measurement.failed
  found.longest.push(measurement.longest)
  found.stalls.push(longestStall)
}

function chapter(offers: number, swapped: Found, calm: Found): Chapter {
  const row = (name: string, { stalls, longest }: Found) => [
    name,
    spreadOfValues(stalls, 1),
    spreadOfValues(longest, 1),
  ]
  return {
    goals: [
      {
        measure: `swap to a release of ${offers} offers under load: failed requests`,
        goal: 'none',
        found: `${swapped.failed} of ${swapped.requests}`,
        met: swapped.failed === 0,
      },
      {
        measure: 'the same: longest stall of the event loop',
        goal: `≤ ${MAX_STALL_MS} ms`,
        found: `${spreadOfValues(swapped.stalls, 1)} ms; without a swap ${spreadOfValues(calm.stalls, 1)} ms`,
        met: measured(swapped.stalls).median <= MAX_STALL_MS,
      },
    ],
    text: `## Swap of releases under load

${table(['', 'longest stall, ms', 'slowest request, ms'], [row('with a swap', swapped), row('without', calm)])}

${swapped.stalls.length} swaps between two days of ${offers} offers, under as much load as the gateway takes. A timer inside the gateway that is due every millisecond measures the stalls.`,
  }
}
