// Part: the build, against the lower bound that hashing, compressing and writing set.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chapter, type Goal, median, megabytes, ratios, spreadOf, table } from '../report/figures.ts'
import type { BenchOptions } from '../report/write-report.ts'
import { generate } from '../setup/catalogue.ts'
import { newOutput, ownProgram, program, run, WORK } from '../setup/programs.ts'
import type { Usage } from '../setup/usage.ts'

const MAX_OF_LOWER_BOUND = 1.3
const MAX_MEMORY = 1e9
const MAX_ROUNDS_OF_LARGE = 3

/** By round. */
interface Found {
  offers: number
  seconds: number[]
  processorSeconds: number[]
  /** Processor seconds of the lower bound. */
  lowerBound: number[]
  /** Bytes of resident memory. */
  peakMemory: number[]
}

export async function measureBuilds({ small, large, rounds }: BenchOptions): Promise<Chapter> {
  const found = [
    await measureBuild(small, rounds),
    await measureBuild(large, Math.min(rounds, MAX_ROUNDS_OF_LARGE)),
  ]
  const columns = [
    'offers',
    'seconds',
    'processor seconds',
    'lower bound, processor seconds',
    'build ÷ it',
    'peak memory',
  ]
  return {
    goals: [...found.map(lowerBoundGoal), ...found.slice(-1).map(memoryGoal)],
    text: `## The build\n\n${table(columns, found.map(row))}`,
  }
}

async function measureBuild(offers: number, rounds: number): Promise<Found> {
  const source = await generate(offers)
  const found: Found = {
    ...{ offers, seconds: [], processorSeconds: [], lowerBound: [], peakMemory: [] },
  }
  for (let round = 1; round <= rounds; round++) {
    const out = newOutput('built')
    const words = ['run', '--source', source, '--out', out]
    const built = await timedRun([program('build'), ...words])
    const bound = await timedRun([ownProgram('parts/lower-bound'), out, newOutput('lower-bound')])
    found.seconds.push(built.seconds)
    found.processorSeconds.push(built.processorSeconds)
    found.lowerBound.push(JSON.parse(bound.printed).processorSeconds)
    found.peakMemory.push(built.peakMemory)
    console.error(`build of ${offers} offers, round ${round}: ${built.seconds.toFixed(2)} s`)
  }
  return found
}

function lowerBoundGoal({ offers, processorSeconds, lowerBound }: Found): Goal {
  const found = ratios(processorSeconds, lowerBound)
  return {
    measure: `build of ${offers} offers ÷ the lower bound, processor time`,
    goal: `≤ ${MAX_OF_LOWER_BOUND} ×`,
    found: spreadOf(found),
    met: median(found) <= MAX_OF_LOWER_BOUND,
  }
}

function memoryGoal({ offers, peakMemory }: Found): Goal {
  const most = Math.max(...peakMemory)
  return {
    measure: `peak memory of the build of ${offers} offers`,
    goal: `≤ ${megabytes(MAX_MEMORY)}`,
    found: megabytes(most),
    met: most <= MAX_MEMORY,
  }
}

function row({ offers, seconds, processorSeconds, lowerBound, peakMemory }: Found): string[] {
  return [
    String(offers),
    ...[seconds, processorSeconds, lowerBound, ratios(processorSeconds, lowerBound)].map((each) =>
      spreadOf(each),
    ),
    megabytes(Math.max(...peakMemory)),
  ]
}

const USAGE = join(WORK, 'usage.json')

/** Runs a program of Node to its end. Before, `sync` writes what others left in the system's buffers. */
async function timedRun(args: readonly string[]): Promise<Usage & { seconds: number; printed: string }> {
  execFileSync('sync')
  const startedAt = performance.now()
  const command = [process.execPath, '--import', ownProgram('setup/usage'), ...args] as const
  const printed = await run(command, { BENCH_USAGE: USAGE })
  const seconds = (performance.now() - startedAt) / 1_000
  const usage: Usage = JSON.parse(readFileSync(USAGE, 'utf8'))
  return { seconds, printed, ...usage }
}
