// Step: every body, compressed and on disk, by all cores.

import { DOCUMENT_NAMES, type DocumentName } from '../../contract/api/resources.ts'
import type { VersionName } from '../../contract/api/versions.ts'
import { SNAPSHOT_CONTENTS, type SnapshotContent } from '../../contract/keys/kinds.ts'
import { at } from '../../contract/lib/at.ts'
import { recordOf } from '../../contract/lib/record-of.ts'
import type { ReleaseWriter } from '../../contract/release/writer.ts'
import type { HomeFile } from '../../page/home-files.ts'
import type { CatalogueOffer } from '../catalogue/catalogue-offer.ts'
import type { LineStore } from '../catalogue/line-store.ts'
import { type Progress, withPhase } from '../progress/progress.ts'
import { storeBody } from '../render/store-body.ts'
import type { StoredBody, WorkUnit } from '../render/work-unit.ts'
import type { WorkerPool } from '../render/worker-pool.ts'
import type { ReleaseDate } from './date-release.ts'
import type { PlannedPage } from './plan-pages.ts'
import type { DocumentBodies } from './render-documents.ts'

/** What a release is to hold. */
export interface Contents {
  documents: DocumentBodies
  /** The page for people, and what goes with it. */
  home: readonly HomeFile[]
  /** The offers of each snapshot. */
  snapshots: Readonly<Record<SnapshotContent, readonly CatalogueOffer[]>>
  pages: readonly PlannedPage[]
  /** The offers that can be read by id. */
  readable: readonly CatalogueOffer[]
}

export interface Rendered {
  /** One for each file beside the API, in their order. */
  home: readonly StoredBody[]
  /** In their lines stands no version of the API. */
  snapshots: Readonly<Record<SnapshotContent, StoredBody>>
  /** Of each version of the API that the release holds. */
  versions: ReadonlyMap<VersionName, RenderedVersion>
  /** Where the lines of memory.gz are, compressed. */
  statePath: string
}

export interface RenderedVersion {
  documents: Readonly<Record<DocumentName, StoredBody>>
  /** One for each planned page, in their order. */
  pages: readonly StoredBody[]
  /** One for each readable offer, in their order. */
  details: readonly StoredBody[]
}

export interface RenderContext {
  date: ReleaseDate
  lines: LineStore
  pool: WorkerPool
  writer: ReleaseWriter
  progress: Progress
}

const PAGES_PER_UNIT = 32
const DETAILS_PER_UNIT = 256

export async function renderResponses(contents: Contents, context: RenderContext): Promise<Rendered> {
  const { date, lines, pool, writer, progress } = context
  const { root } = writer
  const { data_as_of, attribution } = date
  const statePath = writer.stagingPath()
  const job = { root, edition: { data_as_of, attribution }, lines: lines.share() }
  const home = contents.home.map(({ body }) => storeBody(body, writer))
  const ofVersion = contents.pages.length + contents.readable.length
  const responses = SNAPSHOT_CONTENTS.length + contents.documents.size * ofVersion
  const phase = progress.begin('rendering', responses, 'responses')
  const bodies = await withPhase(phase, ({ advance }) =>
    pool.renderAll(job, unitsOf(contents, statePath), advance),
  )
  return {
    home,
    snapshots: recordOf(SNAPSHOT_CONTENTS, (content) => at(bodies, SNAPSHOT_CONTENTS.indexOf(content))),
    versions: new Map(
      [...contents.documents].map(([name, documents], index) => {
        const firstPage = SNAPSHOT_CONTENTS.length + index * ofVersion
        const firstDetail = firstPage + contents.pages.length
        return [
          name,
          {
            documents: recordOf(DOCUMENT_NAMES, (each) => storeBody(documents[each], writer)),
            pages: bodies.slice(firstPage, firstDetail),
            details: bodies.slice(firstDetail, firstPage + ofVersion),
          },
        ]
      }),
    ),
    statePath,
  }
}

/** The long ones first: threads then end together. */
function* unitsOf({ documents, snapshots, pages, readable }: Contents, path: string): Generator<WorkUnit> {
  yield {
    kind: 'state',
    path,
    offers: readable.map(({ line, withdrawnOn, keptSince }) => ({ line, withdrawnOn, keptSince })),
  }
  for (const content of SNAPSHOT_CONTENTS) yield { kind: 'snapshot', lines: linesOf(snapshots[content]) }
  for (const version of documents.keys()) {
    for (const some of batches(pages, PAGES_PER_UNIT)) {
      yield {
        kind: 'pages',
        version,
        pages: some.map(({ list, limit, offset }) => ({
          lines: list.lines.slice(offset, offset + limit),
          total: list.lines.length,
          limit,
          offset,
          ofChanges: list.ofChanges,
        })),
      }
    }
    for (const some of batches(readable, DETAILS_PER_UNIT))
      yield { kind: 'details', version, lines: linesOf(some) }
  }
}

function linesOf(offers: readonly CatalogueOffer[]): number[] {
  return offers.map(({ line }) => line)
}

function* batches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
