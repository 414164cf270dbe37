// Part: how much memory the gateway takes with a large catalogue, and whether it grows under load and swaps.

import { execFileSync } from 'node:child_process'
import { prepare } from '../load/load.ts'
import { requestsInTurn } from '../load/request.ts'
import { measure, type Server, startGateway } from '../load/servers.ts'
import { type Chapter, median, megabytes, table } from '../report/figures.ts'
import type { BenchOptions } from '../report/write-report.ts'
import { issueKeys, pageTargets, releasePair } from '../setup/catalogue.ts'

const PAGES = 20_000
const SWAPS = 10
const SECONDS_PER_SWAP = 6

/** In megabytes: the bound that Node sets itself under the `MemoryMax=1G` of the unit in deploy/systemd/. */
const MAX_HEAP = 512

const MAX_RESIDENT = 256e6
/** Memory is flat if the last half of the swaps takes at most this times as much as the first. */
const FLAT = 1.1

/** Resident memory, in bytes. */
interface Found {
  atStart: number
  /** After all pages were read. */
  touched: number
  /** After each swap of the release. */
  swaps: number[]
  /** Requests without a good answer. */
  failed: number
}

export async function measureMemory({ large, quick }: BenchOptions): Promise<Chapter> {
  const keys = issueKeys()
  const { folder, swap } = await releasePair(large)
  const pages = await pageTargets(folder, PAGES)
  const requests = prepare('memory', requestsInTurn(pages, keys.keys))
  const server = await startGateway({ folder, keys, maxHeap: MAX_HEAP })
  try {
    const found: Found = { atStart: residentMemory(server), touched: 0, swaps: [], failed: 0 }
    const loadFor = async (seconds: number) => {
      const measurement = await measure(server, requests, seconds)
      found.failed += measurement.failed
      return measurement.requests
    }
    for (let sent = 0; sent < pages.length; ) sent += await loadFor(5)
    found.touched = residentMemory(server)
    for (let swapped = 1; swapped <= SWAPS; swapped++) {
      swap()
      await loadFor(quick ? 2 : SECONDS_PER_SWAP)
      found.swaps.push(residentMemory(server))
      console.error(`memory after swap ${swapped}: ${megabytes(found.swaps.at(-1) ?? 0)}`)
    }
    return chapterOf(found, { offers: large, pages: pages.length })
  } finally {
    await server.stop()
  }
}

function chapterOf(
  { atStart, touched, swaps, failed }: Found,
  { offers, pages }: { offers: number; pages: number },
): Chapter {
  const most = Math.max(touched, ...swaps)
  const growth = median(swaps.slice(SWAPS / 2)) / median(swaps.slice(0, SWAPS / 2))
  return {
    goals: [
      {
        measure: `resident memory, ${offers} offers, ${pages} pages touched`,
        goal: `≤ ${megabytes(MAX_RESIDENT)}`,
        found: `${megabytes(most)} at most`,
        met: most <= MAX_RESIDENT,
      },
      {
        measure: `the same over ${SWAPS} swaps under load`,
        goal: 'flat',
        found: `second half ÷ first half ${growth.toFixed(2)}`,
        met: growth <= FLAT,
      },
    ],
    text: `## Memory

${table(
  ['at start', `${pages} pages touched`, `after each of ${SWAPS} swaps`],
  [[megabytes(atStart), megabytes(touched), swaps.map(megabytes).join(', ')]],
)}

Under as much load as the gateway takes, all the time. Failed requests: ${failed}.`,
  }
}

/** In bytes. */
function residentMemory({ process }: Server): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(process.pid)], { encoding: 'utf8' })
  return Number(kilobytes) * 1024
}
