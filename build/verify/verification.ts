// What every check of a verification is given.

import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { RouteTable } from '../../contract/release/route-table.ts'
import type { Findings } from './findings.ts'

export interface Verification {
  manifest: ReleaseManifest
  routes: RouteTable
  findings: Findings
  /** The uncompressed body under a target; if it is missing or damaged, that is a finding, and there is none. */
  bodyAt(target: string): Buffer | undefined
}
