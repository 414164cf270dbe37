// Proposes how to identify the rows of a table from day to day: by a column of refs, coupon codes or addresses, or by
// title and merchant, and the first day if need be. Only rows of one issuer must differ. Exact copies of a row do not
// count: the import skips them, whatever identifies a row.

import { clip } from '../../lib/text/clip.ts'
import { textOf } from '../cells/cell.ts'
import { wordsOf } from '../cells/words.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { columnsIn, isCode } from '../mapping/cell-source.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'
import { isMerchantAlone } from '../mapping/merchant-alone.ts'
import type { Row } from '../tables/table.ts'
import type { TableColumns } from './table-columns.ts'

export interface ProposedRef {
  ref: CellSource | null
  /** A decision to check; if `ref` is null, a question. */
  remark?: string
}

type Naming = Pick<Mapping['offer'], 'title' | 'merchant' | 'issuer' | 'valid_from'>

/**
 * Tries a column of refs that does not only count the rows, then a column of coupon codes or addresses, then joined
 * texts.
 * @param offer the columns that say what is offered, where, by whom, and from when
 */
export function proposeRef(columns: TableColumns, offer: Naming): ProposedRef {
  const refs = columns.candidates('ref').filter(({ name }) => isOfRow(name) && identifiesRows(columns, name))
  const lasting = refs.find(({ name }) => !countsRows(columns, name))
  if (lasting) return { ref: { column: lasting.name } }
  const uncalculated = columns.names.find((name) => isCodeOfFormulas(columns, name))
  if (uncalculated !== undefined) {
    const found = `most cells of ${JSON.stringify(clip(uncalculated))} are formulas without a result`
    const remark = `${found}: open the workbook in a spreadsheet program, save it, and import it again; or name other columns that identify a row from day to day, as "One + Other"`
    return { ref: null, remark }
  }
  const unique = uniqueColumn(columns)
  const [counter] = refs
  const why = counter ? `${JSON.stringify(counter.name)} only counts the rows` : 'no column numbers the rows'
  if (unique === undefined) return joinedTexts(columns, offer, why)
  return {
    ref: { column: unique },
    remark: `${why}; ${JSON.stringify(unique)} is used instead and differs in each of ${columns.differentRows.length} rows`,
  }
}

/**
 * Whether a column has the heading of a code, and would be one if its formulas had results. Their cells are empty here:
 * see open-sample.ts.
 */
function isCodeOfFormulas({ rows }: TableColumns, name: string): boolean {
  const formulas = rows.filter((row) => row.isUncalculated?.(name)).length
  const filled = rows.filter((row) => textOf(row.get(name)) !== '').length
  return formulas > filled && isOfRow(name) && rolesOf(name).some(({ role }) => role === 'ref')
}

/** Whether a column belongs to the row alone. "../bank" is a member of an object around several rows, which share it. */
function isOfRow(name: string): boolean {
  return !name.startsWith('../')
}

/** Up to this many rows without a ref, or with a repeated one, are mistakes even in a short table. */
const FEW_FAULTS = 2

/**
 * Whether a column of refs identifies the rows. Up to a quarter may be blank or repeated, since the import rejects
 * them; of a short table FEW_FAULTS, but less than half.
 */
function identifiesRows(columns: TableColumns, name: string): boolean {
  const faulty = unidentified(columns, name)
  return faulty <= FEW_FAULTS
    ? faulty < columns.differentRows.length / 2
    : faulty <= columns.differentRows.length / 4
}

/** Headings that may only count the rows, folded as `wordsOf` does. */
const COUNTERS: ReadonlySet<string> = new Set(['numero', 'nro', 'n', 'no', 'num', 'nummer', 'nr'])

/** Whether a column counts the rows: 1, 2, 3. An inserted row would change the numbers of all rows below it. */
function countsRows(columns: TableColumns, name: string): boolean {
  const start = Number(textOf(columns.differentRows[0]?.get(name) ?? ''))
  return (
    COUNTERS.has(wordsOf(name)) &&
    columns.differentRows.every((row, index) => Number(textOf(row.get(name))) === start + index)
  )
}

/** The number of rows in which a column has no code, or repeats an earlier row of the same issuer. */
function unidentified(columns: TableColumns, name: string): number {
  const filled = columns.differentRows.filter((row) => isCode(textOf(row.get(name))))
  return columns.differentRows.length - new Set(filled.map(keyOf(columns, [name]))).size
}

/**
 * A column of coupon codes, or of addresses with numbers, if they differ in all rows. An address without a number may
 * be the address of the merchant.
 */
function uniqueColumn(columns: TableColumns): string | undefined {
  const codes = columns.names.filter((name) => CODES.has(wordsOf(name)))
  const addresses = columns
    .candidates('url')
    .filter(({ texts }) => texts.every((text) => NUMBERED.test(text) && queryOf(text).length <= MAX_QUERY))
  return [...codes, ...addresses.map(({ name }) => name)].find(
    (name) => isOfRow(name) && unidentified(columns, name) === 0 && columns.differentRows.length > 1,
  )
}

/** Headings of coupon codes, folded as `wordsOf` does. Headings that always mean a ref have that role. */
const CODES: ReadonlySet<string> = new Set([
  'code',
  'coupon code',
  'promo code',
  'codigo promocional',
  'cupon',
])
/** An address with a digit behind the name of the host. */
const NUMBERED = /^https?:\/\/[^/?#]+[/?#].*\d/i
/** In characters. A longer query may change with each search. */
const MAX_QUERY = 80

function queryOf(address: string): string {
  return address.split('?', 2)[1] ?? ''
}

/** The texts that say what is offered, and where, if they differ in all rows; if not, with the first day. */
function joinedTexts(
  columns: TableColumns,
  { valid_from: from, ...offer }: Naming,
  why: string,
): ProposedRef {
  const question = 'which column identifies a row from day to day? Its heading, or several as "One + Other"'
  const texts = [...new Set(columnsIn([offer.merchant, offer.title]))]
  if (offer.title === null || isMerchantAlone(texts, offer)) return { ref: null, remark: question }
  // A period is no first day: its end may change.
  const day = from?.end === undefined && from?.column !== undefined ? [from.column] : []
  const rows = columns.differentRows
  const repeatedBy = (names: readonly string[]) => rows.length - new Set(rows.map(keyOf(columns, names))).size
  const chosen = repeatedBy(texts) > 0 ? [...new Set([...texts, ...day])] : texts
  const names = chosen.join(' + ')
  const repeated = repeatedBy(chosen)
  if (repeated > 0)
    return {
      ref: null,
      remark: `${question}. By ${names}, ${repeated} of ${rows.length} rows repeat an earlier one`,
    }
  const [column = ''] = chosen
  return {
    ref: chosen.length === 1 ? { column } : { columns: chosen, join: ' | ' },
    remark: `${why}, so the ref is ${names}: if one of these changes, it is a new offer`,
  }
}

/** The text that identifies a row: its issuer, if the table has one, and its cells in these columns. */
function keyOf(columns: TableColumns, names: readonly string[]): (row: Row) => string {
  const issuer = columns.inRole('issuer')?.name
  return (row) =>
    [...(issuer === undefined ? [] : [issuer]), ...names].map((name) => textOf(row.get(name))).join('\n')
}
