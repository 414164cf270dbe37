// Part: the build, beside the lower bound that hashing, compressing and writing set, and beside Eleventy.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeSheets } from '../eleventy/write-sheets.ts'
import type { LowerBoundReport } from '../lower-bound/lower-bound.ts'
import { generate, listPageRoutes, openRelease } from '../support/catalogue.ts'
import { log } from '../support/log.ts'
import type { BenchOptions } from '../support/options.ts'
import { newOutput } from '../support/outputs.ts'
import { BENCH, ownProgram, program, WORK } from '../support/paths.ts'
import { type TimedRun, timedRun } from '../support/timed-run.ts'
import { noTimes, note, type Times } from '../support/times.ts'

export interface BuildResult {
  offers: number
  /** Seconds, and seconds of processor time, by round. */
  build: Times
  lowerBound: Times
  eleventy: Times
  /** Bytes of resident memory by round. */
  peakMemory: number[]
  listPages: number
  /** Of all files of the release. */
  writtenBytes: number
  /** Of the same, uncompressed. */
  bodyBytes: number
  /** By step, of the last round. */
  steps: { name: string; seconds: number }[]
}

export async function measureBuilds(options: BenchOptions): Promise<BuildResult[]> {
  return [
    await measureBuild(options.small, options.rounds),
    await measureBuild(options.large, Math.min(options.rounds, 3)),
  ]
}

async function measureBuild(offers: number, rounds: number): Promise<BuildResult> {
  const source = await generate({ offers })
  let out = ''
  const result: BuildResult = {
    offers,
    ...{ build: noTimes(), lowerBound: noTimes(), eleventy: noTimes() },
    ...{ peakMemory: [], listPages: 0, writtenBytes: 0, bodyBytes: 0, steps: [] },
  }
  for (let round = 1; round <= rounds; round++) {
    out = newOutput('built')
    const built = await timedRun([
      program('build'),
      'run',
      '--source',
      source,
      '--out',
      out,
      '--quiet',
      '--json',
    ])
    note(result.build, built)
    result.peakMemory.push(built.peakMemory)
    result.steps = JSON.parse(built.printed).steps
    const lowerBound = await runLowerBound(out)
    note(result.lowerBound, lowerBound)
    result.bodyBytes = lowerBound.bytes
    note(result.eleventy, await runEleventy(out))
    log(`build of ${offers} offers, round ${round}: ${lastOf(result)}`)
  }
  result.listPages = listPageRoutes((await openRelease(out)).routes).length
  result.writtenBytes = bytesBelow(join(out, 'objects')) + bytesBelow(join(out, 'releases'))
  return result
}

async function runLowerBound(folder: string): Promise<LowerBoundReport> {
  const out = newOutput('lower-bound')
  const { printed } = await timedRun([ownProgram('lower-bound/lower-bound'), folder, out])
  return JSON.parse(printed)
}

async function runEleventy(folder: string): Promise<TimedRun> {
  const sheets = join(WORK, 'sheets.json')
  const out = newOutput('eleventy')
  await writeSheets(folder, sheets)
  const command = join(BENCH, 'node_modules', '@11ty', 'eleventy', 'cmd.cjs')
  const options = [`--config=${join('bench', 'eleventy', 'eleventy.config.mjs')}`, `--output=${out}`]
  return timedRun(['--max-old-space-size=8192', command, ...options], { BENCH_SHEETS: sheets })
}

function lastOf({ build, lowerBound, eleventy }: BuildResult): string {
  return Object.entries({ build, lowerBound, eleventy })
    .map(
      ([name, times]) =>
        `${name} ${times.seconds.at(-1)?.toFixed(2)} s (${times.processorSeconds.at(-1)?.toFixed(2)})`,
    )
    .join(' · ')
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
