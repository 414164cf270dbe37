import type { ChangesResult } from '../parts/changes.ts'
import type { GrownBuild } from '../parts/changes-growth.ts'
import { ratioByRound } from '../support/statistics.ts'
import { rateGoal } from './compare-rates.ts'
import { type Chapter, type Goal, spreadOf, spreadOfValues, table } from './format.ts'

const MIN_OF_LIST = 0.9
const MAX_GROWTH = 1.05

export function changesChapter({ changed, comparisons, failed, growth }: ChangesResult): Chapter {
  const pages = comparisons.map(({ name, changes, list }) => [
    name,
    spreadOfValues(changes.processor.length > 0 ? changes.processor : changes.wall, 0),
    spreadOfValues(list.processor.length > 0 ? list.processor : list.wall, 0),
  ])
  const builds = growth.builds.map((each) => [
    each.name,
    spreadOfValues(each.with.seconds),
    spreadOfValues(each.without.seconds),
    spreadOfValues(each.with.processorSeconds),
    spreadOfValues(each.without.processorSeconds),
  ])
  return {
    goals: [
      ...comparisons.flatMap(({ name, changes, list }) =>
        rateGoal({
          measure: `changes ÷ the list of all: ${name}`,
          ours: changes,
          theirs: list,
          least: MIN_OF_LIST,
        }),
      ),
      ...growth.builds.map((each) => growthGoal(each, growth.offers)),
    ],
    text: `## Changes

${table(['', 'changes, requests/s of processor time', 'list of all, the same'], pages)}

Since the day before ${changed} offers had changed. The pages of the list stand at the same offsets. Failed requests: ${failed}.

${table(['build', 'seconds', 'without changes', 'processor seconds', 'without changes'], builds)}

Of ${growth.offers} offers; the build without changes is the same program, but for their pages and their moments.`,
  }
}

/** By processor time, which what else the machine does disturbs less. */
function growthGoal({ name, with: ours, without }: GrownBuild, offers: number): Goal {
  const processor = ratioByRound(ours.processorSeconds, without.processorSeconds)
  const wall = ratioByRound(ours.seconds, without.seconds)
  return {
    measure: `build of ${offers} offers with changes ÷ without, ${name}`,
    goal: `≤ ${MAX_GROWTH} ×`,
    found: `${spreadOf(processor)}; by the clock ${spreadOf(wall)}`,
    met: processor.median <= MAX_GROWTH,
  }
}
