// Step: builds the table from canonical targets to bodies, and derives the id of the release from it.

import { targetsIn } from '../../../contract/api/request-target.ts'
import { versionNamed } from '../../../contract/api/versions.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import { releaseIdOf } from '../../../contract/release/layout.ts'
import { type FileFacts, fileFactsOf } from '../../../contract/release/manifest.ts'
import { encodeTargetTable, type NamedTargetEntry } from '../../../contract/release/target-table.ts'
import { sha256 } from '../../../lib/digest.ts'
import type { RenderedRelease, StoredResponse } from '../../day/release-draft.ts'

export interface ReleaseTable {
  /** Of the release. */
  id: string
  bytes: Buffer
  facts: FileFacts
  targets: number
}

export function buildTargetTable(release: RenderedRelease): ReleaseTable {
  const entries = [...release.responses.flatMap(entriesOf), ...snapshotEntries(release)]
  const bytes = encodeTargetTable(entries)
  const facts = fileFactsOf(bytes)
  // Not of the table alone, because two releases may differ only in their memory.
  const id = releaseIdOf(release.date.data_as_of, sha256(`${facts.digest} ${release.fingerprint}`))
  return { id, bytes, facts, targets: entries.length }
}

function entriesOf({ targets, digest, size, total, type }: StoredResponse): NamedTargetEntry[] {
  return targets.map((target) => ({ target, digest, size, total, type, storage: 'gzip' }))
}

function snapshotEntries({ documents, storedSnapshots }: RenderedRelease): NamedTargetEntry[] {
  return [...documents.bodies.keys()].flatMap((name) =>
    KEY_KINDS.map((kind) => {
      const { digest, size } = storedSnapshots[KEY_LIMITS[kind].snapshot]
      const target = targetsIn(versionNamed(name)).snapshot(kind)
      return { target, digest, size, total: 0, type: 'application/gzip', storage: 'identity' }
    }),
  )
}
