import type { BuildResult } from '../parts/build.ts'
import { measured, ratioByRound } from '../support/statistics.ts'
import { type Chapter, type Goal, mebibytes, spreadOf, spreadOfValues, table } from './format.ts'

const MAX_OF_LOWER_BOUND = 1.2
const MIN_OF_ELEVENTY = 1.5
const MAX_GROWTH = 1.15
const MAX_MEMORY = 1e9

export function buildChapter(results: readonly BuildResult[]): Chapter {
  return {
    goals: [...results.flatMap(goalsOf), ...growthGoal(results), ...memoryGoal(results)],
    text: `## The build\n\n${results.map(section).join('\n\n')}`,
  }
}

function goalsOf({ offers, build, lowerBound, eleventy }: BuildResult): Goal[] {
  const ofLowerBound = ratioByRound(build.seconds, lowerBound.seconds)
  const ofLowerBoundByProcessor = ratioByRound(build.processorSeconds, lowerBound.processorSeconds)
  const ofEleventy = ratioByRound(eleventy.seconds, build.seconds)
  const lowerBoundOfEleventy = ratioByRound(eleventy.seconds, lowerBound.seconds)
  return [
    {
      measure: `build of ${offers} offers ÷ the lower bound, seconds`,
      goal: `≤ ${MAX_OF_LOWER_BOUND} ×`,
      found: `${spreadOf(ofLowerBound)}; processor time ${spreadOf(ofLowerBoundByProcessor)}`,
      met: ofLowerBound.median <= MAX_OF_LOWER_BOUND,
    },
    {
      measure: `build of ${offers} offers ÷ Eleventy, list pages a second`,
      goal: `≥ ${MIN_OF_ELEVENTY} ×`,
      found: `${spreadOf(ofEleventy)}; of the lower bound itself ${spreadOf(lowerBoundOfEleventy)}`,
      met: ofEleventy.median >= MIN_OF_ELEVENTY,
    },
  ]
}

function growthGoal([small, large]: readonly BuildResult[]): Goal[] {
  if (!small || !large) return []
  const secondsPerByte = ({ build, writtenBytes }: BuildResult) =>
    measured(build.seconds).median / writtenBytes
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

function memoryGoal(results: readonly BuildResult[]): Goal[] {
  const large = results.at(-1)
  if (!large) return []
  const most = measured(large.peakMemory).most
  return [
    {
      measure: `peak memory of the build of ${large.offers} offers`,
      goal: '≤ 1 GB',
      found: `${Math.round(most / 1e6)} MB`,
      met: most <= MAX_MEMORY,
    },
  ]
}

function section(result: BuildResult): string {
  const { offers, build, lowerBound, eleventy, listPages, peakMemory, writtenBytes, bodyBytes, steps } =
    result
  const rows = Object.entries({ build, 'lower bound': lowerBound, Eleventy: eleventy }).map(
    ([name, { seconds, processorSeconds }]) => [
      name,
      spreadOfValues(seconds),
      spreadOfValues(processorSeconds),
      name === 'lower bound' ? '–' : String(Math.round(listPages / measured(seconds).median)),
    ],
  )
  const slow = steps.filter(({ seconds }) => seconds >= 0.01)
  return `### ${offers} offers

${table(['', 'seconds', 'processor seconds', 'list pages/s'], rows)}

${listPages} list pages; all bodies together ${mebibytes(bodyBytes)}, as they lie on disk ${mebibytes(writtenBytes)}. The lower bound hashes, compresses and writes the same bodies from memory and does nothing else; Eleventy writes the list pages only, from offers whose place is known, and neither hashes nor compresses. Peak memory of the build: ${mebibytes(measured(peakMemory).most)}. Its steps, in the last round: ${slow.map(({ name, seconds }) => `${name} ${seconds.toFixed(2)} s`).join(', ')}.`
}
