// Proposes how to identify the rows of a table from day to day: by a column that numbers them, or by title and merchant
// if they are unique together. Exact copies of a row do not count: the import rejects them, whatever identifies a row.

import { wordsOf } from '../cells/words.ts'
import { isOldPriceHeading, OF_OFFERS } from '../headings/heading-list.ts'
import type { Role } from '../headings/roles.ts'
import { columnsIn, isCode } from '../mapping/cell-source.ts'
import type { CellSource } from '../mapping/mapping.ts'
import { textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'
import type { ColumnSample } from './look-at-values.ts'
import type { TableColumns } from './table-columns.ts'
import { areBareNumbers, areDaysOrPeriods, mentionFigures } from './what-columns-hold.ts'

export interface ProposedRef {
  ref: CellSource | null
  /** A decision to check; if `ref` is null, a question. */
  remark?: string
}

/** @param texts the columns that say what is offered, and by which merchant */
export function proposeRef(columns: TableColumns, texts: readonly CellSource[]): ProposedRef {
  const number = columns.candidates('ref').find(({ name }) => isNumbering(columns, name))
  if (number) return { ref: { column: number.name } }
  const only = uniqueColumn(columns)
  if (only === undefined) return joinedTexts(columns, texts)
  return {
    ref: { column: only },
    remark: `no column numbers the rows; ${JSON.stringify(only)} is used instead and differs in each of ${columns.differentRows.length} rows`,
  }
}

/** Up to this many rows without a number, or with a repeated one, are mistakes, however short the table is. */
const FEW_FAULTS = 2

/** Whether a column numbers the rows. A few may be blank or repeated: they are rejected. */
function isNumbering(columns: TableColumns, name: string): boolean {
  const faulty = unidentified(columns, name)
  return faulty <= FEW_FAULTS
    ? faulty < columns.differentRows.length / 2
    : faulty <= columns.differentRows.length / 4
}

/** The number of rows in which a column is blank, or repeats an earlier row of the same issuer. */
function unidentified(columns: TableColumns, name: string): number {
  const filled = columns.differentRows.filter((row) => isCode(textOf(row.get(name))))
  return columns.differentRows.length - new Set(filled.map(keyOf(columns, [name]))).size
}

/** A column of coupon codes or addresses, if they differ in all rows. A long query may change with each search. */
function uniqueColumn(columns: TableColumns): string | undefined {
  const codes = columns.names.filter((name) => CODES.has(wordsOf(name)))
  const addresses = columns
    .candidates('url')
    .filter(({ texts }) => texts.every((text) => (text.split('?', 2)[1] ?? '').length <= MAX_QUERY))
  return [...codes, ...addresses.map(({ name }) => name)].find(
    (name) => unidentified(columns, name) === 0 && columns.differentRows.length > 1,
  )
}

const CODES: ReadonlySet<string> = new Set([
  'code',
  'coupon code',
  'promo code',
  'codigo promocional',
  'cupon',
])
const MAX_QUERY = 80

/** A price, benefit or day that changes must not make a new offer. */
const NEVER_IN_REF: readonly Role[] = [...OF_OFFERS, 'period', 'valid_from', 'valid_until', 'cap', 'status']

/** The texts that say what is offered, and where, if they differ in all rows. */
function joinedTexts(columns: TableColumns, texts: readonly CellSource[]): ProposedRef {
  const isStable = (name: string) => columns.named([name]).every((sample) => !changes(sample, columns))
  const chosen = [...new Set(texts.flatMap(columnsIn))].filter(isStable)
  const names = chosen.join(' + ')
  const repeated =
    columns.differentRows.length - new Set(columns.differentRows.map(keyOf(columns, chosen))).size
  if (chosen.length === 0 || repeated > 0) {
    const why =
      chosen.length === 0
        ? ''
        : `. By ${names}, ${repeated} of ${columns.differentRows.length} rows repeat an earlier one`
    const question = 'which column identifies a row from day to day? Its heading, or several as "One + Other"'
    return { ref: null, remark: `${question}${why}` }
  }
  const isOne = chosen.length === 1
  const used = `no column numbers the rows; ${names} ${isOne ? 'is' : 'are'} used instead, and an offer gets another id if ${isOne ? 'this text' : 'one of these texts'} changes`
  return {
    ref: isOne ? { column: chosen[0] ?? '' } : { columns: chosen, join: ' | ' },
    remark: used,
  }
}

function changes(sample: ColumnSample, columns: TableColumns): boolean {
  return (
    NEVER_IN_REF.some((role) => columns.candidates(role).includes(sample)) ||
    isOldPriceHeading(sample.name) ||
    areDaysOrPeriods(sample) ||
    areBareNumbers(sample) ||
    mentionFigures(sample)
  )
}

function keyOf(columns: TableColumns, names: readonly string[]): (row: Row) => string {
  const issuer = columns.inRole('issuer')?.name
  return (row) =>
    [...(issuer === undefined ? [] : [issuer]), ...names].map((name) => textOf(row.get(name))).join('\n')
}
