// What a build has to say for itself. It is filled in as the build goes, so that a refused one can tell as much
// as it came to know.

import type { KeyKind } from '../../contract/keys/kinds.ts'
import type { OperatorError } from '../../contract/lib/errors.ts'
import type { FileFacts, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { Coverage } from '../previous-state/state-header.ts'
import type { Reject } from '../source/reject.ts'
import type { RejectGuard } from '../steps/guard-rejects.ts'
import type { Shrinkage } from '../steps/guard-shrink.ts'
import type { ChangeReport } from '../steps/report-changes.ts'

/** What the guards saw and decided. */
export interface Guards {
  rejects: RejectGuard
  /** The issuers for which the shrink guard tripped; `kept` counts the offers carried over. */
  shrink: (Omit<Shrinkage, 'missing'> & { kept: number })[]
}

/** `release.json`, whole. No clock is in it: one input gives one manifest. */
export interface BuiltManifest extends ReleaseManifest {
  country: string
  time_zone: string
  /** Of all objects as they lie on disk, in bytes. */
  stored_bytes: number
  reach: Coverage
  snapshots: Record<KeyKind, FileFacts & { offers: number }>
  changes: ChangeReport
  guards: Guards
}

export interface StepTime {
  name: string
  seconds: number
}

export interface BuildReport {
  outcome: 'published' | 'unchanged' | 'refused'
  failure?: Pick<OperatorError, 'code' | 'message'>
  data_as_of?: string
  /** The release that stands afterwards. */
  release?: string
  guards?: Guards
  changes?: ChangeReport
  rejects: readonly Reject[]
  /** How far the pages of the previous release reached. */
  reach_before?: Coverage
  /** Only where a release was made. */
  manifest?: BuiltManifest
  steps: StepTime[]
}

/** The report of a build that has not begun: refused, until it is known better. */
export function emptyReport(): BuildReport {
  return { outcome: 'refused', rejects: [], steps: [] }
}
