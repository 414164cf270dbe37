// Part: how much memory the gateway takes with a large catalogue, and whether it grows under load and swaps.

import { issueKeys } from '../catalogue/keys.ts'
import { releasePair } from '../catalogue/releases.ts'
import { pageTargets } from '../catalogue/targets.ts'
import { prepare } from '../load/load.ts'
import { requestsInTurn } from '../load/request.ts'
import { startGateway } from '../programs/gateway.ts'
import { measure } from '../programs/measure.ts'
import { processStatsOf, WITH_PROCESS_STATS } from '../programs/process-stats.ts'
import { type Chapter, mebibytes, table } from '../report/format.ts'
import { measured } from '../report/statistics.ts'
import type { BenchOptions } from './options.ts'

const PAGES = 20_000
const SWAPS = 10

/** In megabytes: the bound that Node sets itself under the `MemoryMax=1G` of the unit in docs/systemd/. */
const MAX_HEAP = 512

const MAX_RESIDENT = 256e6
/** Memory is flat if the last half of the swaps takes at most this times as much as the first. */
const FLAT = 1.1

/** Resident memory in bytes. */
interface Found {
  pages: number
  /** After one request. */
  atStart: number
  /** Once every page was touched. */
  touched: number
  /** After each swap, under load all the time. */
  afterSwaps: number[]
  failed: number
}

export async function measureMemory(options: BenchOptions): Promise<Chapter> {
  const { large, memorySeconds } = options
  const keys = await issueKeys()
  const { folder, swap } = await releasePair(large)
  const pages = await pageTargets(folder, PAGES)
  const requests = prepare('memory', requestsInTurn(pages, keys.keys))
  const server = await startGateway({ folder, keys, maxHeap: MAX_HEAP, ...WITH_PROCESS_STATS })
  try {
    const resident = async () => (await processStatsOf(server)).residentMemory
    const found: Found = {
      pages: pages.length,
      atStart: await resident(),
      touched: 0,
      afterSwaps: [],
      failed: 0,
    }
    const loadFor = async (seconds: number) => {
      const { requests: sent, failed } = await measure(server, requests, seconds)
      found.failed += failed
      return sent
    }
    for (let sent = 0; sent < pages.length; ) sent += await loadFor(5)
    found.touched = await resident()
    for (let swapped = 1; swapped <= SWAPS; swapped++) {
      swap()
      await loadFor(memorySeconds / SWAPS)
      found.afterSwaps.push(await resident())
      console.error(`memory after swap ${swapped}: ${mebibytes(found.afterSwaps.at(-1) ?? 0)}`)
    }
    return chapter(found, options)
  } finally {
    await server.stop()
  }
}

function chapter(found: Found, { large, memorySeconds }: BenchOptions): Chapter {
  const { atStart, touched, afterSwaps, pages, failed } = found
  const most = Math.max(touched, ...afterSwaps)
  const half = Math.floor(afterSwaps.length / 2)
  const growth = measured(afterSwaps.slice(half)).median / measured(afterSwaps.slice(0, half)).median
  const head = ['at start', `${pages} pages touched`, ...afterSwaps.map((_, index) => `swap ${index + 1}`)]
  return {
    goals: [
      {
        measure: `resident memory, ${large} offers, ${pages} pages touched`,
        goal: '≤ 256 MB',
        found: `${Math.round(most / 1e6)} MB at most`,
        met: most <= MAX_RESIDENT,
      },
      {
        measure: `the same over ${memorySeconds} s of load and ${afterSwaps.length} swaps`,
        goal: 'flat',
        found: `second half ÷ first half ${growth.toFixed(2)}`,
        met: growth <= FLAT,
      },
    ],
    text: `## Memory

${table(head, [[atStart, touched, ...afterSwaps].map(mebibytes)])}

Under as much load as the gateway takes, all the time. Failed requests: ${failed}.`,
  }
}
