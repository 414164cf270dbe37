// What a build reports. It is filled in as the build goes, so that a refused one can say as much as it came to know.

import type { OperatorError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Verdict } from '../day/broken-issuer.ts'
import type { BuiltManifest } from '../day/built-manifest.ts'
import type { ChangeReport } from '../day/changes.ts'
import type { Reach } from '../day/memory.ts'
import type { Rewritten } from '../day/rewritten.ts'
import { type Faults, NO_FAULTS } from '../source/faults.ts'

export interface StepTime {
  name: string
  seconds: number
}

export interface BuildReport {
  /** The last two are of `check`, which publishes nothing. */
  outcome: 'published' | 'unchanged' | 'refused' | 'would publish' | 'would refuse'
  failure?: Pick<OperatorError, 'code' | 'message'>
  data_as_of?: string
  /** The current release afterwards. */
  release?: string
  verdict?: Verdict
  /** Offers that are kept as last known. */
  kept_offers?: number
  changes?: ChangeReport
  rewritten?: Rewritten
  rejects: Faults
  /** What the source most likely suffers from, in words, and what looks odd though it can be published. */
  hints?: readonly string[]
  /** How far the pages of the previous release reached. */
  reach_before?: Reach
  /** Only if a release was made. */
  manifest?: BuiltManifest
  steps: StepTime[]
}

/** The report of a build that has not begun: refused, until it is known better. */
export function emptyReport(): BuildReport {
  return { outcome: 'refused', rejects: NO_FAULTS, steps: [] }
}

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
