// Step: the responses: every page, detail and document, compressed and on disk, by all cores.

import { DOCUMENT_NAMES, type DocumentName } from '../../../contract/api/resources.ts'
import type { VersionName } from '../../../contract/api/versions.ts'
import type { HomeFile } from '../../../home/home-files.ts'
import { at } from '../../../lib/at.ts'
import { type Progress, withPhase } from '../../../lib/progress/progress.ts'
import { recordOf } from '../../../lib/record-of.ts'
import { linesOf, type PageUnit, type StoredBody, type WorkUnit } from '../../render/work-unit.ts'
import type { WorkerPool } from '../../render/worker-pool.ts'
import type { PlannedPage } from '../plan/plan-pages.ts'
import type { DocumentBodies } from '../plan/render-documents.ts'
import type { RenderedSnapshots, SnapshotOffers } from './render-snapshots.ts'

/** What a release is to hold. */
export interface Contents extends SnapshotOffers {
  documents: DocumentBodies
  /** The page for people, and what goes with it. */
  home: readonly HomeFile[]
  pages: readonly PlannedPage[]
}

export interface RenderedResponses {
  /** One for each file beside the API, in their order. */
  home: readonly StoredBody[]
  /** Of each version of the API that the release holds. */
  versions: ReadonlyMap<VersionName, RenderedVersion>
}

/** All bodies of a release. */
export type Rendered = RenderedSnapshots & RenderedResponses

export interface RenderedVersion {
  documents: Readonly<Record<DocumentName, StoredBody>>
  /** One for each planned page, in their order. */
  pages: readonly StoredBody[]
  /** One for each readable offer, in their order. */
  details: readonly StoredBody[]
}

export interface RenderContext {
  /** Has its job. */
  pool: WorkerPool
  progress: Progress
}

const PAGES_PER_UNIT = 32
const DETAILS_PER_UNIT = 256

export async function renderResponses(
  contents: Contents,
  { pool, progress }: RenderContext,
): Promise<RenderedResponses> {
  const { documents, home, pages, readable } = contents
  const ofVersion = DOCUMENT_NAMES.length + pages.length + readable.length
  const phase = progress.begin('rendering', home.length + documents.size * ofVersion, 'responses')
  const bodies = await withPhase(phase, ({ advance }) => pool.renderAll(unitsOf(contents), advance))
  const take = (count: number) => bodies.splice(0, count)
  return {
    home: take(home.length),
    versions: new Map(
      Array.from(documents.keys(), (version) => {
        const ofDocuments = take(DOCUMENT_NAMES.length)
        const stored = recordOf(DOCUMENT_NAMES, (name) => at(ofDocuments, DOCUMENT_NAMES.indexOf(name)))
        return [version, { documents: stored, pages: take(pages.length), details: take(readable.length) }]
      }),
    ),
  }
}

function* unitsOf({ documents, home, pages, readable }: Contents): Generator<WorkUnit> {
  yield { kind: 'bodies', bodies: home.map(({ body }) => body) }
  for (const [version, bodies] of documents) {
    yield { kind: 'bodies', bodies: DOCUMENT_NAMES.map((name) => bodies[name]) }
    for (const some of batches(pages, PAGES_PER_UNIT))
      yield { kind: 'pages', version, pages: some.map(pageUnit) }
    for (const some of batches(readable, DETAILS_PER_UNIT))
      yield { kind: 'details', version, lines: linesOf(some) }
  }
}

function pageUnit({ list, limit, offset }: PlannedPage): PageUnit {
  const { lines, ofChanges } = list
  return { lines: lines.slice(offset, offset + limit), total: lines.length, limit, offset, ofChanges }
}

function* batches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
