// Step: if only objects of the current release were missing or damaged, they are written by now, and that is all: its
// own files, its id and its signature stay.

import type { Previous } from '../../day/memory.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import type { ReleaseTable } from './build-target-table.ts'

interface Rendered {
  previous: Previous
  table: ReleaseTable
}

/** @returns false if the release has another table, so that it must be written as a whole */
export async function mendCurrent({ previous, table }: Rendered, { writer }: OutputFolder): Promise<boolean> {
  if (previous.current?.routes.digest !== table.facts.digest) return false
  await writer.finish()
  return true
}
