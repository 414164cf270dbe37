// The reasons for refusing an import or rejecting a row, in words for people.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import type { Change } from '../judging/judge-columns.ts'
import { nameOf } from '../mapping/cell-source.ts'
import type { ReadyMapping } from '../mapping/load-mapping.ts'
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

function shown(columns: readonly string[]): string {
  return columns
    .slice(0, MAX_COLUMNS_LISTED)
    .map((column) => JSON.stringify(clip(column)))
    .join(', ')
}

/** The first row is an offer. */
export function missingHeadings({ file, columns }: Table, missing: readonly string[]): OperatorError {
  const found = `${file}: found ${shown(columns)} in place of the headings ${shown(missing)}; nothing was written`
  return new OperatorError('bad-source', `${found}\nput the row of headings back`)
}

/** The mapping of another table would import only nulls. */
export function missingColumns(
  table: Table,
  missing: readonly MissingColumn[],
  mapping: string,
): OperatorError {
  const advice = missing
    .slice(0, MAX_COLUMNS_LISTED)
    .map(({ column, pointer, replacement }) =>
      replacement === undefined
        ? `put the heading ${shown([column])} back, or ${doWithout(pointer, mapping)}`
        : `if ${shown([column])} is called ${shown([replacement])} now, change ${pointer} in ${mapping}`,
    )
  const found = `${table.file}: found no column ${shown(missing.map(({ column }) => column))}; its columns are ${shown(table.columns)}; nothing was written`
  return new OperatorError('bad-source', [found, ...advice].join('\n'))
}

const MAY_BE_NULL =
  /^\/offer\/(?:comunas|merchant|url|weekdays|valid_from|valid_until|benefit\/(?:kind|cap|summary))$/

/** How a mapping no longer reads a column. */
function doWithout(pointer: string, mapping: string): string {
  if (MAY_BE_NULL.test(pointer)) return `set ${pointer} to null in ${mapping}`
  return /\/\d+$/.test(pointer)
    ? `remove ${pointer} from ${mapping}`
    : `name another column at ${pointer} in ${mapping}`
}

type Difference = (now: string, then: string, unit: string) => string
const DIFFERENCES = {
  delimiter: (now, then) => `the cells are separated by ${now} now, before by ${then}`,
  sheet: (now, then) => `the offers are in the sheet ${now} now, before in ${then}`,
  headings: (now, then, unit) => `the headings are in ${unit} ${now} now, before in ${unit} ${then}`,
  heading_rows: (now, then) => `rows of headings: ${now} now, before ${then}`,
} as const satisfies Partial<Record<keyof Reading, Difference>>

/** @param others members of `read` that do not match the file */
export function otherReading(
  { file, unit, reading }: Table,
  { read = {}, path }: Pick<ReadyMapping, 'read' | 'path'>,
  others: readonly (keyof typeof DIFFERENCES)[],
): OperatorError {
  const lines = others.map((name) => {
    const [now = 'none', then = 'none'] = [reading[name], read[name]].map((each) => JSON.stringify(each))
    const remedy =
      reading[name] === undefined
        ? `remove /read/${name} from ${path}`
        : `set /read/${name} to ${now} in ${path}, or remove that member`
    return `${file}: ${DIFFERENCES[name](now, then, unit)}; ${remedy}`
  })
  return new OperatorError('bad-source', lines.join('\n'))
}

const MAX_LINES = 16

/**
 * Columns that changed since the last import, or never matched the mapping.
 * @param mapping the path of its file
 */
export function changedColumns(
  { file, unit }: Table,
  changes: readonly Change[],
  { mapping, isFirst }: { mapping: string; isFirst: boolean },
): OperatorError {
  const lines = changes.flatMap(({ column, member, found, examples, advice }) => [
    `${clip(column)} (${member}): ${found}`,
    ...(examples.length > 0 ? [`  found ${examplesText(examples, unit)}`] : []),
    `  ${advice}`,
  ])
  const what = isFirst ? `the table does not match ${mapping}` : 'the table differs from the last one'
  const first = `${file}: ${what}; nothing was written`
  const last = isFirst ? [] : ['if the table and the mapping are both right, import once with --replace']
  return new OperatorError(
    'bad-source',
    boundedLines([first, ...lines], last, { lines: MAX_LINES }).join('\n'),
  )
}
