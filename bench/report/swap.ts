import type { SwapResult } from '../parts/swap.ts'
import { measured } from '../support/statistics.ts'
import { type Chapter, spreadOfValues, table } from './format.ts'

const MAX_MS = 20

export function swapChapter(result: SwapResult): Chapter {
  const { rate, offers, requests, failed, stalls, calmStalls, longest, calmLongest } = result
  return {
    goals: [
      {
        measure: `swap to a release of ${offers} offers under load: failed requests`,
        goal: 'none',
        found: `${failed} of ${requests}`,
        met: failed === 0,
      },
      {
        measure: 'the same: longest stall of the event loop',
        goal: `≤ ${MAX_MS} ms`,
        found: `${spreadOfValues(stalls, 1)} ms; without a swap ${spreadOfValues(calmStalls, 1)} ms`,
        met: measured(stalls).median <= MAX_MS,
      },
    ],
    text: `## Swap of releases under load

${table(
  ['', 'longest stall, ms', 'slowest request, ms'],
  [
    ['with a swap', spreadOfValues(stalls, 1), spreadOfValues(longest, 1)],
    ['without', spreadOfValues(calmStalls, 1), spreadOfValues(calmLongest, 1)],
  ],
)}

${stalls.length} swaps between two days of ${offers} offers, at ${Math.round(rate)} requests a second. The longest stall of each is measured inside of the gateway by a timer that is due each millisecond; "without" is what the machine does by itself.`,
  }
}
