import type { Cost, CostsResult } from '../parts/costs.ts'
import { PAGE_FOR_PEOPLE } from '../support/costly-requests.ts'
import { compare, type Rates } from '../support/server-rates.ts'
import type { Measured } from '../support/statistics.ts'
import { type Chapter, type Goal, spreadOf, table } from './format.ts'

/** How much more processor time than a prebuilt page. */
const MOST_WITHOUT_KEY = 20
const MOST_WITH_KEY = 60
/** It is a prebuilt page like others, and about as long. */
const MOST_FOR_PEOPLE = 1.5

interface Found extends Cost {
  cost: Measured
}

export function costsChapter({ pages, costs }: CostsResult): Chapter {
  const found = costs
    .map((each) => ({ ...each, cost: costOf(pages, each.rates) }))
    .sort((a, b) => b.cost.median - a.cost.median)
  const withKey = found.filter(({ keyed }) => keyed)
  const withoutKey = found.filter(({ keyed }) => !keyed)
  return {
    goals: [
      ...goal('the costliest request without a key ÷ a prebuilt page', withoutKey, MOST_WITHOUT_KEY),
      ...goal('the costliest request with a key ÷ a prebuilt page', withKey, MOST_WITH_KEY),
      ...goal(
        `${PAGE_FOR_PEOPLE} ÷ a prebuilt page`,
        found.filter(({ name }) => name === PAGE_FOR_PEOPLE),
        MOST_FOR_PEOPLE,
      ),
    ],
    text: `## What requests cost

${table(['without a key', 'processor time ÷ a prebuilt page'], withoutKey.map(row))}

${table(['with a key', 'processor time ÷ a prebuilt page'], withKey.map(row))}

What is refused costs as well. Snapshots are no matter of time but of bytes, and have bounds of their own.`,
  }
}

/** Theirs by ours: how many pages could be sent instead. */
function costOf(pages: Rates, rates: Rates): Measured {
  const { wall, processor } = compare(pages, rates)
  return processor ?? wall
}

function row({ name, cost }: Found): string[] {
  return [name, spreadOf(cost, 1)]
}

function goal(measure: string, [worst]: readonly Found[], most: number): Goal[] {
  if (!worst) return []
  const found = `${spreadOf(worst.cost, 1)}${measure.startsWith(worst.name) ? '' : `: ${worst.name}`}`
  return [{ measure, goal: `≤ ${most} ×`, found, met: worst.cost.median <= most }]
}
