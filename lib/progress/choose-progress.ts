// Chooses the form of progress: bars on a terminal, by cli-progress, otherwise lines.

import cliProgress from 'cli-progress'
import type { CommandContext } from '../command-line/command-context.ts'
import { datedLines, type Progress, silent } from './progress.ts'

export function chooseProgress(
  isQuiet: boolean,
  { stderr, screen, clock }: Pick<CommandContext, 'stderr' | 'screen' | 'clock'>,
): Progress {
  if (isQuiet) return silent
  return screen ? bars(screen) : datedLines(stderr, clock)
}

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
