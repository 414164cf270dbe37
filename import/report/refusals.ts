// Why an import is not done, and why a row of it is left out, in words for people.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import type { Change } from '../judging/judge-columns.ts'
import { nameOf } from '../mapping/cell-source.ts'
import type { CellSource } from '../mapping/mapping.ts'
import type { Note } from '../mapping/row-reader.ts'
import type { Reading, Row, Table } from '../tables/table.ts'
import type { ReferenceList } from '../writing/reference-lists.ts'
import { boundedLines } from './bounded-lines.ts'
import { examplesText, type ImportReport, rejectedLines } from './import-report.ts'

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

export interface MissingColumn {
  column: string
  /** Where the mapping names it. */
  pointer: string
  /** The heading that most likely replaced it. */
  meant: string | undefined
}

/** A mapping of another table would import nothing but nulls. */
export function missingColumns(table: Table, missing: readonly MissingColumn[]): OperatorError {
  const shown = (columns: readonly string[]) =>
    columns
      .slice(0, MAX_COLUMNS_LISTED)
      .map((column) => JSON.stringify(clip(column)))
      .join(', ')
  const renamed = missing
    .slice(0, MAX_COLUMNS_LISTED)
    .flatMap(({ column, pointer, meant }) =>
      meant === undefined
        ? []
        : [`if ${shown([column])} is called ${shown([meant])} now, change ${pointer} in the mapping`],
    )
  const found = `${table.file}: found no column ${shown(missing.map(({ column }) => column))}; its columns are ${shown(table.columns)}`
  return new OperatorError('bad-source', [found, ...renamed].join('\n'))
}

const READINGS = {
  delimiter: 'separated by',
  sheet: 'in the sheet',
  headings: 'with its headings in row',
  heading_rows: 'with rows of headings:',
} as const

/** @param others what of the file is not as the mapping says */
export function otherReading(
  table: Table,
  reading: Reading,
  others: readonly (keyof typeof READINGS)[],
): OperatorError {
  const lines = others.map((name) => {
    const [now, then] = [table.reading[name], reading[name]].map((each) => JSON.stringify(each) ?? 'none')
    return `${table.file}: is now ${READINGS[name]} ${now}, expected ${then}; change /read/${name} in the mapping, or take it out`
  })
  return new OperatorError('bad-source', lines.join('\n'))
}

/** Columns that changed since the last import, or were never as the mapping says. */
export function changedColumns({ file, unit }: Table, changes: readonly Change[]): OperatorError {
  const lines = changes.flatMap(({ column, member, found, examples, advice }) => [
    `${clip(column)} (${member}): ${found}`,
    ...(examples.length > 0 ? [`  found ${examplesText(examples, unit)}`] : []),
    `  ${advice}`,
  ])
  const first = `${file}: the table is not as the mapping says; nothing was written`
  const last = 'if the table is right and the mapping fits it, give --replace once'
  return new OperatorError('bad-source', boundedLines([first, ...lines], [last]).join('\n'))
}
