// Progress as bars, on a terminal. cli-progress is known here only.

import cliProgress from 'cli-progress'
import type { Progress } from './progress.ts'

const FORMAT = '{name} [{bar}] {percentage}% | {value}/{total} {unit} | {duration_formatted}'
const NAME_WIDTH = 10

export function bars(stream: NodeJS.WritableStream): Progress {
  return {
    begin(name, total, unit) {
      const bar = new cliProgress.SingleBar({ stream, format: FORMAT, barsize: 30 })
      bar.start(total, 0, { name: name.padEnd(NAME_WIDTH), unit })
      return { advance: (value) => bar.update(value), end: () => bar.stop() }
    },
  }
}
