// How long each step took, for the summary.

import type { Clock } from '../../lib/time/clock.ts'
import type { StepTime } from './build-report.ts'

/** Runs a step and notes its name and seconds, even if it fails. */
export type TimeStep = <T>(name: string, run: () => T | Promise<T>) => Promise<T>

export function stepTimer(times: StepTime[], clock: Clock): TimeStep {
  return async (name, run) => {
    const start = clock()
    try {
      return await run()
    } finally {
      times.push({ name, seconds: (clock() - start) / 1000 })
    }
  }
}
