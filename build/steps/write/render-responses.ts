// Step: renders every page, detail and document on all cores, and the long files: the snapshots, and the lines of
// memory.gz.

import { targetsIn, windowTarget } from '../../../contract/api/request-target.ts'
import { DOCUMENT_NAMES } from '../../../contract/api/resources.ts'
import { versionNamed } from '../../../contract/api/versions.ts'
import { SNAPSHOT_CONTENTS } from '../../../contract/keys/kinds.ts'
import type { MediaType } from '../../../contract/release/target-table.ts'
import type { ShowProgress } from '../../../lib/command-line/progress.ts'
import { elementAt } from '../../../lib/lists.ts'
import { recordOf } from '../../../lib/record-of.ts'
import type {
  OrderedOffers,
  PagePlan,
  PlannedPage,
  PlannedRelease,
  RenderedRelease,
  StoredBody,
  StoredSnapshots,
} from '../../day/release-draft.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { markBegan } from '../../releases/prune.ts'
import { lineNumbers, type PageUnit, type WorkUnit } from '../../render/render-unit.ts'
import type { WorkerPool } from '../../render/worker-pool.ts'
import { planPages } from '../plan/plan-pages.ts'

type ResponsePlan = Pick<PlannedRelease, 'documents' | 'home' | 'readable'> & Pick<PagePlan, 'pages'>

// Enough that a unit takes some milliseconds: much longer than its message to a thread.
const PAGES_PER_UNIT = 32
const DETAILS_PER_UNIT = 256

interface PlannedResponse {
  /** A page that several equal lists share has several. */
  targets: readonly string[]
  /** For pages of lists, the number of offers that match; otherwise 0. */
  total: number
  type: MediaType
}

/** Plans and renders all responses but the snapshots. @param work its pool must have its job, see `startRendering` */
export async function renderResponses(
  planned: Omit<ResponsePlan, 'pages'> & OrderedOffers,
  { pool, progress }: { pool: WorkerPool; progress: ShowProgress },
): Promise<PagePlan & { bodies: readonly StoredBody[] }> {
  const plan = planPages(planned)
  const whole = { ...planned, ...plan }
  const shown = progress('Writing answers', countOf(whole))
  const bodies = await pool.renderAll(unitsOf(whole), shown.add).finally(shown.end)
  return { ...plan, bodies }
}

/** The number of bodies in all units. */
function countOf({ documents, home, pages, readable }: ResponsePlan): number {
  return home.length + documents.bodies.size * (DOCUMENT_NAMES.length + pages.length + readable.length)
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

/**
 * All responses but the snapshots, in the order of the bodies of `unitsOf`. They are generated again each time, because
 * their many targets take much memory.
 */
export function* responsesOf({ documents, home, pages, readable }: ResponsePlan): Generator<PlannedResponse> {
  for (const { target, type } of home) yield { targets: [target], total: 0, type }
  for (const name of documents.bodies.keys()) {
    const version = versionNamed(name)
    const { paths, offer } = targetsIn(version)
    for (const document of DOCUMENT_NAMES) yield jsonResponse([paths[document]])
    for (const page of pages) yield pageResponse(page, version.basePath)
    for (const { id } of readable) yield jsonResponse([offer(id)])
  }
}

function pageResponse({ list, limit, offset }: PlannedPage, basePath: string): PlannedResponse {
  const targets = list.prefixes.map((prefix) => windowTarget(basePath + prefix, { limit, offset }))
  return jsonResponse(targets, list.lines.length)
}

/** @param targets one is undefined for an id that no offer can have, which validation rejects */
function jsonResponse(targets: readonly (string | undefined)[], total = 0): PlannedResponse {
  return { targets: targets.filter((target) => target !== undefined), total, type: 'application/json' }
}

function pageUnit({ list, limit, offset }: PlannedPage): PageUnit {
  const { lines, ofChanges } = list
  return { lines: lines.slice(offset, offset + limit), total: lines.length, limit, offset, ofChanges }
}

function* batches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

// The long files are the snapshots and the lines of memory.gz. They come first, so that threads render them while the main
// thread plans the pages.

/** Makes the folders of the output, marks that they are written to, and sends the threads their job. */
export async function startRendering(
  { date, reference, lines }: Pick<PlannedRelease, 'date' | 'reference' | 'lines'>,
  { pool, output }: { pool: WorkerPool; output: OutputFolder },
): Promise<void> {
  await markBegan(output, output.writer.prepare())
  const edition = { data_as_of: date.data_as_of, attribution: reference.catalogue.attribution }
  pool.start({ root: output.path, edition, lines: lines.share() })
}

/** Renders the long files: the snapshots become objects, the lines of memory.gz a staged file. */
export async function renderSnapshots(
  { snapshots, readable }: Pick<RenderedRelease, 'snapshots' | 'readable'>,
  { pool, output: { writer } }: { pool: WorkerPool; output: OutputFolder },
): Promise<StoredSnapshots> {
  const memoryLinesPath = writer.stagingPath()
  const units: WorkUnit[] = [
    {
      kind: 'memory',
      path: memoryLinesPath,
      offers: readable.map(({ line, withdrawnOn, keptSince }) => ({ line, withdrawnOn, keptSince })),
    },
    ...SNAPSHOT_CONTENTS.map((content) => ({
      kind: 'snapshot' as const,
      lines: lineNumbers(snapshots[content]),
    })),
  ]
  // The unit of the memory has no bodies, so these are the snapshots, in the order of their units.
  const bodies = await pool.renderAll(units)
  return {
    storedSnapshots: recordOf(SNAPSHOT_CONTENTS, (content) =>
      elementAt(bodies, SNAPSHOT_CONTENTS.indexOf(content)),
    ),
    memoryLinesPath,
  }
}
