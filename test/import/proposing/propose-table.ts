// Proposes a mapping for a table that a test writes.

import type { Test } from 'tap'
import { openTable } from '../../../import/formats/formats.ts'
import type { Answers } from '../../../import/proposing/answers.ts'
import { sampleRows } from '../../../import/proposing/open-sample.ts'
import { type Proposal, proposeMapping } from '../../../import/proposing/propose-mapping.ts'
import { fileOf } from '../import-table.ts'

export interface ProposeOptions {
  name?: string
  country?: string | undefined
  answers?: Answers
}

export async function proposalOf(
  t: Test,
  text: string,
  { name = 'a.csv', answers = {}, ...more }: ProposeOptions = {},
): Promise<Proposal> {
  const table = await openTable(fileOf(t, name, text), { reading: {} })
  return proposeMapping(table, await sampleRows(table), { country: 'CL', ...more, ...answers })
}

/** CSV from columns of cells, each with its heading first. */
export function csvOf(...columns: readonly (readonly string[])[]): string {
  const [first = []] = columns
  return first.map((_, row) => `${columns.map((column) => `"${column[row] ?? ''}"`).join(';')}\n`).join('')
}
