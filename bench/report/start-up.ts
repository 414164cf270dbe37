import type { StartUpResult } from '../parts/start-up.ts'
import { ratioByRound } from '../support/statistics.ts'
import { type Chapter, spreadOf, spreadOfValues, table } from './format.ts'

const MAX = 1.5

export function startUpChapter({ gateway, express, offers }: StartUpResult): Chapter {
  const ratio = ratioByRound(gateway, express)
  return {
    goals: [
      {
        measure: `start-up to the first 200 with ${offers} offers ÷ a bare Express server`,
        goal: `≤ ${MAX} ×`,
        found: spreadOf(ratio),
        met: ratio.median <= MAX,
      },
    ],
    text: `## Start-up

${table(
  ['', 'seconds to the first 200'],
  [
    [`gateway, ${offers} offers, 20000 keys`, spreadOfValues(gateway, 3)],
    ['Express with one route', spreadOfValues(express, 3)],
  ],
)}`,
  }
}
