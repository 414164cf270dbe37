// Measures part by part, and writes the results of this version of Node. The one place that reads variables for the whole run:
//
//   BENCH_ONLY=gateway,build   only these parts
//   BENCH_QUICK=1              a few minutes, smaller catalogues: shows that everything works, not to be quoted

import { measureBuilds } from './parts/build.ts'
import { measureCores } from './parts/cores.ts'
import { measureGateway } from './parts/gateway.ts'
import { measureMemory } from './parts/memory.ts'
import type { Chapter } from './report/figures.ts'
import { type BenchOptions, RESULTS_FILE, writeReport } from './report/write-report.ts'
import { removeOutputs } from './setup/programs.ts'

const MEASURE: Readonly<Record<string, (options: BenchOptions) => Promise<Chapter>>> = {
  gateway: measureGateway,
  cores: measureCores,
  memory: measureMemory,
  build: measureBuilds,
}

const { BENCH_ONLY = Object.keys(MEASURE).join(), BENCH_QUICK } = process.env
const isQuick = BENCH_QUICK === '1'
const options: BenchOptions = {
  parts: BENCH_ONLY.split(','),
  isQuick,
  rounds: isQuick ? 2 : 5,
  seconds: isQuick ? 1 : 3,
  fewOffers: isQuick ? 4_000 : 10_000,
  manyOffers: isQuick ? 10_000 : 100_000,
}
const chapters: Chapter[] = []
for (const part of options.parts) {
  const measure = MEASURE[part]
  if (!measure) throw new Error(`BENCH_ONLY: expected some of ${Object.keys(MEASURE)}, found ${part}`)
  console.error(`\n# ${part}`)
  chapters.push(await measure(options))
  writeReport(chapters, options)
}
removeOutputs()
console.error(`\nwritten: bench/${RESULTS_FILE}`)
