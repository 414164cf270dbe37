// Step: builds the table from canonical targets to bodies, and derives the id of the release from it.

import { targetsIn, windowTarget } from '../../../contract/api/request-target.ts'
import { DOCUMENT_NAMES } from '../../../contract/api/resources.ts'
import { type Version, versionNamed } from '../../../contract/api/versions.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import { releaseIdOf } from '../../../contract/release/layout.ts'
import { type FileFacts, fileFactsOf } from '../../../contract/release/manifest.ts'
import {
  encodeTargetTable,
  type NamedTargetEntry,
  type TargetEntry,
} from '../../../contract/release/target-table.ts'
import { sha256 } from '../../../lib/digest.ts'
import { at } from '../../../lib/lists.ts'
import type { CatalogueOffer } from '../../day/catalogue-offer.ts'
import type { PlannedPage, RenderedRelease, StoredBody, StoredVersion } from '../../day/release-draft.ts'

export interface ReleaseTable {
  /** Of the release. */
  id: string
  bytes: Buffer
  facts: FileFacts
  targets: number
}

export function buildTargetTable(release: RenderedRelease): ReleaseTable {
  const entries = [
    ...homeEntries(release),
    ...[...release.storedVersions.keys()].flatMap((name) => entriesOf(versionNamed(name), release)),
  ]
  const bytes = encodeTargetTable(entries)
  const facts = fileFactsOf(bytes)
  // Not of the table alone, because two releases may differ only in their memory.
  const id = releaseIdOf(release.date.data_as_of, sha256(`${facts.digest} ${release.fingerprint}`))
  return { id, bytes, facts, targets: entries.length }
}

function homeEntries({ home, storedHome }: RenderedRelease): NamedTargetEntry[] {
  return home.map(({ target, type }, index) => ({ target, ...jsonEntry(at(storedHome, index)), type }))
}

function entriesOf(version: Version, release: RenderedRelease): NamedTargetEntry[] {
  const { storedVersions, storedSnapshots } = release
  const stored = storedVersions.get(version.name)
  if (!stored) throw new RangeError(`the release has no version ${version.name}`)
  const targets = targetsIn(version)
  return [
    ...DOCUMENT_NAMES.map((name) => ({ target: targets.paths[name], ...jsonEntry(stored.documents[name]) })),
    ...KEY_KINDS.map((kind) => ({
      target: targets.snapshot(kind),
      ...snapshotEntry(storedSnapshots[KEY_LIMITS[kind].snapshot]),
    })),
    ...pageEntries(version, release.pages, stored),
    ...detailEntries(version, release.readable, stored),
  ]
}

function pageEntries(
  { basePath }: Version,
  pages: readonly PlannedPage[],
  stored: StoredVersion,
): NamedTargetEntry[] {
  return pages.flatMap(({ list, limit, offset }, index) => {
    const entry = jsonEntry(at(stored.pages, index), list.lines.length)
    return list.prefixes.map((prefix) => ({
      target: windowTarget(basePath + prefix, { limit, offset }),
      ...entry,
    }))
  })
}

function detailEntries(
  version: Version,
  readable: readonly CatalogueOffer[],
  stored: StoredVersion,
): NamedTargetEntry[] {
  return readable.map(({ id }, index) => {
    const target = targetsIn(version).offer(id)
    if (target === undefined) throw new RangeError(`no address for ${id}`)
    return { target, ...jsonEntry(at(stored.details, index)) }
  })
}

function jsonEntry({ digest, size }: StoredBody, total = 0): TargetEntry {
  return { digest, size, total, type: 'application/json', storage: 'gzip' }
}

function snapshotEntry({ digest, size }: StoredBody): TargetEntry {
  return { digest, size, total: 0, type: 'application/gzip', storage: 'identity' }
}
