// Step: the table from canonical target to body, and the id that the release has by it.

import { offerTarget, snapshotTarget, windowTarget } from '../../contract/api/request-target.ts'
import { DOCUMENT_NAMES, PATHS } from '../../contract/api/resources.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../contract/keys/kinds.ts'
import { at } from '../../contract/lib/at.ts'
import { sha256 } from '../../contract/lib/digest.ts'
import { releaseIdOf } from '../../contract/release/layout.ts'
import { type FileFacts, fileFactsOf } from '../../contract/release/manifest.ts'
import { encodeRouteTable, type RouteEntry, type TargetedRoute } from '../../contract/release/route-table.ts'
import type { StoredBody } from '../render/work-unit.ts'
import type { ReleaseDate } from './date-release.ts'
import type { Contents, Rendered } from './render-responses.ts'

export interface ReleaseTable {
  /** Of the release. */
  id: string
  bytes: Buffer
  facts: FileFacts
  routes: number
}

/** What a build is to name a release by: its moment, and the digest of all that it is made from. */
export type ReleaseIdentity = Pick<ReleaseDate, 'data_as_of'> & { fingerprint: string }

export function buildRouteTable(
  contents: Contents,
  rendered: Rendered,
  { data_as_of, fingerprint }: ReleaseIdentity,
): ReleaseTable {
  const routes = [
    ...DOCUMENT_NAMES.map((name) => ({ target: PATHS[name], ...jsonEntry(rendered.documents[name]) })),
    ...homeRoutes(contents, rendered),
    ...KEY_KINDS.map((kind) => ({
      target: snapshotTarget(kind),
      ...snapshotEntry(rendered.snapshots[KEY_LIMITS[kind].snapshot]),
    })),
    ...pageRoutes(contents, rendered),
    ...detailRoutes(contents, rendered),
  ]
  const bytes = encodeRouteTable(routes)
  const facts = fileFactsOf(bytes)
  // The table alone would not do: a release may differ from another in what it remembers, and nothing else.
  const id = releaseIdOf(data_as_of, sha256(`${facts.digest} ${fingerprint}`))
  return { id, bytes, facts, routes: routes.length }
}

function homeRoutes({ home }: Contents, rendered: Rendered): TargetedRoute[] {
  return home.map(({ target, type }, index) => ({ target, ...jsonEntry(at(rendered.home, index)), type }))
}

function pageRoutes({ pages }: Contents, rendered: Rendered): TargetedRoute[] {
  return pages.flatMap(({ list, limit, offset }, index) => {
    const entry = jsonEntry(at(rendered.pages, index), list.lines.length)
    return list.prefixes.map((prefix) => ({ target: windowTarget(prefix, { limit, offset }), ...entry }))
  })
}

function detailRoutes({ readable }: Contents, rendered: Rendered): TargetedRoute[] {
  return readable.map(({ id }, index) => {
    const target = offerTarget(id)
    if (target === undefined) throw new RangeError(`no address for ${id}`)
    return { target, ...jsonEntry(at(rendered.details, index)) }
  })
}

function jsonEntry({ digest, size }: StoredBody, total = 0): RouteEntry {
  return { digest, size, total, type: 'application/json', storage: 'gzip' }
}

function snapshotEntry({ digest, size }: StoredBody): RouteEntry {
  return { digest, size, total: 0, type: 'application/gzip', storage: 'identity' }
}
