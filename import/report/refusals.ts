// The reasons for refusing an import or rejecting a row, in words for people.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
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
  return new OperatorError(
    'bad-source',
    `no offer in ${formatCountOf(rows, 'row')}${why}; nothing was written`,
  )
}

/** The mapping most likely does not fit the file. */
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

/** Nothing of such a row is used: even the text in the column of the issuer may be something else. */
export function tooWide({ cells }: Row, widest: number, delimiter: string | undefined): Note {
  const separator = delimiter === '\t' ? 'a tab' : JSON.stringify(delimiter)
  return {
    column: 'the row',
    member: 'number of cells',
    found: String(cells),
    expected: `${widest}, as in the heading (put quotes around a text that contains ${separator})`,
  }
}

/** Enough to recognise the fault. */
const MAX_COLUMNS_LISTED = 40

export interface MissingColumn {
  column: string
  /** The place in the mapping that names it. */
  pointer: string
  /** The heading that most likely replaced it. */
  replacement: string | undefined
}

/** The mapping of another table would import only nulls. */
export function missingColumns(table: Table, missing: readonly MissingColumn[]): OperatorError {
  const shown = (columns: readonly string[]) =>
    columns
      .slice(0, MAX_COLUMNS_LISTED)
      .map((column) => JSON.stringify(clip(column)))
      .join(', ')
  const renamed = missing
    .slice(0, MAX_COLUMNS_LISTED)
    .flatMap(({ column, pointer, replacement }) =>
      replacement === undefined
        ? []
        : [`if ${shown([column])} is called ${shown([replacement])} now, change ${pointer} in the mapping`],
    )
  const found = `${table.file}: found no column ${shown(missing.map(({ column }) => column))}; its columns are ${shown(table.columns)}`
  return new OperatorError('bad-source', [found, ...renamed].join('\n'))
}

const READINGS = {
  delimiter: 'the delimiter',
  sheet: 'the offers in sheet',
  headings: 'the headings in row',
  heading_rows: 'this number of heading rows:',
} as const

/** @param others members of `read` that do not match the file */
export function otherReading(
  table: Table,
  reading: Reading,
  others: readonly (keyof typeof READINGS)[],
): OperatorError {
  const lines = others.map((name) => {
    const [now, then] = [table.reading[name], reading[name]].map((each) => JSON.stringify(each) ?? 'none')
    return `${table.file}: found ${READINGS[name]} ${now}, expected ${then}; change /read/${name} in the mapping, or remove it`
  })
  return new OperatorError('bad-source', lines.join('\n'))
}

/** Columns that changed since the last import, or never matched the mapping. */
export function changedColumns({ file, unit }: Table, changes: readonly Change[]): OperatorError {
  const lines = changes.flatMap(({ column, member, found, examples, advice }) => [
    `${clip(column)} (${member}): ${found}`,
    ...(examples.length > 0 ? [`  found ${examplesText(examples, unit)}`] : []),
    `  ${advice}`,
  ])
  const first = `${file}: the table does not match the mapping; nothing was written`
  const last = 'if the table is right and the mapping fits it, use --replace once'
  return new OperatorError('bad-source', boundedLines([first, ...lines], [last]).join('\n'))
}
