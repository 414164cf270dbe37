// Why an import is not done, and why a row of it is left out, in words for people.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { nameOf } from '../mapping/cell-source.ts'
import type { CellSource } from '../mapping/mapping.ts'
import type { Note } from '../mapping/row-reader.ts'
import type { Row, Table } from '../tables/table.ts'
import type { ReferenceList } from '../writing/reference-lists.ts'
import { type ImportReport, rejectedLines } from './import-report.ts'

export function noOffer({ rows, causes: [cause] }: ImportReport): OperatorError {
  const why = cause ? `: ${cause.count} × ${cause.column} (${cause.member}), expected ${cause.expected}` : ''
  return new OperatorError('bad-source', `no offer in ${rows} rows${why}; nothing was written`)
}

/** Most likely the file is of another form than the mapping says. */
export function tooManyRejected(report: ImportReport): OperatorError {
  const { rejected, offers } = report
  return new OperatorError(
    'bad-source',
    [
      `${rejected} of ${rejected + offers} rows are rejected, expected at most half; nothing was written`,
      ...rejectedLines(report),
    ].join('\n'),
  )
}

export function unknownName(
  { file, mayGrow }: ReferenceList,
  { member, from, found }: { member: string; from: CellSource; found: string },
): Note {
  const expected = mayGrow ? 'a name with letters or digits' : `a name or slug of ${file}`
  return { column: nameOf(from), member, found, expected }
}

/** Nothing of such a row is taken: not even its issuer, which may be a part of something else. */
export function tooWide({ cells }: Row, widest: number, delimiter: string | undefined): Note {
  const separator = delimiter === '\t' ? 'a tab' : JSON.stringify(delimiter)
  return {
    column: 'the row',
    member: 'number of cells',
    found: String(cells),
    expected: `${widest}, as many as the heading has (quote a text that holds ${separator})`,
  }
}

/** The first of each are enough to see what is the matter. */
const MAX_COLUMNS_LISTED = 40

/** A mapping of another table would import nothing but nulls. */
export function refuseMissingColumns(table: Table, columns: readonly string[]): void {
  const missing = columns.filter((column) => !table.columns.includes(column) && !column.startsWith('/'))
  if (missing.length === 0) return
  const shown = (columns: readonly string[]) =>
    columns
      .slice(0, MAX_COLUMNS_LISTED)
      .map((column) => JSON.stringify(clip(column)))
      .join(', ')
  throw new OperatorError(
    'bad-source',
    `${table.file}: found no column ${shown(missing)}; its columns are ${shown(table.columns)}`,
  )
}
