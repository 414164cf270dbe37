// Proposes a mapping for a table that a test writes.

import type { Test } from 'tap'
import type { Surveyed } from '../../../import/account/survey.ts'
import { TableAccount } from '../../../import/account/table-account.ts'
import type { Answers } from '../../../import/asking/answers.ts'
import { openSample } from '../../../import/proposing/open-sample.ts'
import { type Proposal, proposeMapping } from '../../../import/proposing/propose-mapping.ts'
import type { Row, Table } from '../../../import/tables/table.ts'
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
  const surveyed = await openSample(fileOf(t, name, text), answers)
  return proposeMapping(surveyed, { country: 'CL', ...more, ...answers })
}

/** A table in memory as a survey of its file gives it. */
export function surveyed(table: Table, rows: Row[]): Surveyed {
  return { table, rows, account: new TableAccount(table, undefined) }
}

/** CSV from columns of cells, each with its heading first. */
export function csvOf(...columns: readonly (readonly string[])[]): string {
  const [first = []] = columns
  return first.map((_, row) => `${columns.map((column) => `"${column[row] ?? ''}"`).join(';')}\n`).join('')
}
