// Step: renders every page, detail and document on all cores, and writes them compressed to disk.

import { DOCUMENT_NAMES } from '../../../contract/api/resources.ts'
import { at } from '../../../lib/lists.ts'
import { recordOf } from '../../../lib/record-of.ts'
import type {
  PagePlan,
  PlannedPage,
  PlannedRelease,
  StoredResponses,
  StoredSnapshots,
} from '../../day/release-draft.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { lineNumbers, type PageUnit, type WorkUnit } from '../../render/work-unit.ts'
import type { WorkerPool } from '../../render/worker-pool.ts'

type ResponsePlan = Pick<PlannedRelease, 'documents' | 'home' | 'readable'> & Pick<PagePlan, 'pages'>

const PAGES_PER_UNIT = 32
const DETAILS_PER_UNIT = 256

interface Work {
  pool: WorkerPool
  output: OutputFolder
  /** The snapshots, which began before. */
  storing: Promise<StoredSnapshots>
}

/** @param work whose pool has its job */
export async function renderResponses(
  plan: ResponsePlan,
  { pool, output, storing }: Work,
): Promise<StoredResponses & StoredSnapshots> {
  const { documents, home, pages, readable } = plan
  const bodies = await pool.renderAll(unitsOf(plan))
  const snapshots = await storing
  // Flushing takes a while, so it starts before the last files are written.
  output.writer.flushAhead()
  const take = (count: number) => bodies.splice(0, count)
  return {
    ...snapshots,
    storedHome: take(home.length),
    storedVersions: new Map(
      Array.from(documents.bodies.keys(), (version) => {
        const ofDocuments = take(DOCUMENT_NAMES.length)
        const stored = recordOf(DOCUMENT_NAMES, (name) => at(ofDocuments, DOCUMENT_NAMES.indexOf(name)))
        return [version, { documents: stored, pages: take(pages.length), details: take(readable.length) }]
      }),
    ),
  }
}

function* unitsOf({ documents, home, pages, readable }: ResponsePlan): Generator<WorkUnit> {
  yield { kind: 'bodies', bodies: home.map(({ body }) => body) }
  for (const [version, bodies] of documents.bodies) {
    yield { kind: 'bodies', bodies: DOCUMENT_NAMES.map((name) => bodies[name]) }
    for (const some of batches(pages, PAGES_PER_UNIT))
      yield { kind: 'pages', version, pages: some.map(pageUnit) }
    for (const some of batches(readable, DETAILS_PER_UNIT))
      yield { kind: 'details', version, lines: lineNumbers(some) }
  }
}

function pageUnit({ list, limit, offset }: PlannedPage): PageUnit {
  const { lines, ofChanges } = list
  return { lines: lines.slice(offset, offset + limit), total: lines.length, limit, offset, ofChanges }
}

function* batches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
