// Which form of progress fits.

import type { CommandContext } from '../command-line/command-context.ts'
import { bars } from './bars.ts'
import { datedLines } from './dated-lines.ts'
import { type Progress, silent } from './progress.ts'

export function chooseProgress(isQuiet: boolean, { stderr, screen, clock }: CommandContext): Progress {
  if (isQuiet) return silent
  return screen ? bars(screen) : datedLines(stderr, clock)
}
