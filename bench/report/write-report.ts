// `results.md`: what a run found, and `results.svg`, a picture of it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchOptions } from '../support/options.ts'
import { BENCH } from '../support/paths.ts'
import { chartOf } from './chart.ts'
import { type Chapter, table } from './format.ts'
import { machineText } from './machine.ts'

/** Written after each part, so that a run that is broken off leaves what it has found. */
export function writeReport(chapters: readonly Chapter[], options: BenchOptions): void {
  const goals = chapters.flatMap((chapter) => chapter.goals)
  const rows = goals.map(({ measure, goal, found, met }) => [measure, goal, found, met ? 'yes' : '**no**'])
  const text = `# What \`make bench\` found

All figures come from one run on one machine: compare the ratios, not the figures. Servers take turns, ${options.rounds} rounds of ${options.seconds} s each, in new processes for every round where requests a second are compared with peers; a ratio is formed round by round. Each figure is a median, with the least and the most in parentheses. "Requests/s of processor time" counts the requests for which one second of the server's own processor time is enough: on an idle machine it equals requests/s, and on a busy one it stays the same.
${options.quick ? '\nA quick run: short, and with smaller catalogues. It shows that all works, and is nothing to quote.\n' : ''}
## Machine and versions

${machineText()}

Command: \`${commandOf(options)}\`

## Goals

${table(['measure', 'goal', 'found', 'met'], rows)}

${chapters.map((chapter) => chapter.text).join('\n\n')}
`
  writeFileSync(join(BENCH, 'results.md'), text)
  const chart = chartOf(text)
  if (chart !== undefined) writeFileSync(join(BENCH, 'results.svg'), chart)
}

function commandOf({ parts, quick, memorySeconds, rounds, seconds }: BenchOptions): string {
  const settings = [quick ? 'BENCH_QUICK=1' : '', memorySeconds === 600 ? 'BENCH_LONG=1' : '']
  return [
    ...settings.filter((each) => each !== ''),
    `BENCH_ROUNDS=${rounds}`,
    `BENCH_SECONDS=${seconds}`,
    `BENCH_ONLY=${parts.join(',')}`,
    'make bench',
  ].join(' ')
}
