// The output of a program whose reader may leave before all is said, as `head` does after a line.

import { systemCode } from './errors.ts'

/** Lets a program finish its work though nobody reads these outputs any more; a full disk still ends it. */
export function outliveReaders(...outputs: readonly NodeJS.WritableStream[]): void {
  for (const output of outputs) output.on('error', throwUnlessClosed)
}

function throwUnlessClosed(error: unknown): void {
  if (systemCode(error) !== 'EPIPE') throw error
}
