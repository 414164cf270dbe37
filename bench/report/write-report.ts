// The findings of a run, and its machine. Each major version of Node has its own file.

import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { measuredSources } from '../../packaging/measured-sources.mjs'
import { CONNECTIONS } from '../load/load.ts'
import { BUSY_KEY_COUNT } from '../setup/catalogue.ts'
import { BENCH, canPin } from '../setup/programs.ts'
import { type Chapter, table } from './figures.ts'

export interface BenchOptions {
  parts: readonly string[]
  isQuick: boolean
  /** How often each server is measured, in turns, and each build; a large build at most three times. */
  rounds: number
  /** The length of one measurement of one server. */
  seconds: number
  /** The offers of the catalogue with which servers are compared, and of the small build. */
  fewOffers: number
  /** The offers of the catalogue with which memory is measured, and of the large build. */
  manyOffers: number
}

/** Before anything is measured. */
const LOAD_BEFORE = loadavg()

/** In the folder of the benchmark. */
export const RESULTS_FILE = `results-node-${process.versions.node.split('.')[0]}.md`

/** Writes `RESULTS_FILE`. Called after each part, so that an interrupted run leaves what it has found. */
export function writeReport(chapters: readonly Chapter[], options: BenchOptions): void {
  const goals = chapters.flatMap((chapter) => chapter.goals)
  const rows = goals.map(({ measure, goal, found, met }) => [measure, goal, found, met ? 'yes' : '**no**'])
  const text = `# What \`make bench\` found

All figures come from one run on one machine: compare the ratios, not the figures. Each figure is a median, with the least and the most in parentheses. How to read them: [README.md](README.md).
${options.isQuick ? '\nA quick run: short, and with smaller catalogues. It shows that everything works; do not quote it.\n' : ''}
## Machine and versions

${machineText(options)}

## Goals

${table(['measure', 'goal', 'found', 'met'], rows)}

${chapters.map((chapter) => chapter.text).join('\n\n')}
`
  writeFileSync(join(BENCH, RESULTS_FILE), text)
}

function machineText({ parts, rounds, seconds }: BenchOptions): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const averages = (load: readonly number[]) => load.map((each) => each.toFixed(1)).join(', ')
  return [
    `- ${cpus().length} × ${first?.model.trim()}, ${memory} GiB of memory, ${type()}`,
    `- Node ${process.versions.node}; ${packages().join(', ')}`,
    `- ${parts.join(', ')}: ${rounds} rounds of ${seconds} s`,
    `- load by autocannon, ${CONNECTIONS} connections, keep-alive, ${BUSY_KEY_COUNT} keys in turn`,
    canPin ? '- servers pinned to core 0, load to core 1' : '- nothing is pinned to a core',
    `- load average before: ${averages(LOAD_BEFORE)}; at the end: ${averages(loadavg())}`,
    `- ${measuredSources(join(BENCH, '..'))}`,
  ].join('\n')
}

function packages(): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(BENCH, 'package.json'), 'utf8'))
  return Object.entries(devDependencies).map(([name, version]) => `${name} ${version}`)
}
