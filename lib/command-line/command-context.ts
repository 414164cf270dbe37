// The parts of the process that a command may use, so that tests can replace them.

import type { Readable, Writable } from 'node:stream'
import { type Flush, flushFolder } from '../files/flush-folder.ts'
import { printableOutput, type TextOutput } from '../text/printable.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import { progressOn, type ShowProgress } from './progress.ts'

export interface CommandContext {
  /** Standard input, which the call opens; empty if the program has none. */
  stdin(): AsyncIterable<string | Uint8Array> | Iterable<string>
  /**
   * Stdin and stderr, for questions to a person; undefined unless both are a terminal. The call opens stdin. Unlike
   * `stderr` below, the output is written as it is.
   */
  dialog?(): { input: Readable; output: Writable } | undefined
  /** Like `stderr`, writes control characters as escapes, except line feeds and tabs. */
  stdout: TextOutput
  stderr: TextOutput
  /** For long work; shows nothing unless stderr is a terminal. */
  progress: ShowProgress
  env: NodeJS.ProcessEnv
  clock: Clock
  flush: Flush
}

export interface ProcessStreams extends Pick<CommandContext, 'env' | 'clock'> {
  stdin?: Readable & { isTTY?: boolean }
  stdout: NodeJS.WritableStream
  /** `isTTY` is true on a terminal. */
  stderr: Writable & { isTTY?: boolean }
  /** The default runs `sync`. */
  flush?: Flush
}

export function processStreams(): ProcessStreams {
  const { stdout, stderr, env } = process
  return {
    // A getter, because Node opens stdin at the first access.
    get stdin() {
      return process.stdin
    },
    ...{ stdout, stderr, env, clock: systemClock },
  }
}

export function commandContext(streams: ProcessStreams): CommandContext {
  const { stdout, stderr, env, clock, flush = flushFolder } = streams
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
    flush,
  }
}
