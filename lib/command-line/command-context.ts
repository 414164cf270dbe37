// What a command may touch of the process that it runs in, so that tests can look over its shoulder.

import type { Readable, Writable } from 'node:stream'
import { printableOutput, type TextOutput } from '../text/printable.ts'
import { type Clock, systemClock } from '../time/clock.ts'

export interface CommandContext {
  /** Opened as soon as it is called. */
  stdin(): AsyncIterable<string | Uint8Array> | Iterable<string>
  /** Where a person can be asked; undefined unless both ends are a terminal. Opens stdin as soon as it is called. */
  dialog?(): { input: Readable; output: Writable } | undefined
  /** Control characters don't pass, as through `stderr`. */
  stdout: TextOutput
  stderr: TextOutput
  /** Where bars may be drawn, for which control characters are needed; undefined if there is no terminal. */
  screen?: NodeJS.WritableStream | undefined
  /** The width of the terminal, if there is one. */
  columns?: number | undefined
  env: NodeJS.ProcessEnv
  clock: Clock
}

/** What the process itself has. */
export interface ProcessStreams extends Pick<CommandContext, 'env' | 'clock'> {
  stdin?: Readable & { isTTY?: boolean }
  /** With `columns` on a terminal. */
  stdout: NodeJS.WritableStream & { columns?: number | undefined }
  /** With `isTTY` on a terminal. */
  stderr: Writable & { isTTY?: boolean }
}

export function processStreams(): ProcessStreams {
  const { stdout, stderr, env } = process
  return {
    // Node opens it when it is first asked for.
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
    screen: stderr.isTTY ? stderr : undefined,
    columns: stdout.columns,
    env,
    clock,
  }
}
