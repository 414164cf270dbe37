// Step: the table from canonical target to body, and the id that the release has by it.

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
import { at } from '../../../lib/at.ts'
import { sha256 } from '../../../lib/digest.ts'
import type { ReleaseDate } from '../../day/release-date.ts'
import type { StoredBody } from '../../render/work-unit.ts'
import type { Contents, Rendered, RenderedVersion } from './render-responses.ts'

export interface ReleaseTable {
  /** Of the release. */
  id: string
  bytes: Buffer
  facts: FileFacts
  routes: number
}

/** What a build is to name a release by: its moment, and the digest of all that it is made from. */
export type ReleaseIdentity = Pick<ReleaseDate, 'data_as_of'> & { fingerprint: string }

export function buildTargetTable(
  contents: Contents,
  rendered: Rendered,
  { data_as_of, fingerprint }: ReleaseIdentity,
): ReleaseTable {
  const routes = [
    ...homeRoutes(contents, rendered),
    ...[...rendered.versions].flatMap(([name, bodies]) =>
      routesOf(versionNamed(name), contents, bodies, rendered.snapshots),
    ),
  ]
  const bytes = encodeTargetTable(routes)
  const facts = fileFactsOf(bytes)
  // The table alone would not do: a release may differ from another in what it remembers, and nothing else.
  const id = releaseIdOf(data_as_of, sha256(`${facts.digest} ${fingerprint}`))
  return { id, bytes, facts, routes: routes.length }
}

function homeRoutes({ home }: Contents, rendered: Rendered): NamedTargetEntry[] {
  return home.map(({ target, type }, index) => ({ target, ...jsonEntry(at(rendered.home, index)), type }))
}

function routesOf(
  version: Version,
  contents: Contents,
  rendered: RenderedVersion,
  snapshots: Rendered['snapshots'],
): NamedTargetEntry[] {
  const targets = targetsIn(version)
  return [
    ...DOCUMENT_NAMES.map((name) => ({
      target: targets.paths[name],
      ...jsonEntry(rendered.documents[name]),
    })),
    ...KEY_KINDS.map((kind) => ({
      target: targets.snapshot(kind),
      ...snapshotEntry(snapshots[KEY_LIMITS[kind].snapshot]),
    })),
    ...pageRoutes(version, contents, rendered),
    ...detailRoutes(version, contents, rendered),
  ]
}

function pageRoutes(
  { basePath }: Version,
  { pages }: Contents,
  rendered: RenderedVersion,
): NamedTargetEntry[] {
  return pages.flatMap(({ list, limit, offset }, index) => {
    const entry = jsonEntry(at(rendered.pages, index), list.lines.length)
    return list.prefixes.map((prefix) => ({
      target: windowTarget(basePath + prefix, { limit, offset }),
      ...entry,
    }))
  })
}

function detailRoutes(
  version: Version,
  { readable }: Contents,
  rendered: RenderedVersion,
): NamedTargetEntry[] {
  return readable.map(({ id }, index) => {
    const target = targetsIn(version).offer(id)
    if (target === undefined) throw new RangeError(`no address for ${id}`)
    return { target, ...jsonEntry(at(rendered.details, index)) }
  })
}

function jsonEntry({ digest, size }: StoredBody, total = 0): TargetEntry {
  return { digest, size, total, type: 'application/json', storage: 'gzip' }
}

function snapshotEntry({ digest, size }: StoredBody): TargetEntry {
  return { digest, size, total: 0, type: 'application/gzip', storage: 'identity' }
}
