// Proposes how to identify the rows of a table from day to day: by a column that numbers them, or by texts that are
// unique together.

import { headingWords, saysNothing, wordsOf } from '../conversions/words.ts'
import { isOldPriceHeading } from '../headings/heading-list.ts'
import type { Role } from '../headings/roles.ts'
import { columnsIn } from '../mapping/cell-source.ts'
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
    remark: `no column numbers the rows; ${JSON.stringify(only)} is used instead and differs in each of ${columns.rows.length} rows`,
  }
}

/** Up to this many rows without a number, or with a repeated one, are mistakes, however short the table is. */
const FEW_FAULTS = 2

/** Whether a column numbers the rows. A few may be blank or repeated: they are rejected. */
function isNumbering(columns: TableColumns, name: string): boolean {
  const faulty = unidentified(columns, name)
  return faulty <= FEW_FAULTS ? faulty < columns.rows.length / 2 : faulty <= columns.rows.length / 4
}

/** The number of rows in which a column is blank, or repeats an earlier row of the same issuer. */
function unidentified(columns: TableColumns, name: string): number {
  const filled = columns.rows.filter((row) => !saysNothing(textOf(row.get(name))))
  return columns.rows.length - new Set(filled.map(keyOf(columns, [name]))).size
}

/** A column of coupon codes or addresses, if they differ in all rows. A long query may change with each search. */
function uniqueColumn(columns: TableColumns): string | undefined {
  const codes = columns.names.filter((name) => CODES.has(wordsOf(name)))
  const addresses = columns
    .candidates('url')
    .filter(({ texts }) => texts.every((text) => (text.split('?', 2)[1] ?? '').length <= MAX_QUERY))
  return [...codes, ...addresses.map(({ name }) => name)].find(
    (name) => unidentified(columns, name) === 0 && columns.rows.length > 1,
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

/** More columns would be the whole row. */
const MAX_COLUMNS = 8

/** Enough groups to see which column distinguishes the most rows. */
const GROUPS_COMPARED = 1000

/** Stable columns first. */
const ROLES_OF_REF: readonly Role[] = ['merchant', 'category', 'comunas', 'weekdays', 'description']

/** A price, benefit or day that changes must not make a new offer. */
const NEVER_IN_REF: readonly Role[] = [
  'period',
  'valid_from',
  'valid_until',
  'benefit',
  'kind',
  'percentage',
  'cashback',
  'installments',
  'amount',
  'price',
  'cap',
  'status',
]

function joinedTexts(columns: TableColumns, texts: readonly CellSource[]): ProposedRef {
  const ask = (why: string): ProposedRef => ({
    ref: null,
    remark: `which column identifies a row from day to day? Its heading, or several as "One + Other"${why}`,
  })
  const isStable = (name: string) => columns.named([name]).every((sample) => !changes(sample, columns))
  const chosen = [...new Set(texts.flatMap(columnsIn))].filter(isStable)
  const [likely, others] = candidatesFor(columns, isStable)
  let groups = groupsOf(columns.rows, keyOf(columns, chosen))
  while (groups.length > 0 && chosen.length < MAX_COLUMNS) {
    const some = groups.slice(0, GROUPS_COMPARED)
    const next = bestOf(likely, some) ?? bestOf(others, some)
    if (next === undefined) break
    chosen.push(next)
    groups = groups.flatMap((rows) => groupsOf(rows, (row) => textOf(row.get(next))))
  }
  if (chosen.length === 0) return ask('')
  const names = chosen.join(' + ')
  if (groups.length > 0) {
    return ask(`. By ${names}, ${repeatedIn(groups)} of ${columns.rows.length} rows repeat an earlier one`)
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
    isRecordKeeping(sample.name) ||
    areDaysOrPeriods(sample) ||
    areBareNumbers(sample) ||
    mentionFigures(sample)
  )
}

/** The columns that can distinguish rows: those with a known meaning, and the others. */
function candidatesFor(
  columns: TableColumns,
  isStable: (name: string) => boolean,
): [likely: string[], others: string[]] {
  const stable = columns.names.filter(isStable)
  const likely = ROLES_OF_REF.flatMap((role) => columns.inRole(role)?.name ?? [])
  return [likely.filter((name) => stable.includes(name)), stable.filter((name) => !likely.includes(name))]
}

/** The column that leaves the fewest equal rows; undefined if no column distinguishes any. */
function bestOf(names: readonly string[], groups: readonly (readonly Row[])[]): string | undefined {
  const alike = (name: string) =>
    groups.reduce(
      (sum, rows) => sum + rows.length - new Set(rows.map((row) => textOf(row.get(name)))).size,
      0,
    )
  const now = repeatedIn(groups)
  const scored = names.map((name) => ({ name, left: alike(name) })).filter(({ left }) => left < now)
  return scored.length === 0 ? undefined : scored.reduce((a, b) => (b.left < a.left ? b : a)).name
}

/** Whether a column records when a program handled the row, and is no part of the offer. */
function isRecordKeeping(name: string): boolean {
  return /\b(?:created|updated|modified|scraped?|scrapeado|crawled|fetched|synced|imported|added|inserted|seen|generado|actualizado|creado|atualizado|criado|timestamp)\b/.test(
    headingWords(name),
  )
}

function keyOf(columns: TableColumns, names: readonly string[]): (row: Row) => string {
  const issuer = columns.inRole('issuer')?.name
  return (row) =>
    [...(issuer === undefined ? [] : [issuer]), ...names].map((name) => textOf(row.get(name))).join('\n')
}

/** The number of all rows but the first of each group. */
function repeatedIn(groups: readonly (readonly Row[])[]): number {
  return groups.reduce((sum, rows) => sum + rows.length - 1, 0)
}

/** Groups of two or more rows with the same key. */
function groupsOf(rows: readonly Row[], keyOfRow: (row: Row) => string): Row[][] {
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOfRow(row)
    const group = byKey.get(key)
    if (group) group.push(row)
    else byKey.set(key, [row])
  }
  return [...byKey.values()].filter((group) => group.length > 1)
}
