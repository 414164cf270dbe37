// Measures part by part, and writes results.md.

import { measureBuilds } from './parts/build.ts'
import { measureCosts } from './parts/costs.ts'
import { measureGateway } from './parts/gateway.ts'
import { measureLimits } from './parts/limits.ts'
import { measureMemory } from './parts/memory.ts'
import { type BenchOptions, type Part, readOptions } from './parts/options.ts'
import { measureStartUp } from './parts/start-up.ts'
import { measureSwap } from './parts/swap.ts'
import { copyPrograms, removeOutputs } from './programs/paths.ts'
import type { Chapter } from './report/format.ts'
import { writeReport } from './report/write-report.ts'

const MEASURE: Record<Part, (options: BenchOptions) => Promise<Chapter>> = {
  gateway: measureGateway,
  limits: measureLimits,
  costs: measureCosts,
  swap: measureSwap,
  'start-up': measureStartUp,
  memory: measureMemory,
  build: measureBuilds,
}

const options = readOptions(process.env)
copyPrograms()
const chapters: Chapter[] = []
for (const part of options.parts) {
  console.error(`\n# ${part}`)
  chapters.push(await MEASURE[part](options))
  writeReport(chapters, options)
}
removeOutputs()
console.error('\nwritten: bench/results.md')
