// Step: what `release.json` says beside the facts of its own files.

import { SCHEMA_VERSION } from '../../contract/api/edition.ts'
import { snapshotTarget } from '../../contract/api/request-target.ts'
import type { KeyKind } from '../../contract/keys/kinds.ts'
import type { FileFacts } from '../../contract/release/manifest.ts'
import type { TargetedRoute } from '../../contract/release/route-table.ts'
import { countByStatus } from '../catalogue/catalogue-offer.ts'
import type { Day } from '../day.ts'
import type { Made } from '../render/render-unit.ts'
import type { BuiltManifest } from '../report/build-report.ts'
import type { Contents } from '../steps/render-responses.ts'
import type { ReleaseTable } from '../steps/write-release.ts'

/** A manifest before its files are written. */
export type ManifestDraft = Omit<BuiltManifest, 'format' | 'memory'>

export interface ManifestFacts {
  day: Day
  contents: Contents
  table: ReleaseTable
  routes: readonly TargetedRoute[]
  /** What was made by whom: it adds up. */
  made: readonly Made[]
}

export function draftManifest({ day, contents, table, routes, made }: ManifestFacts): ManifestDraft {
  const { catalogue } = day.reference
  return {
    id: table.id,
    previous: previousOf(table.id, day),
    data_as_of: day.today.data_as_of,
    schema_version: SCHEMA_VERSION,
    attribution: catalogue.attribution,
    country: catalogue.country,
    time_zone: catalogue.time_zone,
    routes: table.facts,
    fingerprint: contents.fingerprint,
    counts: {
      offers: countByStatus(contents.ordered.readable),
      issuers: contents.described.issuersCount,
      routes: routes.length,
      objects: made.reduce((sum, { objects }) => sum + objects, 0),
    },
    stored_bytes: made.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    reach: contents.selection.reach,
    snapshots: snapshotFacts(contents, routes),
    changes: day.changes,
    guards: day.guards,
  }
}

/** The release that this one continues; one that is built again continues what it did the first time. */
function previousOf(id: string, { recalled }: Day): string | null {
  const { header } = recalled.memory
  if (header === null) return null
  return header.release === id ? header.previous : header.release
}

function snapshotFacts({ ordered, sampled }: Contents, routes: readonly TargetedRoute[]) {
  const offers: Record<KeyKind, number> = { named: ordered.listed.length, demo: sampled.length }
  const factsOf = (kind: KeyKind): FileFacts & { offers: number } => {
    const route = routes.find(({ target }) => target === snapshotTarget(kind))
    if (!route) throw new RangeError(`no route to the ${kind} snapshot`)
    return { digest: route.digest, size: route.size, offers: offers[kind] }
  }
  return { demo: factsOf('demo'), named: factsOf('named') }
}
