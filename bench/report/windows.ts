import type { WindowsResult } from '../parts/windows.ts'
import { rateGoal } from './compare-rates.ts'
import { type Chapter, spreadOfValues, table } from './format.ts'

export function windowsChapter({ pages, first, again, failed }: WindowsResult): Chapter {
  const rows = Object.entries({ 'prebuilt pages': pages, 'first time': first, again }).map(
    ([name, rates]) => [name, spreadOfValues(rates.wall, 0), spreadOfValues(rates.processor, 0)],
  )
  return {
    goals: [
      ...rateGoal({
        measure: 'unaligned windows, first time ÷ pages',
        ours: first,
        theirs: pages,
        least: 0.25,
      }),
      ...rateGoal({ measure: 'unaligned windows, again ÷ pages', ours: again, theirs: pages, least: 0.9 }),
    ],
    text: `## Unaligned windows

${table(['', 'requests/s', 'requests/s of processor time'], rows)}

Windows of 15 to 34 offers that were never prebuilt. The first time, no address is asked for twice. Failed requests: ${failed}.`,
  }
}
