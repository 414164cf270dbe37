// Part: the processor time of the build, against the lower bound that hashing, compressing and writing set, and its peak
// memory.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chapter, type Goal, median, megabytes, ratios, spreadOf, table } from '../report/figures.ts'
import type { BenchOptions } from '../report/write-report.ts'
import { generate } from '../setup/catalogue.ts'
import { newOutput, ownProgram, program, run, WORK } from '../setup/programs.ts'
import type { Usage } from '../setup/usage.ts'

/** The goal: processor time of the build ÷ that of the lower bound. */
const MAX_OF_LOWER_BOUND = 1.3

/** The goal: the most resident memory of the build of the large catalogue, in any round. */
const MAX_MEMORY_BYTES = 1e9

/** A large build takes minutes. */
const MAX_ROUNDS_OF_LARGE = 3

/** What was measured of one catalogue; each list has a figure for each round. */
interface BuildFigures {
  offers: number
  seconds: number[]
  processorSeconds: number[]
  /** Processor seconds of the lower bound. */
  lowerBound: number[]
  /** Bytes of resident memory. */
  peakMemory: number[]
}

export async function measureBuilds({ fewOffers, manyOffers, rounds }: BenchOptions): Promise<Chapter> {
  const small = await measureBuild(fewOffers, rounds)
  const large = await measureBuild(manyOffers, Math.min(rounds, MAX_ROUNDS_OF_LARGE))
  const columns = [
    'offers',
    'seconds',
    'processor seconds',
    'lower bound, processor seconds',
    'build ÷ it',
    'peak memory',
  ]
  return {
    goals: [lowerBoundGoal(small), lowerBoundGoal(large), memoryGoal(large)],
    text: `## The build\n\n${table(columns, [row(small), row(large)])}`,
  }
}

async function measureBuild(offers: number, rounds: number): Promise<BuildFigures> {
  const source = await generate(offers)
  const figures: BuildFigures = {
    offers,
    seconds: [],
    processorSeconds: [],
    lowerBound: [],
    peakMemory: [],
  }
  for (let round = 1; round <= rounds; round++) {
    const out = newOutput('built')
    const words = ['run', '--source', source, '--out', out]
    const built = await timedRun([program('build'), ...words])
    const bound = await timedRun([ownProgram('parts/lower-bound'), out, newOutput('lower-bound')])
    figures.seconds.push(built.seconds)
    figures.processorSeconds.push(built.processorSeconds)
    // Measured by the program itself: its usage also has the time in which it reads the bodies.
    figures.lowerBound.push(JSON.parse(bound.printed).processorSeconds)
    figures.peakMemory.push(built.peakMemory)
    console.error(`build of ${offers} offers, round ${round}: ${built.seconds.toFixed(2)} s`)
  }
  return figures
}

function lowerBoundGoal({ offers, processorSeconds, lowerBound }: BuildFigures): Goal {
  const found = ratios(processorSeconds, lowerBound)
  return {
    measure: `build of ${offers} offers ÷ the lower bound, processor time`,
    goal: `≤ ${MAX_OF_LOWER_BOUND} ×`,
    found: spreadOf(found),
    met: median(found) <= MAX_OF_LOWER_BOUND,
  }
}

function memoryGoal({ offers, peakMemory }: BuildFigures): Goal {
  const most = Math.max(...peakMemory)
  return {
    measure: `peak memory of the build of ${offers} offers`,
    goal: `≤ ${megabytes(MAX_MEMORY_BYTES)}`,
    found: megabytes(most),
    met: most <= MAX_MEMORY_BYTES,
  }
}

function row({ offers, seconds, processorSeconds, lowerBound, peakMemory }: BuildFigures): string[] {
  return [
    String(offers),
    ...[seconds, processorSeconds, lowerBound, ratios(processorSeconds, lowerBound)].map((each) =>
      spreadOf(each),
    ),
    megabytes(Math.max(...peakMemory)),
  ]
}

/** The file that `setup/usage.ts` writes. */
const USAGE = join(WORK, 'usage.json')

/** Runs a program of Node to its end. `sync` first empties the system's buffers, which other programs have filled. */
async function timedRun(args: readonly string[]): Promise<Usage & { seconds: number; printed: string }> {
  execFileSync('sync')
  const startedAt = performance.now()
  const command = [process.execPath, '--import', ownProgram('setup/usage'), ...args] as const
  const printed = await run(command, { BENCH_USAGE: USAGE })
  const seconds = (performance.now() - startedAt) / 1_000
  const usage: Usage = JSON.parse(readFileSync(USAGE, 'utf8'))
  return { seconds, printed, ...usage }
}
