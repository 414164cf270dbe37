// Step: the long files: the snapshots, and the lines of memory.gz. They come first: threads render them while the main
// thread plans the pages.

import { SNAPSHOT_CONTENTS, type SnapshotContent } from '../../../contract/keys/kinds.ts'
import type { ReleaseWriter } from '../../../contract/release/writer.ts'
import { at } from '../../../lib/at.ts'
import { recordOf } from '../../../lib/record-of.ts'
import type { CatalogueOffer } from '../../day/catalogue-offer.ts'
import { linesOf, type StoredBody, type WorkUnit } from '../../render/work-unit.ts'
import type { WorkerPool } from '../../render/worker-pool.ts'

export interface SnapshotOffers {
  /** The offers of each snapshot. */
  snapshots: Readonly<Record<SnapshotContent, readonly CatalogueOffer[]>>
  /** What the next build must know: the offers that can be read by id. */
  readable: readonly CatalogueOffer[]
}

export interface RenderedSnapshots {
  /** The same for all versions of the API. */
  snapshots: Readonly<Record<SnapshotContent, StoredBody>>
  /** Where the lines of memory.gz are, compressed. */
  memoryPath: string
}

/** @param pool has its job */
export async function renderSnapshots(
  { snapshots, readable }: SnapshotOffers,
  { pool, writer }: { pool: WorkerPool; writer: ReleaseWriter },
): Promise<RenderedSnapshots> {
  const memoryPath = writer.stagingPath()
  const units: WorkUnit[] = [
    {
      kind: 'state',
      path: memoryPath,
      offers: readable.map(({ line, withdrawnOn, keptSince }) => ({ line, withdrawnOn, keptSince })),
    },
    ...SNAPSHOT_CONTENTS.map((content) => ({
      kind: 'snapshot' as const,
      lines: linesOf(snapshots[content]),
    })),
  ]
  const bodies = await pool.renderAll(units)
  return {
    snapshots: recordOf(SNAPSHOT_CONTENTS, (content) => at(bodies, SNAPSHOT_CONTENTS.indexOf(content))),
    memoryPath,
  }
}
