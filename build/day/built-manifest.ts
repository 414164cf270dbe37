// The whole `release.json`: facts about the release for readers, and about the build for people.

import type { KeyKind } from '../../contract/keys/kinds.ts'
import type { FileFacts, History, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { BrokenIssuer, Verdict } from './broken-issuer.ts'
import type { ChangeReport } from './changes.ts'
import type { Reach } from './memory.ts'

/** Contains no clock time, so that equal input gives equal manifests. */
export interface BuiltManifest extends ReleaseManifest {
  history: History
  country: string
  time_zone: string
  /** The size of all objects on disk, in bytes. */
  stored_bytes: number
  reach: Reach
  snapshots: Record<KeyKind, FileFacts & { offers: number }>
  changes: ChangeReport
  /** Records of the source that were read and rejected. */
  source: Pick<Verdict, 'records' | 'rejected'>
  /** Offers kept as last known, because their records are missing or rejected. */
  kept_offers: number
  broken_issuers: BrokenIssuer[]
}
