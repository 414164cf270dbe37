// `make bench`: measures part by part, and writes what was found.

import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { measureBuilds } from './parts/build.ts'
import { measureChanges } from './parts/changes.ts'
import { measureCosts } from './parts/costs.ts'
import { measureFastPath } from './parts/fast-path.ts'
import { measureLatency } from './parts/latency.ts'
import { measureMemory } from './parts/memory.ts'
import { measureStartUp } from './parts/start-up.ts'
import { measureSwap } from './parts/swap.ts'
import { measureThroughput } from './parts/throughput.ts'
import { measureWindows } from './parts/windows.ts'
import { buildChapter } from './report/build.ts'
import { changesChapter } from './report/changes.ts'
import { costsChapter } from './report/costs.ts'
import { fastPathChapter } from './report/fast-path.ts'
import type { Chapter } from './report/format.ts'
import { latencyChapter } from './report/latency.ts'
import { memoryChapter } from './report/memory.ts'
import { startUpChapter } from './report/start-up.ts'
import { swapChapter } from './report/swap.ts'
import { throughputChapter } from './report/throughput.ts'
import { windowsChapter } from './report/windows.ts'
import { writeReport } from './report/write-report.ts'
import { log } from './support/log.ts'
import { type BenchOptions, type Part, readOptions } from './support/options.ts'
import { removeOutputs } from './support/outputs.ts'
import { program, ROOT } from './support/paths.ts'

const CHAPTERS: Record<Part, (options: BenchOptions) => Promise<Chapter>> = {
  gateway: async (options) => throughputChapter(await measureThroughput(options)),
  windows: async (options) => windowsChapter(await measureWindows(options)),
  changes: async (options) => changesChapter(await measureChanges(options)),
  costs: async (options) => costsChapter(await measureCosts(options)),
  latency: async (options) => latencyChapter(await measureLatency(options)),
  swap: async (options) => swapChapter(await measureSwap(options)),
  'start-up': async (options) => startUpChapter(await measureStartUp(options)),
  memory: async (options) => memoryChapter(await measureMemory(options)),
  build: async (options) => buildChapter(await measureBuilds(options)),
  'fast-path': async (options) => fastPathChapter(await measureFastPath(options)),
}

const options = readOptions(process.env)
copyPrograms()
const chapters: Chapter[] = []
for (const part of options.parts) {
  log(`\n# ${part}`)
  chapters.push(await CHAPTERS[part](options))
  writeReport(chapters, options)
}
removeOutputs()
log('\nwritten: bench/results.md')

/** Others may bundle anew meanwhile. */
function copyPrograms(): void {
  for (const name of ['build', 'gateway', 'generate'] as const) {
    mkdirSync(dirname(program(name)), { recursive: true })
    copyFileSync(join(ROOT, 'dist', `${name}.mjs`), program(name))
  }
}
