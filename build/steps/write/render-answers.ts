// Step: renders all files of a release on all cores: first the long ones, which are the snapshots and the lines of
// memory.gz, so that threads render them while the main thread plans the answers; then the answers.

import { SNAPSHOT_CONTENTS, type SnapshotContent } from '../../../contract/keys/kinds.ts'
import type { ShowProgress } from '../../../lib/command-line/progress.ts'
import { elementAt, valueAt } from '../../../lib/lists.ts'
import { recordOf } from '../../../lib/record-of.ts'
import { type PlannedAnswer, recipeOf } from '../../day/planned-answer.ts'
import type { PlannedRelease, RenderedRelease, StoredBody, StoredLongFiles } from '../../day/release-draft.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { markBegan } from '../../releases/prune.ts'
import type { WorkUnit } from '../../render/render-unit.ts'
import type { WorkerPool } from '../../render/worker-pool.ts'

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
export async function renderLongFiles(
  { snapshots, readable }: Pick<RenderedRelease, 'snapshots' | 'readable'>,
  { pool, output: { writer } }: { pool: WorkerPool; output: OutputFolder },
): Promise<StoredLongFiles> {
  const memoryLinesPath = writer.stagingPath()
  const offers = readable.map(({ line, withdrawnOn, keptSince }) => ({ line, withdrawnOn, keptSince }))
  const memory: WorkUnit = { kind: 'memory', path: memoryLinesPath, offers }
  const files = SNAPSHOT_CONTENTS.map((content) => {
    const lines = snapshots[content].map(({ line }) => line)
    return { content, unit: { kind: 'snapshot' as const, lines } }
  })
  const stored = new Map<SnapshotContent, StoredBody>()
  await pool.renderAll([{ content: null, unit: memory }, ...files], ({ content }, bodies) => {
    if (content !== null) stored.set(content, elementAt(bodies, 0))
  })
  const storedSnapshots = recordOf(SNAPSHOT_CONTENTS, (content) => valueAt(stored, content))
  return { storedSnapshots, memoryLinesPath }
}

/** @returns the body of each answer */
export async function renderAnswers(
  answers: readonly PlannedAnswer[],
  { pool, progress }: { pool: WorkerPool; progress: ShowProgress },
): Promise<Map<PlannedAnswer, StoredBody>> {
  const stored = new Map<PlannedAnswer, StoredBody>()
  const shown = progress('Writing answers', answers.length)
  await pool
    .renderAll(tasksOf(answers), ({ some }, bodies) => {
      for (const [index, answer] of some.entries()) stored.set(answer, elementAt(bodies, index))
      shown.add(some.length)
    })
    .finally(shown.end)
  return stored
}

// Enough that a unit takes some milliseconds: much longer than its message to a thread.
const ANSWERS_PER_UNIT = 32

function* tasksOf(
  answers: readonly PlannedAnswer[],
): Generator<{ some: readonly PlannedAnswer[]; unit: WorkUnit }> {
  for (let start = 0; start < answers.length; start += ANSWERS_PER_UNIT) {
    const some = answers.slice(start, start + ANSWERS_PER_UNIT)
    yield { some, unit: { kind: 'answers', recipes: some.map(recipeOf) } }
  }
}
