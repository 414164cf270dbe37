// Step: if only objects of the current release were missing or damaged, they are written by now, and that is all: its
// own files, its id and its signature stay.

import type { Previous } from '../../day/memory.ts'
import type { Ending } from '../../day/step-list.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import type { ReleaseTable } from './build-target-table.ts'

interface Rendered {
  mends: boolean
  previous: Previous
  table: ReleaseTable
  output: OutputFolder
}

export async function mendCurrent({ mends, previous, table, output }: Rendered): Promise<Ending> {
  if (!mends || previous.current?.routes.digest !== table.facts.digest) return {}
  await output.writer.finish()
  return { outcome: 'mended' }
}
