// The reasons for refusing an import or rejecting a row, in words for people.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { refusal } from '../asking/refusals.ts'
import type { Change } from '../judging/judge-columns.ts'
import { columnPlaces, nameOf, namesText } from '../mapping/cell-source.ts'
import type { ReadyMapping } from '../mapping/load-mapping.ts'
import type { CellSource } from '../mapping/mapping.ts'
import type { Note } from '../mapping/row-reader.ts'
import type { Table } from '../tables/table.ts'
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

/** Ids would be made of names such as "Banco Ã‘irre". */
export function tooManyMisread(count: number, report: ImportReport): OperatorError {
  return new OperatorError(
    'bad-source',
    [
      `found text in a wrong encoding in ${count} of ${formatCountOf(report.rows, 'row')}; nothing was written`,
      ...rejectedLines(report),
    ].join('\n'),
  )
}

/** A name that its list lacks. Only the list of comunas of Chile has `possible` entries. */
export function unknownName(
  { file, mayGrow, possible }: ReferenceList,
  { member, from, found }: { member: string; from: CellSource; found: string },
): Note {
  const entry = `a name or slug of ${file}`
  const entryToAdd = possible ? `a comuna of Chile, or ${entry}` : 'a name with letters or digits'
  return { column: nameOf(from), member, found, expected: mayGrow ? entryToAdd : entry }
}

/** The mapping of another table would import only nulls. */
export function missingColumns(
  { file, columns }: Table,
  missing: readonly string[],
  { offer, read = {}, path }: ReadyMapping,
): OperatorError {
  const places = columnPlaces({ offer, read }).filter(({ column }) => missing.includes(column))
  const pointers = [...new Set(places.map(({ pointer }) => pointer))]
  const detected = Object.keys(read).filter((name) => name !== 'skip')
  return refusal('columnsGone', {
    ...{ file, path, missing: namesText(missing), columns: namesText(columns) },
    pointers: pointers.join(', '),
    heading: pointers.includes('/offer/ref') ? 'COLUMN' : undefined,
    reading: detected.length > 0 ? detected.map((name) => `/read/${name}`).join(', ') : undefined,
  })
}

/** Some four columns of two to four lines. */
const MAX_LINES = 15

/** Columns that changed since the last import, or are not understood in the first one. */
export function changedColumns(
  { file, unit }: Pick<Table, 'file' | 'unit'>,
  changes: readonly Change[],
  isFirst: boolean,
): OperatorError {
  const lines = changes.flatMap(({ column, member, found, unread, expected, advice }) => [
    `${clip(column)} (${member}): ${found}`,
    ...(unread.length > 0 ? [`  found ${examplesText(unread, unit)}`] : []),
    ...(expected === '' ? [] : [`  expected ${clip(expected)}`]),
    `  ${advice}`,
  ])
  const columns = boundedLines(lines, [], { lines: MAX_LINES }).join('\n')
  if (isFirst) return refusal('columnsNotUnderstood', { file, columns })
  const option = changes.every(({ isReplaceable }) => isReplaceable) ? '--replace' : undefined
  return refusal('columnsChanged', { file, columns, option })
}

/** @param column of the ref, as reports name it */
export function shownOtherwise(
  { ref, shown }: { ref: string; shown: string },
  column: string,
): OperatorError {
  const [shownText, refText, name] = [shown, ref, column].map((each) => JSON.stringify(clip(each)))
  return refusal('refsShownOtherwise', { shown: shownText ?? '', ref: refText ?? '', column: name })
}
