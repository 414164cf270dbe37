// Step: lets the threads render the long files: the snapshots, and the lines of memory.gz. They come first: threads
// render them while the main thread plans the pages.

import { SNAPSHOT_CONTENTS } from '../../../contract/keys/kinds.ts'
import { at } from '../../../lib/lists.ts'
import { recordOf } from '../../../lib/record-of.ts'
import type { RenderedRelease, StoredSnapshots } from '../../day/release-draft.ts'
import { markBegan } from '../../releases/leftovers.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { lineNumbers, type WorkUnit } from '../../render/work-unit.ts'
import type { WorkerPool } from '../../render/worker-pool.ts'

/** Makes the folders of the output, marks that they are written to, and sends the threads their job. */
export async function startRendering(
  release: Pick<RenderedRelease, 'date' | 'lines'>,
  { pool, output }: { pool: WorkerPool; output: OutputFolder },
): Promise<void> {
  await markBegan(output, output.writer.prepare())
  const { data_as_of, attribution } = release.date
  pool.start({ root: output.path, edition: { data_as_of, attribution }, lines: release.lines.share() })
}

export async function renderSnapshots(
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
