// `release.json`, whole: of the release, for its readers, and of the build, for people.

import type { KeyKind } from '../../contract/keys/kinds.ts'
import type { FileFacts, History, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { BrokenIssuer, Verdict } from './broken-issuer.ts'
import type { ChangeReport } from './changes.ts'
import type { Reach } from './memory.ts'
import type { Rewritten } from './rewritten.ts'

/** No clock is in it: one input gives one manifest. */
export interface BuiltManifest extends ReleaseManifest {
  history: History
  country: string
  time_zone: string
  /** Of all objects on disk, in bytes. */
  stored_bytes: number
  reach: Reach
  snapshots: Record<KeyKind, FileFacts & { offers: number }>
  changes: ChangeReport
  /** Of the source: records read and rejected. */
  source: Pick<Verdict, 'records' | 'rejected'>
  /** Offers that are kept as last known, because their records are missing or rejected. */
  kept_offers: number
  rewritten: Rewritten
  broken_issuers: BrokenIssuer[]
}
