// The progress of the long parts of a build, for people who wait.

import type { TextOutput } from '../text/printable.ts'
import type { Clock } from '../time/clock.ts'

/** A part whose size is known when it begins. */
export interface Phase {
  /** @param value how much of the total is done so far */
  advance(value: number): void
  end(): void
}

export interface Progress {
  /** @param unit what is counted, in the plural */
  begin(name: string, total: number, unit: string): Phase
}

/** Runs a part; ends its phase even if it fails. */
export async function withPhase<T>(phase: Phase, run: (phase: Phase) => Promise<T>): Promise<T> {
  try {
    return await run(phase)
  } finally {
    phase.end()
  }
}

export const silent: Progress = {
  begin: () => ({ advance: () => {}, end: () => {} }),
}

const LINE_EVERY_MS = 10_000

/** A line at the beginning and the end of each part, and every ten seconds in between. */
export function datedLines(output: TextOutput, clock: Clock): Progress {
  const print = (text: string) => output.write(`${new Date(clock()).toISOString()} ${text}\n`)
  return {
    begin(name, total, unit) {
      let lastPrinted = clock()
      let reached = 0
      print(`${name}: ${total} ${unit}`)
      return {
        advance(value) {
          reached = value
          if (clock() - lastPrinted < LINE_EVERY_MS) return
          lastPrinted = clock()
          print(`${name}: ${value} of ${total} ${unit}`)
        },
        end: () =>
          print(`${name}: ${reached === total ? 'done' : `ended at ${reached} of ${total} ${unit}`}`),
      }
    },
  }
}
