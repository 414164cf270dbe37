import { measured, ratioByRound } from '../lib/statistics.ts'
import type { BuildResult } from '../parts/build.ts'
import { type Chapter, type Goal, mebibytes, spreadOf, spreadOfValues, table } from './format.ts'

const MOST_OF_LIMIT = 1.5
const LEAST_OF_ELEVENTY = 1.5
const MOST_GROWTH = 1.15
const MOST_MEMORY = 1e9

export function buildChapter(results: readonly BuildResult[]): Chapter {
  return {
    goals: [...results.flatMap(goalsOf), ...growthGoal(results), ...memoryGoal(results)],
    text: `## The build\n\n${results.map(section).join('\n\n')}`,
  }
}

function goalsOf({ offers, build, limit, eleventy }: BuildResult): Goal[] {
  const ofLimit = ratioByRound(build.seconds, limit.seconds)
  const ofLimitByProcessor = ratioByRound(build.processorSeconds, limit.processorSeconds)
  const ofEleventy = ratioByRound(eleventy.seconds, build.seconds)
  const limitOfEleventy = ratioByRound(eleventy.seconds, limit.seconds)
  return [
    {
      measure: `build of ${offers} offers ÷ the limit, seconds`,
      goal: `≤ ${MOST_OF_LIMIT} ×`,
      found: `${spreadOf(ofLimit)}; processor time ${spreadOf(ofLimitByProcessor)}`,
      met: ofLimit.median <= MOST_OF_LIMIT,
    },
    {
      measure: `build of ${offers} offers ÷ Eleventy, list pages a second`,
      goal: `≥ ${LEAST_OF_ELEVENTY} ×`,
      found: `${spreadOf(ofEleventy)}; of the limit itself ${spreadOf(limitOfEleventy)}`,
      met: ofEleventy.median >= LEAST_OF_ELEVENTY,
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
      goal: `≤ ${MOST_GROWTH} ×`,
      found: growth.toFixed(2),
      met: growth <= MOST_GROWTH,
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
      met: most <= MOST_MEMORY,
    },
  ]
}

function section(result: BuildResult): string {
  const { offers, build, limit, eleventy, listPages, peakMemory, writtenBytes, bodyBytes, steps } = result
  const rows = Object.entries({ build, limit, Eleventy: eleventy }).map(
    ([name, { seconds, processorSeconds }]) => [
      name,
      spreadOfValues(seconds),
      spreadOfValues(processorSeconds),
      name === 'limit' ? '–' : String(Math.round(listPages / measured(seconds).median)),
    ],
  )
  const slow = steps.filter(({ seconds }) => seconds >= 0.01)
  return `### ${offers} offers

${table(['', 'seconds', 'processor seconds', 'list pages/s'], rows)}

${listPages} list pages; all bodies together ${mebibytes(bodyBytes)}, as they lie on disk ${mebibytes(writtenBytes)}. The limit hashes, compresses and writes the same bodies from memory and does nothing else; Eleventy writes the list pages only, from offers whose place is known, and neither hashes nor compresses. Peak memory of the build: ${mebibytes(measured(peakMemory).most)}. Its steps, in the last round: ${slow.map(({ name, seconds }) => `${name} ${seconds.toFixed(2)} s`).join(', ')}.`
}
