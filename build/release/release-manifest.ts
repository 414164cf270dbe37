// What `release.json` says: of the release, for its readers, and of the build, for people.

import { CURRENT_VERSION } from '../../contract/api/versions.ts'
import { KEY_KINDS, KEY_LIMITS, type KeyKind } from '../../contract/keys/kinds.ts'
import { recordOf } from '../../contract/lib/record-of.ts'
import type { FileFacts, History, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { BrokenIssuer } from '../catalogue/broken-issuer.ts'
import { countByStatus, countKept } from '../catalogue/catalogue-offer.ts'
import type { Coverage } from '../previous-state/state-header.ts'
import type { ReleaseTable } from '../steps/build-route-table.ts'
import type { ReleaseDate } from '../steps/date-release.ts'
import type { Verdict } from '../steps/judge-source.ts'
import type { Previous } from '../steps/load-previous.ts'
import type { Reference } from '../steps/read-reference.ts'
import type { Contents, Rendered } from '../steps/render-responses.ts'
import type { ChangeReport } from '../steps/report-changes.ts'

/** `release.json`, whole. No clock is in it: one input gives one manifest. */
export interface BuiltManifest extends ReleaseManifest {
  history: History
  country: string
  time_zone: string
  /** Of all objects on disk, in bytes. */
  stored_bytes: number
  reach: Coverage
  snapshots: Record<KeyKind, FileFacts & { offers: number }>
  changes: ChangeReport
  /** Of the source: records read and rejected. */
  source: Pick<Verdict, 'records' | 'rejected'>
  /** Offers that are kept as last known, because their records are missing or rejected. */
  kept_offers: number
  broken_issuers: BrokenIssuer[]
}

/** Everything that a build found out, or made. */
export interface ReleaseFacts {
  previous: Previous
  reference: Reference
  date: ReleaseDate
  /** The number of issuers. */
  issuers: number
  coverage: Coverage
  changes: ChangeReport
  verdict: Verdict
  fingerprint: string
  history: History
  contents: Contents
  rendered: Rendered
  table: ReleaseTable
}

/** The manifest before the memory file is written, whose header repeats some of it. */
export type ManifestDraft = Omit<BuiltManifest, 'format' | 'memory'>

export function draftManifest(facts: ReleaseFacts): ManifestDraft {
  const { reference, date, contents, rendered, table, verdict } = facts
  const { objects, storedBytes } = countObjects(rendered)
  const { attribution, country, time_zone } = reference.catalogue
  return {
    id: table.id,
    previous: previousOf(table.id, facts.previous),
    data_as_of: date.data_as_of,
    schema_version: CURRENT_VERSION.schemaVersion,
    attribution,
    country,
    time_zone,
    routes: table.facts,
    fingerprint: facts.fingerprint,
    history: facts.history,
    counts: {
      offers: countByStatus(contents.readable),
      issuers: facts.issuers,
      routes: table.routes,
      objects,
    },
    stored_bytes: storedBytes,
    reach: facts.coverage,
    snapshots: recordOf(KEY_KINDS, (kind) => {
      const { snapshot } = KEY_LIMITS[kind]
      const { digest, size } = rendered.snapshots[snapshot]
      return { digest, size, offers: contents.snapshots[snapshot].length }
    }),
    changes: facts.changes,
    source: { records: verdict.records, rejected: verdict.rejected },
    kept_offers: countKept(contents.readable),
    broken_issuers: verdict.broken_issuers,
  }
}

/** The release that this one continues; one that is built again continues what it did the first time. */
function previousOf(id: string, { state }: Previous): string | null {
  const { header } = state
  if (header === null) return null
  return header.release === id ? header.previous : header.release
}

/** Equal bodies are one object: pages of different lists may be equal, and a small catalogue is its own sample. */
function countObjects({ home, snapshots, versions }: Rendered) {
  const digests = new Set<string>()
  let storedBytes = 0
  const ofVersions = [...versions.values()].flatMap(({ documents, pages, details }) => [
    Object.values(documents),
    pages,
    details,
  ])
  for (const bodies of [home, Object.values(snapshots), ...ofVersions]) {
    for (const body of bodies) {
      if (!digests.has(body.digest)) storedBytes += body.storedBytes
      digests.add(body.digest)
    }
  }
  return { objects: digests.size, storedBytes }
}
