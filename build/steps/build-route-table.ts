// Step: the table from canonical target to body, and the id that the release has by it.

import { offerTarget, snapshotTarget, windowTarget } from '../../contract/api/request-target.ts'
import { DOCUMENT_NAMES, PATHS } from '../../contract/api/resources.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../contract/keys/kinds.ts'
import { at } from '../../contract/lib/at.ts'
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

export function buildRouteTable(contents: Contents, rendered: Rendered, date: ReleaseDate): ReleaseTable {
  const routes = [
    ...DOCUMENT_NAMES.map((name) => ({ target: PATHS[name], ...jsonEntry(rendered.documents[name]) })),
    ...KEY_KINDS.map((kind) => ({
      target: snapshotTarget(kind),
      ...snapshotEntry(rendered.snapshots[KEY_LIMITS[kind].snapshot]),
    })),
    ...pageRoutes(contents, rendered),
    ...detailRoutes(contents, rendered),
  ]
  const bytes = encodeRouteTable(routes)
  const facts = fileFactsOf(bytes)
  return { id: releaseIdOf(date.data_as_of, facts.digest), bytes, facts, routes: routes.length }
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
