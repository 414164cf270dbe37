// Step: the three files of the release, beside the objects that are there already.

import { readFileSync, rmSync } from 'node:fs'
import { sha256 } from '../../contract/lib/digest.ts'
import { jsonLine, prettyJson } from '../../contract/lib/json.ts'
import { releaseIdOf } from '../../contract/release/layout.ts'
import type { FileFacts } from '../../contract/release/manifest.ts'
import { encodeRouteTable, type TargetedRoute } from '../../contract/release/route-table.ts'
import type { ReleaseWriter } from '../../contract/release/writer.ts'
import type { StateHeader } from '../previous-state/state-header.ts'
import type { ManifestDraft } from '../release/draft-manifest.ts'
import { gzip } from '../render/gzip.ts'
import type { BuiltManifest } from '../report/build-report.ts'

export interface ReleaseTable {
  id: string
  bytes: Buffer
  facts: FileFacts
}

/** The table as bytes, and the id that the release has by it. */
export function tabulate(dataAsOf: string, routes: readonly TargetedRoute[]): ReleaseTable {
  const bytes = encodeRouteTable(routes)
  const facts = factsOf(bytes)
  return { id: releaseIdOf(dataAsOf, facts.digest), bytes, facts }
}

/** @param memoryPath the compressed lines of the memory file; they are moved into the release */
export function writeRelease(
  draft: ManifestDraft,
  table: ReleaseTable,
  { writer, memoryPath }: { writer: ReleaseWriter; memoryPath: string },
): { manifest: BuiltManifest; digest: string } {
  const memory = Buffer.concat([gzip(memoryHeader(draft)), readFileSync(memoryPath)])
  rmSync(memoryPath)
  const manifest: BuiltManifest = { format: 1, ...draft, memory: factsOf(memory) }
  const bytes = Buffer.from(prettyJson(manifest))
  writer.putRelease(manifest.id, { manifest: bytes, routes: table.bytes, memory })
  return { manifest, digest: sha256(bytes) }
}

// A gzip member of its own, before the one with the lines: gzip files may be joined end to end (RFC 1952 2.2),
// and the header holds the id, which is known only when all is rendered.
function memoryHeader(draft: ManifestDraft): Buffer {
  const { id: release, previous, data_as_of, fingerprint, counts, reach } = draft
  const offers = Object.values(counts.offers).reduce((sum, count) => sum + count, 0)
  const header: StateHeader = { format: 1, release, previous, data_as_of, fingerprint, offers, reach }
  return Buffer.from(`${jsonLine(header)}\n`)
}

function factsOf(bytes: Buffer): FileFacts {
  return { digest: sha256(bytes), size: bytes.length }
}
