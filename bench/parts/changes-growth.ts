// What a build that makes the changes takes beside one that does not, see bundle.mjs: without a release before, and
// with that of the day before.

import { generate } from '../support/catalogue.ts'
import { log } from '../support/log.ts'
import type { BenchOptions } from '../support/options.ts'
import { newOutput } from '../support/outputs.ts'
import { ownProgram, program } from '../support/paths.ts'
import { timedRun } from '../support/timed-run.ts'
import { noTimes, note, type Times } from '../support/times.ts'

export interface Growth {
  offers: number
  builds: readonly GrownBuild[]
}

export interface GrownBuild {
  name: string
  with: Times
  without: Times
}

const WITH_FIRST = ['with', 'without'] as const

export async function measureGrowth(options: BenchOptions): Promise<Growth> {
  const offers = options.large
  const days = [await generate({ offers }), await generate({ offers, day: 1 })]
  const builds = ['the first', 'on the next day'].map((name) => ({
    name,
    with: noTimes(),
    without: noTimes(),
  }))
  const programs = { with: program('build'), without: ownProgram('build-without-changes') }
  for (let round = 1; round <= Math.min(options.rounds, 3); round++) {
    for (const kind of round % 2 === 0 ? WITH_FIRST : WITH_FIRST.toReversed()) {
      const out = newOutput(`${kind}-changes`)
      for (const [day, source] of days.entries()) {
        const taken = await timedRun([programs[kind], 'run', '--source', source, '--out', out, '--quiet'])
        const times = builds[day]?.[kind]
        if (times) note(times, taken)
      }
    }
    log(`the build's growth by the changes, round ${round}`)
  }
  return { offers, builds }
}
