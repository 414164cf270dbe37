// The parts of the process that a command may use, so that tests can replace them.

import type { Readable, Writable } from 'node:stream'
import { printableOutput, type TextOutput } from '../text/printable.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import { progressOn, type ShowProgress } from './progress.ts'

export interface CommandContext {
  /** The call opens it. */
  stdin(): AsyncIterable<string | Uint8Array> | Iterable<string>
  /** For questions to a person; undefined unless both ends are a terminal. The call opens stdin. */
  dialog?(): { input: Readable; output: Writable } | undefined
  /** Like `stderr`, passes no control characters. */
  stdout: TextOutput
  stderr: TextOutput
  /** For long work; shows nothing unless stderr is a terminal. */
  progress: ShowProgress
  env: NodeJS.ProcessEnv
  clock: Clock
}

export interface ProcessStreams extends Pick<CommandContext, 'env' | 'clock'> {
  stdin?: Readable & { isTTY?: boolean }
  stdout: NodeJS.WritableStream
  /** With `isTTY` on a terminal. */
  stderr: Writable & { isTTY?: boolean }
}

export function processStreams(): ProcessStreams {
  const { stdout, stderr, env } = process
  return {
    // Node opens it at the first access.
    get stdin() {
      return process.stdin
    },
    ...{ stdout, stderr, env, clock: systemClock },
  }
}

export function commandContext(streams: ProcessStreams): CommandContext {
  const { stdout, stderr, env, clock } = streams
  return {
    stdin: () => streams.stdin ?? [],
    dialog: () => {
      const { stdin } = streams
      return stdin?.isTTY && stderr.isTTY ? { input: stdin, output: stderr } : undefined
    },
    stdout: printableOutput(stdout),
    stderr: printableOutput(stderr),
    progress: progressOn(stderr, env),
    env,
    clock,
  }
}
