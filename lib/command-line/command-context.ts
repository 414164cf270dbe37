// What a command may touch of the process that it runs in, so that tests can look over its shoulder.

import { printableOutput, type TextOutput } from '../text/printable.ts'
import type { Clock } from '../time/clock.ts'

export interface CommandContext {
  /** Control characters don't pass, as through `stderr`. */
  stdout: TextOutput
  stderr: TextOutput
  /** Where bars may be drawn, for which control characters are needed; undefined if there is no terminal. */
  screen?: NodeJS.WritableStream | undefined
  env: NodeJS.ProcessEnv
  clock: Clock
}

/** What the process itself has. */
export interface ProcessStreams extends Pick<CommandContext, 'env' | 'clock'> {
  stdout: NodeJS.WritableStream
  /** With `isTTY` on a terminal. */
  stderr: NodeJS.WritableStream & { isTTY?: boolean }
}

export function commandContext({ stdout, stderr, env, clock }: ProcessStreams): CommandContext {
  return {
    stdout: printableOutput(stdout),
    stderr: printableOutput(stderr),
    screen: stderr.isTTY ? stderr : undefined,
    env,
    clock,
  }
}
