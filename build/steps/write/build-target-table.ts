// Step: builds the table from canonical targets to bodies, and derives the id of the release from it.

import { targetsIn } from '../../../contract/api/request-target.ts'
import { versionNamed } from '../../../contract/api/versions.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import { releaseIdOf } from '../../../contract/release/layout.ts'
import { type FileFacts, fileFactsOf } from '../../../contract/release/manifest.ts'
import { encodeTargetTable, type NamedTargetEntry } from '../../../contract/release/target-table.ts'
import { sha256 } from '../../../lib/digest.ts'
import { valueAt } from '../../../lib/lists.ts'
import { publishedAs } from '../../day/planned-answer.ts'
import type { RenderedRelease } from '../../day/release-draft.ts'

/** The target table of a release, encoded, and the id that follows from it. */
export interface ReleaseTable {
  /** The id of the release. */
  id: string
  bytes: Buffer
  /** The digest and size of `bytes`. */
  facts: FileFacts
  /** The number of entries. */
  targets: number
}

export function buildTargetTable(release: RenderedRelease): ReleaseTable {
  const entries = [...answerEntries(release), ...snapshotEntries(release)]
  const bytes = encodeTargetTable(entries)
  const facts = fileFactsOf(bytes)
  // The fingerprint belongs to the id, because two releases may differ only in their memory.
  const id = releaseIdOf(release.date.data_as_of, sha256(`${facts.digest} ${release.fingerprint}`))
  return { id, bytes, facts, targets: entries.length }
}

function* answerEntries({ answers, bodies }: RenderedRelease): Generator<NamedTargetEntry> {
  for (const answer of answers) {
    const { digest, size } = valueAt(bodies, answer)
    const { targets, total, type } = publishedAs(answer)
    for (const target of targets) yield { target, digest, size, total, type, storage: 'gzip' }
  }
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
