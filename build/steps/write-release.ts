// Step: the three files of the release, beside the objects that are there already.

import { rmSync } from 'node:fs'
import { sha256 } from '../../contract/lib/digest.ts'
import { readRegularSync } from '../../contract/lib/files/file-access.ts'
import { jsonLine, prettyJson } from '../../contract/lib/json.ts'
import { fileFactsOf, type Pointer } from '../../contract/release/manifest.ts'
import type { ReleaseWriter } from '../../contract/release/writer.ts'
import type { StateHeader } from '../previous-state/state-header.ts'
import {
  type BuiltManifest,
  draftManifest,
  type ManifestDraft,
  type ReleaseFacts,
} from '../release/release-manifest.ts'
import { gzip } from '../render/gzip.ts'

/** @returns the manifest, and the pointer that makes the release the current one */
export function writeRelease(
  facts: ReleaseFacts,
  writer: ReleaseWriter,
): { manifest: BuiltManifest; pointer: Pointer } {
  const { rendered, table } = facts
  const draft = draftManifest(facts)
  const memory = Buffer.concat([gzip(stateHeader(draft)), readRegularSync(rendered.statePath)])
  rmSync(rendered.statePath)
  const manifest: BuiltManifest = { format: 1, ...draft, memory: fileFactsOf(memory) }
  const bytes = Buffer.from(prettyJson(manifest))
  writer.putRelease(manifest.id, { manifest: bytes, routes: table.bytes, memory })
  return { manifest, pointer: { release: manifest.id, manifest: sha256(bytes) } }
}

// A gzip member of its own, before the one with the lines: gzip files may be joined end to end (RFC 1952 2.2),
// and the header holds the id, which is known only when all is rendered.
function stateHeader(draft: ManifestDraft): Buffer {
  const { id: release, previous, data_as_of, fingerprint, counts, reach } = draft
  const broken = draft.broken_issuers.map(({ issuer, since, decision }) => ({ issuer, since, decision }))
  const history = Object.keys(draft.history)
  const offers = Object.values(counts.offers).reduce((sum, count) => sum + count, 0)
  const header: StateHeader = {
    format: 1,
    release,
    previous,
    data_as_of,
    fingerprint,
    offers,
    reach,
    broken,
    history,
  }
  return Buffer.from(`${jsonLine(header)}\n`)
}
