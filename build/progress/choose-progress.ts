// Which form of progress fits.

import type { CommandContext } from '../cli/command-context.ts'
import { bars } from './bars.ts'
import { datedLines } from './dated-lines.ts'
import { type Progress, silent } from './progress.ts'

export function chooseProgress(isQuiet: boolean, { stderr, clock }: CommandContext): Progress {
  if (isQuiet) return silent
  return stderr.isTTY ? bars(stderr) : datedLines(stderr, clock)
}
