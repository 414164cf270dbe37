// Units of work for a thread, of some milliseconds each but for the long files: it assembles bodies from rendered offers,
// hashes, compresses and stores them. Units and results are plain data. Rendered offers are in shared memory; units name
// them by the numbers of their lines.

import { detailBody, type Edition, editionIn, listBody, snapshotLine } from '../../contract/api/responses.ts'
import { type VersionName, versionNamed } from '../../contract/api/versions.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { gzip } from '../../lib/compression.ts'
import { sha256 } from '../../lib/digest.ts'
import type { Absence, CatalogueOffer } from '../day/catalogue-offer.ts'
import { type Lines, openLines, type SharedLines } from '../day/line-store.ts'
import { memoryLineFrame } from '../day/memory.ts'
import type { StoredBody } from '../day/release-draft.ts'
import { GzipFile } from './gzip-file.ts'

/** A page: the lines of its offers, and its window for `meta`. */
export interface PageUnit {
  lines: readonly number[]
  total: number
  limit: number
  offset: number
  /** Whether it is a page of all changes. */
  ofChanges: boolean
}

/** A request to a thread; lines are named by their numbers. */
export type WorkUnit =
  /** Finished bodies. */
  | { kind: 'bodies'; bodies: readonly Uint8Array[] }
  /** The lines of memory.gz, compressed into the file at `path`, which is no object. */
  | { kind: 'memory'; path: string; offers: readonly (Absence & { line: number })[] }
  | { kind: 'snapshot'; lines: readonly number[] }
  | { kind: 'pages'; version: VersionName; pages: readonly PageUnit[] }
  | { kind: 'details'; version: VersionName; lines: readonly number[] }

/** The numbers of the lines of offers. */
export function lineNumbers(offers: readonly CatalogueOffer[]): number[] {
  return offers.map(({ line }) => line)
}

/** The settings that all units of a build share. */
export interface RenderJob {
  /** The output folder. */
  root: string
  edition: Edition
  lines: SharedLines
}

/** Renders a unit and returns its stored bodies, in order. */
type RenderUnit = (unit: WorkUnit) => StoredBody[]

/** Takes the place of `createRenderUnit` until there is a job. */
export const withoutJob: RenderUnit = () => {
  throw new Error('a unit of work came before its job')
}

export function createRenderUnit({ root, edition, lines: shared }: RenderJob): RenderUnit {
  const lines = openLines(shared)
  const writer = new ReleaseWriter(root)
  return (unit) => {
    switch (unit.kind) {
      case 'memory':
        writeMemoryLines(unit, lines)
        return []
      case 'snapshot':
        return [storeSnapshot(unit.lines, { lines, edition, writer })]
      case 'bodies':
        return unit.bodies.map((body) => storeBody(body, writer))
      case 'pages': {
        const versioned = editionIn(versionNamed(unit.version), edition)
        return unit.pages.map(({ lines: onPage, total, limit, offset, ofChanges }) => {
          const since = ofChanges ? { since: null } : {}
          const bodyLines = onPage.map((line) => lines.at(line))
          const window = { count: onPage.length, total, limit, offset, ...since }
          return storeBody(listBody(bodyLines, versioned, window), writer)
        })
      }
      case 'details': {
        const versioned = editionIn(versionNamed(unit.version), edition)
        return unit.lines.map((line) => storeBody(detailBody(lines.at(line), versioned), writer))
      }
    }
  }
}

function writeMemoryLines({ path, offers }: Extract<WorkUnit, { kind: 'memory' }>, lines: Lines): void {
  const file = new GzipFile(path)
  for (const { line, ...absence } of offers) {
    const { before, after } = memoryLineFrame(absence)
    file.write(Buffer.concat([Buffer.from(before), lines.at(line), Buffer.from(after)]))
  }
  file.end()
}

/** Its digest and size are those of the compressed file, which clients get as it is. */
function storeSnapshot(
  numbers: readonly number[],
  { lines, edition, writer }: { lines: Lines; edition: Edition; writer: ReleaseWriter },
): StoredBody {
  const staged = writer.stagingPath()
  const file = new GzipFile(staged)
  for (const number of numbers) file.write(snapshotLine(lines.at(number), edition))
  const { digest, size } = file.end()
  writer.adoptObject(staged, digest, 'identity')
  return { digest, size, storedBytes: size }
}

/** Hashes and compresses a body, and stores it under its digest. */
function storeBody(body: Uint8Array, writer: ReleaseWriter): StoredBody {
  const digest = sha256(body)
  const stored = gzip(body)
  writer.putObject(digest, 'gzip', stored)
  return { digest, size: body.length, storedBytes: stored.length }
}
