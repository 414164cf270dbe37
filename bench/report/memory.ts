import type { MemoryResult } from '../parts/memory.ts'
import { measured } from '../support/statistics.ts'
import { type Chapter, mebibytes, table } from './format.ts'

const MAX = 256e6
// Of the last half of the swaps against the first: what counts as flat.
const FLAT = 1.1

export function memoryChapter(result: MemoryResult): Chapter {
  const { atStart, touched, afterSwaps, pages, offers, seconds, failed } = result
  const most = Math.max(touched, ...afterSwaps)
  const half = Math.floor(afterSwaps.length / 2)
  const growth = measured(afterSwaps.slice(half)).median / measured(afterSwaps.slice(0, half)).median
  return {
    goals: [
      {
        measure: `resident memory, ${offers} offers, ${pages} pages touched`,
        goal: '≤ 256 MB',
        found: `${Math.round(most / 1e6)} MB at most`,
        met: most <= MAX,
      },
      {
        measure: `the same over ${seconds} s of load and ${afterSwaps.length} swaps`,
        goal: 'flat',
        found: `second half ÷ first half ${growth.toFixed(2)}`,
        met: growth <= FLAT,
      },
    ],
    text: `## Memory

${table(
  ['at start', `${pages} pages touched`, ...afterSwaps.map((_, index) => `swap ${index + 1}`)],
  [[atStart, touched, ...afterSwaps].map(mebibytes)],
)}

As much load as the gateway takes, all the time. Failed requests: ${failed}.`,
  }
}
