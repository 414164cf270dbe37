// Handles output that can't be written: its reader is gone, e.g. `head` after a line, or the disk is full.

import { messageOf, systemCode } from '../errors.ts'

/**
 * Lets a program finish its work even if its output can't be written. A closed pipe is fine; any other reason is reported
 * on stderr, and the program ends with 1 even if its work succeeds.
 */
export function ignoreBrokenPipe(
  program: string,
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>,
): void {
  let isReported = false
  const report = (error: unknown) => {
    if (systemCode(error) === 'EPIPE' || isReported) return
    isReported = true
    stderr.write(`${program}: the output can't be written: ${messageOf(error)}\n`)
    process.once('exit', (code) => {
      if (code === 0) process.exitCode = 1
    })
  }
  for (const output of [stdout, stderr]) output.on('error', report)
}
