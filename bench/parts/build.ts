// Part: the build, against the lower bound that hashing, compressing and writing set.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from '../catalogue/releases.ts'
import { newOutput, ownProgram, program } from '../programs/paths.ts'
import { timedRun } from '../programs/timed-run.ts'
import { type Chapter, type Goal, mebibytes, spreadOf, spreadOfValues, table } from '../report/format.ts'
import { measured, ratioByRound } from '../report/statistics.ts'
import type { LowerBoundReport } from './lower-bound/lower-bound.ts'
import type { BenchOptions } from './options.ts'

const MAX_OF_LOWER_BOUND = 1.2
const MAX_GROWTH = 1.15
const MAX_MEMORY = 1e9

/** By round. */
interface Times {
  seconds: number[]
  processorSeconds: number[]
}

interface Found {
  offers: number
  build: Times
  lowerBound: Times
  /** Bytes of resident memory by round. */
  peakMemory: number[]
  /** Of all files of the release. */
  writtenBytes: number
  /** Of the same, uncompressed. */
  bodyBytes: number
  /** By step, of the last round. */
  steps: { name: string; seconds: number }[]
}

export async function measureBuilds({ small, large, rounds }: BenchOptions): Promise<Chapter> {
  const found = [await measureBuild(small, rounds), await measureBuild(large, Math.min(rounds, 3))]
  return {
    goals: [...found.map(lowerBoundGoal), ...growthGoal(found), ...memoryGoal(found)],
    text: `## The build\n\n${found.map(section).join('\n\n')}`,
  }
}

async function measureBuild(offers: number, rounds: number): Promise<Found> {
  const source = await generate(offers)
  const found: Found = {
    ...{ offers, peakMemory: [], writtenBytes: 0, bodyBytes: 0, steps: [] },
    ...{ build: { seconds: [], processorSeconds: [] }, lowerBound: { seconds: [], processorSeconds: [] } },
  }
  for (let round = 1; round <= rounds; round++) {
    const out = newOutput('built')
    const built = await timedRun([
      ...[program('build'), 'run', '--source', source],
      ...['--out', out, '--quiet', '--json'],
    ])
    const { printed } = await timedRun([
      ownProgram('parts/lower-bound/lower-bound'),
      out,
      newOutput('lower-bound'),
    ])
    const bound: LowerBoundReport = JSON.parse(printed)
    add(found.build, built)
    add(found.lowerBound, bound)
    found.peakMemory.push(built.peakMemory)
    found.steps = JSON.parse(built.printed).steps
    found.bodyBytes = bound.bytes
    found.writtenBytes = bytesBelow(join(out, 'objects')) + bytesBelow(join(out, 'releases'))
    const times = `${built.seconds.toFixed(2)} s, lower bound ${bound.seconds.toFixed(2)} s`
    console.error(`build of ${offers} offers, round ${round}: ${times}`)
  }
  return found
}

function add(times: Times, taken: { seconds: number; processorSeconds: number }): void {
  times.seconds.push(taken.seconds)
  times.processorSeconds.push(taken.processorSeconds)
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

function lowerBoundGoal({ offers, build, lowerBound }: Found): Goal {
  const ratio = ratioByRound(build.seconds, lowerBound.seconds)
  const byProcessor = ratioByRound(build.processorSeconds, lowerBound.processorSeconds)
  return {
    measure: `build of ${offers} offers ÷ the lower bound, seconds`,
    goal: `≤ ${MAX_OF_LOWER_BOUND} ×`,
    found: `${spreadOf(ratio)}; processor time ${spreadOf(byProcessor)}`,
    met: ratio.median <= MAX_OF_LOWER_BOUND,
  }
}

function growthGoal([small, large]: readonly Found[]): Goal[] {
  if (!small || !large) return []
  const secondsPerByte = ({ build, writtenBytes }: Found) => measured(build.seconds).median / writtenBytes
  const growth = secondsPerByte(large) / secondsPerByte(small)
  return [
    {
      measure: `seconds per output byte, ${large.offers} ÷ ${small.offers} offers`,
      goal: `≤ ${MAX_GROWTH} ×`,
      found: growth.toFixed(2),
      met: growth <= MAX_GROWTH,
    },
  ]
}

function memoryGoal(found: readonly Found[]): Goal[] {
  return found.slice(-1).map(({ offers, peakMemory }) => {
    const { most } = measured(peakMemory)
    return {
      measure: `peak memory of the build of ${offers} offers`,
      goal: '≤ 1 GB',
      found: `${Math.round(most / 1e6)} MB`,
      met: most <= MAX_MEMORY,
    }
  })
}

function section({ offers, build, lowerBound, peakMemory, writtenBytes, bodyBytes, steps }: Found): string {
  const row = (name: string, { seconds, processorSeconds }: Times) => [
    name,
    spreadOfValues(seconds),
    spreadOfValues(processorSeconds),
  ]
  const rows = [row('build', build), row('lower bound', lowerBound)]
  const slow = steps.filter(({ seconds }) => seconds >= 0.01)
  const stepTimes = slow.map(({ name, seconds }) => `${name} ${seconds.toFixed(2)} s`).join(', ')
  return `### ${offers} offers

${table(['', 'seconds', 'processor seconds'], rows)}

All bodies together ${mebibytes(bodyBytes)}, on disk ${mebibytes(writtenBytes)}. Peak memory of the build: ${mebibytes(measured(peakMemory).most)}. Its steps, in the last round: ${stepTimes}.`
}
