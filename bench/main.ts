// Measures part by part, and writes results.md.

import { type BenchOptions, type Part, readOptions } from './options.ts'
import { measureBuilds } from './parts/build.ts'
import { measureGateway } from './parts/gateway.ts'
import { measureMemory } from './parts/memory.ts'
import { copyPrograms, removeOutputs } from './programs.ts'
import type { Chapter } from './report/figures.ts'
import { writeReport } from './report/write-report.ts'

const MEASURE: Record<Part, (options: BenchOptions) => Promise<Chapter>> = {
  gateway: measureGateway,
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
