// Part: how much memory the gateway takes with a large catalogue, and whether it grows under load while releases change.
// A *swap* makes the pointer name the other one of two releases.

import { execFileSync } from 'node:child_process'
import { prepare } from '../load/load.ts'
import { requestsInTurn } from '../load/request.ts'
import { measure, type Server, startGateway } from '../load/servers.ts'
import { type Chapter, median, megabytes, table } from '../report/figures.ts'
import type { BenchOptions } from '../report/write-report.ts'
import { issueKeys, pageTargets, releasePair } from '../setup/catalogue.ts'

/** As many as there are keys: each key requests one page. */
const PAGES = 20_000
const SWAPS = 10

/** The seconds of the first load. They are doubled until one load requests all pages. */
const TOUCH_SECONDS = 5
/** The seconds of load after each swap. */
const SECONDS_PER_SWAP = 6

/** The bound that Node sets itself under the `MemoryMax=1G` of the unit in deploy/systemd/. */
const MAX_HEAP_MEGABYTES = 512

/** The goal: the most resident memory after all pages were requested, and after each swap. */
const MAX_RESIDENT_BYTES = 256e6

/** Memory is flat if its median over the second half of the swaps is at most this times that over the first half. */
const MAX_GROWTH = 1.1

interface MemoryFigures {
  /** Bytes of resident memory before the load. */
  atStart: number
  /** Bytes after all pages were requested. */
  afterTouch: number
  /** Bytes after each swap. */
  afterSwaps: number[]
  /** How many requests had no good answer. */
  failed: number
}

export async function measureMemory({ manyOffers, isQuick }: BenchOptions): Promise<Chapter> {
  const keys = issueKeys()
  const { folder, swap } = await releasePair(manyOffers)
  const pages = await pageTargets(folder, PAGES)
  const requests = prepare('memory', requestsInTurn(pages, keys.keys))
  const server = await startGateway({ folder, keys, maxHeapMegabytes: MAX_HEAP_MEGABYTES })
  try {
    const figures: MemoryFigures = {
      atStart: residentMemory(server),
      afterTouch: 0,
      afterSwaps: [],
      failed: 0,
    }
    const loadFor = async (seconds: number) => {
      const measurement = await measure(server, requests, seconds)
      figures.failed += measurement.failed
      return measurement.requests
    }
    // Each load begins with the first page, so a single one must be long enough for all pages.
    let sent = 0
    for (let seconds = TOUCH_SECONDS; sent < pages.length; seconds *= 2) {
      sent = await loadFor(seconds)
    }
    figures.afterTouch = residentMemory(server)
    for (let swaps = 1; swaps <= SWAPS; swaps++) {
      swap()
      await loadFor(isQuick ? 2 : SECONDS_PER_SWAP)
      const bytes = residentMemory(server)
      figures.afterSwaps.push(bytes)
      console.error(`memory after swap ${swaps}: ${megabytes(bytes)}`)
    }
    return chapterOf(figures, { offers: manyOffers, pages: pages.length })
  } finally {
    await server.stop()
  }
}

function chapterOf(
  { atStart, afterTouch, afterSwaps, failed }: MemoryFigures,
  { offers, pages }: { offers: number; pages: number },
): Chapter {
  const most = Math.max(afterTouch, ...afterSwaps)
  const growth = median(afterSwaps.slice(SWAPS / 2)) / median(afterSwaps.slice(0, SWAPS / 2))
  return {
    goals: [
      {
        measure: `resident memory, ${offers} offers, ${pages} pages touched`,
        goal: `≤ ${megabytes(MAX_RESIDENT_BYTES)}`,
        found: `${megabytes(most)} at most`,
        met: most <= MAX_RESIDENT_BYTES,
      },
      {
        measure: `the same over ${SWAPS} swaps under load`,
        goal: 'flat',
        found: `second half ÷ first half ${growth.toFixed(2)}`,
        met: growth <= MAX_GROWTH,
      },
    ],
    text: `## Memory

${table(
  ['at start', `${pages} pages touched`, `after each of ${SWAPS} swaps`],
  [[megabytes(atStart), megabytes(afterTouch), afterSwaps.map(megabytes).join(', ')]],
)}

Under as much load as the gateway takes, all the time. Failed requests: ${failed}.`,
  }
}

/** In bytes. */
function residentMemory({ process }: Server): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(process.pid)], { encoding: 'utf8' })
  return Number(kilobytes) * 1024
}
