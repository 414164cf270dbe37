// Chooses the form of progress: bars on a terminal, otherwise lines.

import type { CommandContext } from '../command-line/command-context.ts'
import type { Clock } from '../time/clock.ts'
import { datedLines, type Progress, silent } from './progress.ts'

export function chooseProgress(
  isQuiet: boolean,
  { stderr, screen, clock }: Pick<CommandContext, 'stderr' | 'screen' | 'clock'>,
): Progress {
  if (isQuiet) return silent
  return screen ? bars(screen, clock) : datedLines(stderr, clock)
}

const NAME_WIDTH = 10
const BAR_WIDTH = 30
const REDRAWN_EVERY_MS = 100

/** One line for each part, which is drawn over the last one until the part ends. */
export function bars(stream: NodeJS.WritableStream, clock: Clock): Progress {
  return {
    begin(name, total, unit) {
      let reached = 0
      let lastDrawn = clock()
      const draw = () => {
        lastDrawn = clock()
        const share = total > 0 ? Math.min(reached / total, 1) : 1
        const done = Math.floor(share * BAR_WIDTH)
        const bar = '='.repeat(done) + '-'.repeat(BAR_WIDTH - done)
        const facts = `${Math.floor(share * 100)}% | ${reached}/${total} ${unit}`
        stream.write(`\r${name.padEnd(NAME_WIDTH)} [${bar}] ${facts}`)
      }
      draw()
      return {
        advance(value) {
          reached = value
          if (clock() - lastDrawn >= REDRAWN_EVERY_MS) draw()
        },
        end() {
          draw()
          stream.write('\n')
        },
      }
    },
  }
}
