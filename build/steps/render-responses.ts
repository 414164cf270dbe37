// Step: every body, compressed and on disk, by all cores.

import { DOCUMENT_NAMES, type DocumentName } from '../../contract/api/resources.ts'
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

/** What a release is to hold. */
export interface Contents {
  documents: Readonly<Record<DocumentName, Buffer>>
  /** The page for people, and what goes with it. */
  home: readonly HomeFile[]
  /** The offers of each snapshot. */
  snapshots: Readonly<Record<SnapshotContent, readonly CatalogueOffer[]>>
  pages: readonly PlannedPage[]
  /** The offers that can be read by id. */
  readable: readonly CatalogueOffer[]
}

export interface Rendered {
  documents: Readonly<Record<DocumentName, StoredBody>>
  /** One for each file beside the API, in their order. */
  home: readonly StoredBody[]
  snapshots: Readonly<Record<SnapshotContent, StoredBody>>
  /** One for each planned page, in their order. */
  pages: readonly StoredBody[]
  /** One for each readable offer, in their order. */
  details: readonly StoredBody[]
  /** Where the lines of memory.gz are, compressed. */
  statePath: string
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
  const documents = recordOf(DOCUMENT_NAMES, (name) => storeBody(contents.documents[name], writer))
  const home = contents.home.map(({ body }) => storeBody(body, writer))
  const firstPage = SNAPSHOT_CONTENTS.length
  const firstDetail = firstPage + contents.pages.length
  const phase = progress.begin('rendering', firstDetail + contents.readable.length, 'responses')
  const bodies = await withPhase(phase, ({ advance }) =>
    pool.renderAll(job, unitsOf(contents, statePath), advance),
  )
  return {
    documents,
    home,
    snapshots: recordOf(SNAPSHOT_CONTENTS, (content) => at(bodies, SNAPSHOT_CONTENTS.indexOf(content))),
    pages: bodies.slice(firstPage, firstDetail),
    details: bodies.slice(firstDetail),
    statePath,
  }
}

/** The long ones first: threads then end together. */
function* unitsOf({ snapshots, pages, readable }: Contents, path: string): Generator<WorkUnit> {
  yield {
    kind: 'state',
    path,
    offers: readable.map(({ line, withdrawnOn, keptSince }) => ({ line, withdrawnOn, keptSince })),
  }
  for (const content of SNAPSHOT_CONTENTS) yield { kind: 'snapshot', lines: linesOf(snapshots[content]) }
  for (const some of batches(pages, PAGES_PER_UNIT)) {
    yield {
      kind: 'pages',
      pages: some.map(({ list, limit, offset }) => ({
        lines: list.lines.slice(offset, offset + limit),
        total: list.lines.length,
        limit,
        offset,
        ofChanges: list.ofChanges,
      })),
    }
  }
  for (const some of batches(readable, DETAILS_PER_UNIT)) yield { kind: 'details', lines: linesOf(some) }
}

function linesOf(offers: readonly CatalogueOffer[]): number[] {
  return offers.map(({ line }) => line)
}

function* batches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
