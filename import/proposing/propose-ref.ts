// Proposes how to identify the rows of a table from day to day: by a column of refs, or by title and merchant, and the
// first day if need be. Only rows of one issuer must differ. Exact copies of a row do not count: the import skips them,
// whatever identifies a row.

import { clip } from '../../lib/text/clip.ts'
import { columnsNamed } from '../asking/answered-columns.ts'
import { refusal } from '../asking/refusals.ts'
import { textOf } from '../cells/cell.ts'
import { headingWords, wordsOf } from '../cells/words.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { columnsIn, columnsOf, isCode } from '../mapping/cell-source.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'
import { isMerchantAlone } from '../mapping/merchant-alone.ts'
import type { Row } from '../tables/table.ts'
import type { ColumnSample } from './look-at-values.ts'
import type { TableColumns } from './table-columns.ts'
import { isCodeText, isDay, isSureCodeText } from './what-columns-hold.ts'

export interface ProposedRef {
  ref: CellSource | null
  /** A decision to check; if `ref` is null, a question. */
  remark?: string
}

type Naming = Pick<Mapping['offer'], 'title' | 'merchant' | 'issuer' | 'valid_from'>

/**
 * Tries a column of refs by its heading, unless that says that it counts the rows, then one of codes by its cells, then
 * joined texts. The issuer is never a part: the id has its slug already, and an issuer with a new name keeps its refs.
 * @param offer the columns that say what is offered, where, by whom, and from when
 */
export function proposeRef(columns: TableColumns, offer: Naming): ProposedRef {
  const issuer = columnsIn(offer.issuer)
  const isRef = ({ name }: ColumnSample) => isOfRow(name) && identifiesRows(columns, [...issuer, name])
  const refs = columns.candidates('ref').filter(isRef)
  const lasting = refs.find(
    ({ name }) => !COUNTERS.has(wordsOf(name)) || countOf(columns, name) === undefined,
  )
  if (lasting) {
    const { first, last, rows = 0 } = countOf(columns, lasting.name) ?? {}
    if (rows < LEAST_COUNTED) return { ref: { column: lasting.name } }
    const remark = `${JSON.stringify(clip(lasting.name))} counts the rows from ${first} to ${last}; if it is no id of your system, name others with --ref`
    return { ref: { column: lasting.name }, remark }
  }
  const coded = columns.named(columns.names).find((sample) => areCodes(sample, columns, issuer))
  if (coded) {
    const remark = `the cells of ${JSON.stringify(clip(coded.name))} are all different and look like codes, so they are the ref; if it is no id of your system, name others with --ref`
    return { ref: { column: coded.name }, remark }
  }
  const [counter] = refs
  const why = counter ? `${JSON.stringify(counter.name)} only counts the rows` : 'no column numbers the rows'
  return joinedTexts(columns, offer, why)
}

/**
 * The ref that a person names.
 * @throws {OperatorError} `usage` if it names a missing column, or that of the issuer
 */
export function refNamed(answer: string, columns: readonly string[], issuer: CellSource | null): CellSource {
  const ref = columnsNamed('ref', answer, { columns, join: ' | ' })
  const ofIssuer = columnsIn(issuer)
  const [first] = columnsOf(ref).filter((name) => ofIssuer.includes(name))
  if (first === undefined) return ref
  const others = columnsOf(ref).filter((name) => !ofIssuer.includes(name))
  const instead = others.length > 0 ? JSON.stringify(others.join(' + ')) : 'what identifies the offer'
  throw refusal('refOfIssuer', { column: JSON.stringify(clip(first)), others: instead })
}

/** Whether all rows have different codes in a column that has no other role. */
function areCodes(sample: ColumnSample, columns: TableColumns, issuer: readonly string[]): boolean {
  const { name, texts, cells } = sample
  const isOther =
    !isOfRow(name) || rolesOf(name).some(({ role }) => role !== 'ref') || OF_OTHERS.test(headingWords(name))
  if (isOther || texts.length < 2 || cells.some(isDay) || countOf(columns, name) !== undefined) return false
  const looksSo = CODE_WORD.test(headingWords(name)) ? texts.every(isCodeText) : texts.every(isSureCodeText)
  return looksSo && unidentified(columns, [...issuer, name]) === 0
}

/** Words in the heading of a code. */
const CODE_WORD =
  /\b(?:id|ids|uid|uuid|guid|code|codes|codigo|cod|codice|kod|ref|referencia|reference|referenz|numero|number|nummer|nro|num|nr|no|n|key|clave|folio|sku|art|kennung|identifier|identificador)\b|[a-z](?:codes?|kode|nummer)\b/
/** Codes of what several offers may share, or that are no codes of offers. */
const OF_OTHERS =
  /\b(?:merchant|store|shop|tienda|comercio|local|bank|banco|issuer|emisor|advertiser|anunciante|provider|proveedor|brand|marca|category|categoria|postal|zip|plz|country|pais|currency|moneda|phone|telefono|telefon|fono|kunden|konto|rut|user|usuario|parent|program|campaign)/

/** Whether a heading says that its numbers are codes, of the row or of something else. */
export function isOfCodes(heading: string): boolean {
  const words = headingWords(heading)
  return CODE_WORD.test(words) || OF_OTHERS.test(words)
}

/** Whether a column belongs to the row alone. "../bank" is a member of an object around several rows, which share it. */
function isOfRow(name: string): boolean {
  return !name.startsWith('../')
}

/** Up to this many rows without a ref, or with a repeated one, are mistakes even in a short table. */
const FEW_FAULTS = 2

/**
 * Whether a column of refs, behind that of the issuer, identifies the rows. Up to a quarter may be blank or repeated, since
 * the import rejects them; of a short table FEW_FAULTS, but less than half.
 */
function identifiesRows(columns: TableColumns, names: readonly string[]): boolean {
  const faulty = unidentified(columns, names)
  return faulty <= FEW_FAULTS
    ? faulty < columns.differentRows.length / 2
    : faulty <= columns.differentRows.length / 4
}

/** Headings that may only count the rows, folded as `wordsOf` does. */
const COUNTERS: ReadonlySet<string> = new Set(['numero', 'nro', 'n', 'no', 'num', 'nummer', 'nr'])

/** Fewer numbers in a row prove nothing. */
const LEAST_COUNTED = 3

/**
 * The first and the last number of a column that counts the rows: 1, 2, 3. An inserted row would change the numbers of all
 * rows below it. Undefined if it does not, or is a text in a row that has one.
 */
function countOf(
  columns: TableColumns,
  name: string,
): { first: string; last: string; rows: number } | undefined {
  const numbers = columns.differentRows.map((row) => textOf(row.get(name))).filter(isCode)
  const [first = '', ...others] = numbers
  const counts = numbers.every((text, index) => /^\d+$/.test(text) && Number(text) === Number(first) + index)
  return counts ? { first, last: others.at(-1) ?? first, rows: numbers.length } : undefined
}

/** The number of rows in which the last of these columns has no code, or all of them repeat an earlier row. */
function unidentified({ differentRows: rows }: TableColumns, names: readonly string[]): number {
  const filled = rows.filter((row) => isCode(textOf(row.get(names.at(-1) ?? ''))))
  return rows.length - new Set(filled.map(keyOf(names))).size
}

/** The texts that say what is offered, and where, if they differ in all rows; if not, with the first day. */
function joinedTexts(
  columns: TableColumns,
  { valid_from: from, ...offer }: Naming,
  why: string,
): ProposedRef {
  const question = 'which column identifies a row from day to day? Its heading, or several as "One + Other"'
  const issuer = columnsIn(offer.issuer)
  const named = columnsIn([offer.merchant, offer.title]).filter((name) => !issuer.includes(name))
  // A merchant with another benefit has another offer.
  const values = isMerchantAlone(named, offer) ? columns.valueColumns.slice(0, 1) : []
  const texts = [...named, ...values]
  if (offer.title === null || texts.length === 0 || isMerchantAlone(texts, offer))
    return { ref: null, remark: question }
  // A period is no first day: its end may change.
  const day = from?.end === undefined && from?.column !== undefined ? [from.column] : []
  const rows = columns.differentRows
  const repeatedBy = (names: readonly string[]) =>
    rows.length - new Set(rows.map(keyOf([...issuer, ...names]))).size
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

/** The text of a row in these columns: only rows of one issuer must differ. */
function keyOf(names: readonly string[]): (row: Row) => string {
  return (row) => names.map((name) => textOf(row.get(name))).join('\n')
}
