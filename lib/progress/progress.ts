// How far the long parts of a build are, for people who wait for it.

import type { TextOutput } from '../text/printable.ts'
import type { Clock } from '../time/clock.ts'

/** A part whose end is known when it begins. */
export interface Phase {
  /** @param value how much of the total is done, in all */
  advance(value: number): void
  end(): void
}

export interface Progress {
  /** @param unit what is counted, in the plural */
  begin(name: string, total: number, unit: string): Phase
}

/** Runs a part, and ends it even if it fails. */
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

/** A line at the beginning and at the end of each part, and one in between every so often. */
const LINE_EVERY_MS = 10_000

export function datedLines(output: TextOutput, clock: Clock): Progress {
  const say = (text: string) => output.write(`${new Date(clock()).toISOString()} ${text}\n`)
  return {
    begin(name, total, unit) {
      let lastSaid = clock()
      let reached = 0
      say(`${name}: ${total} ${unit}`)
      return {
        advance(value) {
          reached = value
          if (clock() - lastSaid < LINE_EVERY_MS) return
          lastSaid = clock()
          say(`${name}: ${value} of ${total} ${unit}`)
        },
        end: () => say(`${name}: ${reached === total ? 'done' : `ended at ${reached} of ${total} ${unit}`}`),
      }
    },
  }
}
