// What a command may touch of the process that it runs in, so that tests can look over its shoulder.

import type { Clock } from '../../contract/lib/clock.ts'

export interface CommandContext {
  stdout: NodeJS.WritableStream
  /** With `isTTY` on a terminal. */
  stderr: NodeJS.WritableStream & { isTTY?: boolean }
  env: NodeJS.ProcessEnv
  clock: Clock
}
