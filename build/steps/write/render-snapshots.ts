// Step: renders the long files: the snapshots, and the lines of memory.gz. They come first: threads render them while
// the main thread plans the pages.

import { SNAPSHOT_CONTENTS } from '../../../contract/keys/kinds.ts'
import { at } from '../../../lib/lists.ts'
import { recordOf } from '../../../lib/record-of.ts'
import type { RenderedRelease, StoredSnapshots } from '../../day/release-draft.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { lineNumbers, type WorkUnit } from '../../render/work-unit.ts'
import type { WorkerPool } from '../../render/worker-pool.ts'

/**
 * @param work whose pool has its job
 * @returns a promise for the end, since the pages are planned meanwhile
 */
export function renderSnapshots(
  release: Pick<RenderedRelease, 'snapshots' | 'readable'>,
  work: { pool: WorkerPool; output: OutputFolder },
): { storing: Promise<StoredSnapshots> } {
  const storing = storeSnapshots(release, work)
  // A failure is reported by the step that waits for it.
  storing.catch(() => {})
  return { storing }
}

async function storeSnapshots(
  { snapshots, readable }: Pick<RenderedRelease, 'snapshots' | 'readable'>,
  { pool, output: { writer } }: { pool: WorkerPool; output: OutputFolder },
): Promise<StoredSnapshots> {
  const memoryPath = writer.stagingPath()
  const units: WorkUnit[] = [
    {
      kind: 'memory',
      path: memoryPath,
      offers: readable.map(({ line, withdrawnOn, keptSince }) => ({ line, withdrawnOn, keptSince })),
    },
    ...SNAPSHOT_CONTENTS.map((content) => ({
      kind: 'snapshot' as const,
      lines: lineNumbers(snapshots[content]),
    })),
  ]
  const bodies = await pool.renderAll(units)
  return {
    storedSnapshots: recordOf(SNAPSHOT_CONTENTS, (content) => at(bodies, SNAPSHOT_CONTENTS.indexOf(content))),
    memoryPath,
  }
}
