// Step: writes the three files of the release. Its objects already exist.

import { rmSync } from 'node:fs'
import { packageTarget } from '../../../contract/api/home.ts'
import { CURRENT_VERSION } from '../../../contract/api/versions.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import { fileFactsOf, type Pointer } from '../../../contract/release/manifest.ts'
import { gzip } from '../../../lib/compression.ts'
import { sha256 } from '../../../lib/digest.ts'
import { readRegularSync } from '../../../lib/files/file-access.ts'
import { jsonLine, prettyJson } from '../../../lib/json/json.ts'
import { recordOf } from '../../../lib/record-of.ts'
import { rememberBroken } from '../../day/broken-issuer.ts'
import { countByStatus, countKept } from '../../day/catalogue-offer.ts'
import type { MemoryHeader, Previous } from '../../day/memory.ts'
import type { BuiltManifest, RenderedRelease } from '../../day/release-draft.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import type { ReleaseTable } from './build-target-table.ts'

type ReleaseFacts = RenderedRelease & { table: ReleaseTable }

/** @returns the manifest, and the pointer that makes the release the current one */
export function writeRelease(
  release: ReleaseFacts,
  { writer }: OutputFolder,
): { manifest: BuiltManifest; pointer: Pointer } {
  const { memoryLinesPath, table } = release
  const draft = draftManifest(release)
  const memory = Buffer.concat([gzip(memoryHeader(draft, release)), readRegularSync(memoryLinesPath)])
  rmSync(memoryLinesPath)
  const manifest: BuiltManifest = { format: 1, ...draft, memory: fileFactsOf(memory) }
  const bytes = Buffer.from(prettyJson(manifest))
  writer.putRelease(manifest.id, { manifest: bytes, table: table.bytes, memory })
  return { manifest, pointer: { release: manifest.id, manifest: sha256(bytes) } }
}

// The header is a separate gzip member before the one with the lines, because its id is known only after rendering.
// Gzip members may follow each other (RFC 1952 2.2).
function memoryHeader(draft: ManifestDraft, { book, verdict, packages }: ReleaseFacts): Buffer {
  const { id: release, previous, data_as_of, fingerprint, counts, reach } = draft
  const broken = verdict.broken_issuers.map((each) => rememberBroken(each, verdict.came))
  const history = Object.keys(draft.history)
  const offers = Object.values(counts.offers).reduce((sum, count) => sum + count, 0)
  // Builds of version 0.1 read `reach` as well.
  const header: MemoryHeader & Pick<ManifestDraft, 'reach'> = {
    format: 1,
    release,
    previous,
    data_as_of,
    fingerprint,
    offers,
    reach,
    broken,
    history,
    ...(book.entries.length > 0 && { refs: book.entries }),
    ...(packages.length > 0 && { packages: packages.map(({ entry }) => entry) }),
  }
  return Buffer.from(`${jsonLine(header)}\n`)
}

/** The manifest without the facts of the memory file, whose header repeats some of it. */
type ManifestDraft = Omit<BuiltManifest, 'format' | 'memory'>

function draftManifest(release: ReleaseFacts): ManifestDraft {
  const { reference, date, readable, snapshots, storedSnapshots, table, verdict } = release
  const { objects, storedBytes } = countObjects(release)
  const { attribution, country, time_zone } = reference.catalogue
  const [present] = release.packages
  return {
    id: table.id,
    previous: predecessorOf(table.id, release.previous),
    data_as_of: date.data_as_of,
    schema_version: CURRENT_VERSION.schemaVersion,
    attribution,
    ...(present && { client: packageTarget(present) }),
    country,
    time_zone,
    routes: table.facts,
    fingerprint: release.fingerprint,
    history: release.history,
    counts: {
      offers: countByStatus(readable),
      issuers: release.documents.counted.issuers.length,
      routes: table.targets,
      objects,
    },
    stored_bytes: storedBytes,
    reach: release.reach,
    snapshots: recordOf(KEY_KINDS, (kind) => {
      const { snapshot } = KEY_LIMITS[kind]
      const { digest, size } = storedSnapshots[snapshot]
      return { digest, size, offers: snapshots[snapshot].length }
    }),
    changes: release.changes,
    source: { records: verdict.records, rejected: verdict.rejected },
    kept_offers: countKept(readable),
    broken_issuers: verdict.broken_issuers,
  }
}

/** The release that this one continues. A release that is built again continues the same one as before. */
function predecessorOf(id: string, { memory }: Previous): string | null {
  const { header } = memory
  if (header === null) return null
  return header.release === id ? header.previous : header.release
}

/** Equal bodies are one object: pages of different lists may be equal, and a small catalogue equals its sample. */
function countObjects({ bodies, storedSnapshots }: RenderedRelease) {
  const sizes = new Map<string, number>()
  for (const { digest, storedBytes } of [...bodies.values(), ...Object.values(storedSnapshots)]) {
    sizes.set(digest, storedBytes)
  }
  return { objects: sizes.size, storedBytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) }
}
