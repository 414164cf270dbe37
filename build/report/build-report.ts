// The report of a build. It is filled in on the way, so that a refused build can report what it knows so far.

import type { OperatorError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Verdict } from '../day/broken-issuer.ts'
import type { BuiltManifest } from '../day/built-manifest.ts'
import type { ChangeReport } from '../day/changes.ts'
import type { Reach } from '../day/memory.ts'
import { type Faults, NO_FAULTS } from '../source/faults.ts'

export interface StepTime {
  name: string
  seconds: number
}

export interface BuildReport {
  /** The last two are for `check`, which publishes nothing. */
  outcome: 'published' | 'unchanged' | 'refused' | 'would publish' | 'would refuse'
  failure?: Pick<OperatorError, 'code' | 'message'>
  data_as_of?: string
  /** The current release after the build. */
  release?: string
  verdict?: Verdict
  /** Offers kept as last known. */
  kept_offers?: number
  changes?: ChangeReport
  rejects: Faults
  /** The likely causes of faults, in words, and oddities that can be published. */
  hints?: readonly string[]
  /** The extent of the pages of the previous release. */
  reach_before?: Reach
  /** Only if a release was written. */
  manifest?: BuiltManifest
  steps: StepTime[]
}

/** The report of a build that has not begun: refused, unless the build succeeds. */
export function emptyReport(): BuildReport {
  return { outcome: 'refused', rejects: NO_FAULTS, steps: [] }
}

/** Runs a step and records its name and seconds, even if it fails. */
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
