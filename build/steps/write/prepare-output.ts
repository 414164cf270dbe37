// Step: makes the folders of the output, removes leftovers of interrupted builds, and sends the threads their job.

import type { PlannedRelease } from '../../day/release-draft.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import type { WorkerPool } from '../../render/worker-pool.ts'

/** @returns the time on the disk's clock, before which no file of this build was written */
export function prepareOutput(
  { date, lines }: Pick<PlannedRelease, 'date' | 'lines'>,
  { output, pool }: { output: OutputFolder; pool: WorkerPool },
): { began: number } {
  const began = output.writer.prepare()
  const { data_as_of, attribution } = date
  pool.start({ root: output.path, edition: { data_as_of, attribution }, lines: lines.share() })
  return { began }
}
