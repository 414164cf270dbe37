// A small release on disk, made with the contract's writer alone: for tests that need something to serve.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PATHS } from '../../contract/api/resources.ts'
import {
  detailBody,
  editionIn,
  listBody,
  snapshotLine,
  type VersionedEdition,
  wholeListBody,
} from '../../contract/api/responses.ts'
import { CURRENT_VERSION } from '../../contract/api/versions.ts'
import { DEFAULT_LIMIT, KEY_KINDS, LARGE_PAGE_SIZE } from '../../contract/keys/kinds.ts'
import { objectPath, POINTER_PATH, releaseIdOf, type Storage } from '../../contract/release/layout.ts'
import type { Pointer, ReleaseManifest } from '../../contract/release/manifest.ts'
import {
  encodeTargetTable,
  type MediaType,
  type NamedTargetEntry,
  type TargetEntry,
} from '../../contract/release/target-table.ts'
import { ReleaseWriter, STAGING_FOLDER } from '../../contract/release/writer.ts'
import { sha256 } from '../../lib/digest.ts'
import { jsonLine, prettyJson } from '../../lib/json/json.ts'
import { elementAt } from '../../lib/lists.ts'
import { changesTarget, listTarget, offerTarget, snapshotTarget } from './current-targets.ts'
import { TINY_ISSUER, tinyOffer } from './tiny-offer.ts'

export interface TinyOptions {
  dataAsOf?: string
  /** The number of offers. Each adds about 1 kB to the snapshot, because it hardly compresses. */
  offers?: number
  /** The least size of the snapshot, in bytes. Its lines are repeated until it has that size. */
  snapshotBytes?: number
  /** Issuers whose source is broken. */
  broken?: ReleaseManifest['broken_issuers']
}

/** The size of a snapshot, in bytes, that the buffers of a connection do not hold. */
export const LARGE_SNAPSHOT = 10_000_000

/** The written files, for comparison with answers. */
export interface TinyRelease {
  pointer: Pointer
  manifest: ReleaseManifest
  /** The body of each target, uncompressed (of snapshots: the gzip file itself). */
  bodies: ReadonlyMap<string, Buffer>
  /** @throws {RangeError} for a target that is not published */
  entry(target: string): TargetEntry
}

/** The number of offers with an address: only the first ones, so that the release is written quickly. */
const DETAILS = 5

/** A moment after which every offer of a tiny release changed. */
export const LONG_AGO = '2026-07-01T10:00:00.000Z'

export const TINY_ATTRIBUTION = 'Tiny Test Data, https://data.example'

/** Writes a release, and makes it current. */
export function publishTinyRelease(root: string, options: TinyOptions = {}): TinyRelease {
  const release = writeTinyRelease(root, options)
  // Not by the writer, which waits for the disk: tests need not survive a loss of power.
  const staged = join(root, 'latest.json.staged')
  writeFileSync(staged, prettyJson(release.pointer))
  renameSync(staged, join(root, POINTER_PATH))
  return release
}

/** Writes a release that nothing points at yet. */
export function writeTinyRelease(root: string, options: TinyOptions = {}): TinyRelease {
  const { dataAsOf = '2026-08-22T10:00:00.000Z', offers = 120, snapshotBytes = 0, broken = [] } = options
  const edition = editionIn(CURRENT_VERSION, { data_as_of: dataAsOf, attribution: TINY_ATTRIBUTION })
  const writer = new ReleaseWriter(root)
  mkdirSync(join(root, STAGING_FOLDER), { recursive: true })
  const bodies = new Map<string, Buffer>()
  const routes: NamedTargetEntry[] = []
  const written = new Set<string>()
  const put: Put = (target, body, total = 0, storage = 'gzip') => {
    const digest = sha256(body)
    if (!written.has(digest)) {
      // Not by `writer.prepare`, which makes 256 folders, one for each first byte of a digest.
      mkdirSync(join(root, objectPath(digest, storage), '..'), { recursive: true })
      writer.putObject(digest, storage, storage === 'gzip' ? quickGzip(body) : body)
      written.add(digest)
    }
    const type: MediaType = storage === 'gzip' ? 'application/json' : 'application/gzip'
    routes.push({ target, digest, size: body.length, total, type, storage })
    bodies.set(target, body)
  }

  const all = Array.from({ length: offers }, (_, index) => tinyOffer(index, dataAsOf))
  const lines = all.map((offer) => Buffer.from(jsonLine(offer)))
  putPages(put, lines, edition)
  all.slice(0, DETAILS).forEach((offer, index) => {
    put(offerTarget(offer.id) ?? '', detailBody(elementAt(lines, index), edition))
  })
  putDocuments(put, offers, edition)
  const snapshot = repeatedGzip(
    Buffer.concat(lines.map((line) => snapshotLine(line, edition))),
    snapshotBytes,
  )
  for (const kind of KEY_KINDS) put(snapshotTarget(kind), snapshot, 0, 'identity')

  const { pointer, manifest } = putRelease(writer, edition, routes, { offers, broken })
  return {
    pointer,
    manifest,
    bodies,
    entry: (target) => {
      const found = routes.find((route) => route.target === target)
      if (!found) throw new RangeError(`${target} is not published`)
      return found
    },
  }
}

type Put = (target: string, body: Buffer, total?: number, storage?: Storage) => void

function putPages(put: Put, lines: readonly Buffer[], edition: VersionedEdition): void {
  const total = lines.length
  for (const limit of [DEFAULT_LIMIT, LARGE_PAGE_SIZE]) {
    for (let offset = 0; offset < Math.max(total, 1); offset += limit) {
      const page = lines.slice(offset, offset + limit)
      const window = { count: page.length, total, limit, offset }
      const ofChanges = { ...window, since: null }
      put(changesTarget({ since: null, limit, offset }), listBody(page, edition, ofChanges), total)
      // The only issuer's list is the list of all: two targets that share their bodies.
      put(listTarget({ limit, offset }), listBody(page, edition, window), total)
      put(listTarget({ issuer: TINY_ISSUER.slug, limit, offset }), listBody(page, edition, window), total)
    }
  }
}

function putDocuments(put: Put, offers: number, edition: VersionedEdition): void {
  put(PATHS.issuers, wholeListBody([{ ...TINY_ISSUER, offers_count: offers }], edition))
  put(PATHS.categories, wholeListBody([{ slug: 'food', name: 'Food', offers_count: offers }], edition))
  put(PATHS.comunas, wholeListBody([], edition))
  put(PATHS.openapi, Buffer.from(prettyJson({ openapi: '3.1.0' })))
}

/** Compresses quickly: the offers hardly compress at any level. */
function quickGzip(body: Uint8Array): Buffer {
  return gzipSync(body, { level: 1 })
}

/**
 * A gzip file of at least a size, in bytes, which has a text again and again. Members of gzip may follow each other
 * (RFC 1952 2.2).
 */
function repeatedGzip(text: Uint8Array, bytes: number): Buffer {
  const member = quickGzip(text)
  const times = Math.max(1, Math.ceil(bytes / member.length))
  return Buffer.concat(Array.from({ length: times }, () => member))
}

function putRelease(
  writer: ReleaseWriter,
  edition: VersionedEdition,
  routes: NamedTargetEntry[],
  { offers, broken }: Required<Pick<TinyOptions, 'offers' | 'broken'>>,
) {
  const table = encodeTargetTable(routes)
  const memory = gzipSync('{}\n')
  const id = releaseIdOf(edition.data_as_of, sha256(table))
  const manifest: ReleaseManifest = {
    format: 1,
    id,
    previous: null,
    ...edition,
    routes: { digest: sha256(table), size: table.length },
    memory: { digest: sha256(memory), size: memory.length },
    fingerprint: sha256(table),
    history: { [edition.data_as_of]: 0, [LONG_AGO]: offers },
    counts: { offers: { active: offers }, issuers: 1, routes: routes.length, objects: routes.length },
    stored_bytes: 0,
    broken_issuers: broken,
  }
  const bytes = Buffer.from(prettyJson(manifest))
  writer.putRelease(id, { manifest: bytes, table, memory })
  return { pointer: { release: id, manifest: sha256(bytes) }, manifest }
}
