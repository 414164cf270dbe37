// A clock for the client that stands still until the client waits, and records how long it waits.

import type { Clock } from '../../../client/lib/clock.ts'

export interface StillClock extends Clock {
  /** Every wait that ended by itself, in milliseconds. */
  readonly waits: number[]
  /** Lets time pass. */
  pass(milliseconds: number): void
}

/**
 * @param mayPass waits up to this long are over at once, longer ones never: deadlines are longer than pauses
 */
export function stillClock({ mayPass = 0, chance = 0 } = {}): StillClock {
  let now = Date.parse('2026-09-01T12:00:00.000Z')
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    random: () => chance,
    pass: (milliseconds) => {
      now += milliseconds
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve())
        if (milliseconds > mayPass || signal.aborted) return
        waits.push(milliseconds)
        now += milliseconds
        resolve()
      }),
  }
}
