// What every check of a verification is given.

import type { Version } from '../../contract/api/versions.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { TargetTable } from '../../contract/release/target-table.ts'
import type { Findings } from './findings.ts'

export interface Verification {
  /** The version of the API whose answers are checked. */
  version: Version
  manifest: ReleaseManifest
  routes: TargetTable
  findings: Findings
  /** The uncompressed body under a target; if it is missing or damaged, that is a finding, and there is none. */
  bodyAt(target: string): Buffer | undefined
}
