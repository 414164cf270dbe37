// Part: how much memory the gateway takes with a large catalogue, and whether it keeps to that under load and
// swaps.

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

/** Resident memory in bytes. */
export interface MemoryResult {
  offers: number
  pages: number
  seconds: number
  /** Before any request but the first. */
  atStart: number
  /** Once every page was touched. */
  touched: number
  /** After each swap, under load all the time. */
  afterSwaps: number[]
  failed: number
}

const PAGES = 20_000
const SWAPS = 10

/** In megabytes: the bound that Node sets itself under the `MemoryMax=1G` of the unit in docs/systemd/. */
const MAX_HEAP = 512

export async function measureMemory({ large, memorySeconds }: BenchOptions): Promise<MemoryResult> {
  const keys = await issueKeys()
  const { folder, swap } = await releasePair(large)
  const { routes } = await openRelease(folder)
  const targets = spread(fullPageTargets(routes), PAGES)
  const requests = prepare(
    'memory',
    targets.map((target, index) => ({ target, key: keys.keys[index] ?? '', gzip: index % 2 === 0 })),
  )
  const server = await startGateway({ folder, keys, maxHeap: MAX_HEAP, ...WITH_PROCESS_STATS })
  try {
    const resident = async () => (await processStatsOf(server)).residentMemory
    const atStart = await resident()
    let { failed, requests: sent } = await measure(server, requests, 5)
    while (sent < targets.length) sent += (await measure(server, requests, 5)).requests
    const found: MemoryResult = {
      ...{ offers: large, pages: targets.length, seconds: memorySeconds },
      ...{ atStart, touched: await resident(), afterSwaps: [], failed },
    }
    for (let swapped = 1; swapped <= SWAPS; swapped++) {
      swap()
      failed = (await measure(server, requests, memorySeconds / SWAPS)).failed
      found.failed += failed
      found.afterSwaps.push(await resident())
      log(`memory after swap ${swapped}: ${Math.round((found.afterSwaps.at(-1) ?? 0) / 2 ** 20)} MiB`)
    }
    return found
  } finally {
    await server.stop()
  }
}
