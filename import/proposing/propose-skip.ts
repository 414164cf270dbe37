// Proposes to skip the rows that a status column calls not running.

import { clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { optionOf } from '../account/shape-questions.ts'
import { answersThatSkip, isSameText, NO_COLUMN, textsIn } from '../asking/answers.ts'
import type { Question, Remarks } from '../asking/questions.ts'
import { refusal } from '../asking/refusals.ts'
import { isOfDeletions, isRunning, saysNoOffer } from '../cells/read-status.ts'
import { roleOf } from '../headings/heading-list.ts'
import { columnsIn, isSkippedBy, namesText } from '../mapping/cell-source.ts'
import type { Mapping, Skip } from '../mapping/mapping.ts'
import type { ColumnSample } from './look-at-values.ts'
import { mayBeDeletions } from './may-be-deletions.ts'
import type { TableColumns } from './table-columns.ts'

/**
 * The texts of each column whose rows are skipped. Adds a question if some rows are not running, and no answer says
 * what to do with them; until then all of these are skipped. A column that calls all rows running is kept as well:
 * tomorrow it may not.
 * @param facts the texts to skip, undefined if there is no answer; the columns that are read otherwise
 * @throws {OperatorError} `usage` if the answer has another text
 */
export function proposeSkip(
  columns: TableColumns,
  remarks: Remarks,
  { answer, offer }: { answer: string | undefined; offer: Mapping['offer'] },
): Skip[] {
  const statuses = statusesIn(columns, answer)
  const unread = columns.named(
    columns.names.filter(
      (name) => !columns.weekdays.has(name) && !statuses.some(({ column }) => column === name),
    ),
  )
  const read = columnsIn(offer)
  const known = { hasEnds: Boolean(offer.valid_until), hasStatuses: statuses.length > 0 }
  const isDeletion = (sample: ColumnSample) =>
    areDeletions(sample, statuses.length > 0) ||
    (!read.includes(sample.name) && mayBeDeletions(sample, known))
  const deletions = unread.filter(isDeletion).map(({ name }) => ({ column: name }))
  const others = unread.filter((sample) => !isDeletion(sample))
  remarks.doubts.push(...doubtsOf(others.filter(isHeadedStatus)))
  // Other columns may also say "sold out". Their other texts are benefits or remarks, and no statuses.
  const promotions = others
    .map(({ name, texts }) => {
      const sums = columns.sums.get(name) ?? []
      const mayBeSkipped = (text: string) => saysNoOffer(text) || sums.includes(text)
      return { column: name, values: [...new Set(texts)].filter(mayBeSkipped) }
    })
    .filter(({ values }) => values.length > 0)
  const stopped: Skip[] = [
    ...[...statuses, ...promotions].filter(({ values }) => values.length > 0),
    ...deletions,
  ]
  // An answer about statuses alone says nothing of rows that are deleted.
  const named = answer === undefined ? [] : textsIn(answer, stopped.flatMap(answersThatSkip))
  const isOpen =
    answer === undefined ||
    (answer !== NO_COLUMN && deletions.some(({ column }) => !named.some(isSameText(column))))
  if (isOpen && stopped.length > 0) remarks.questions.push(question(stopped, columns))
  const skipped = answer === undefined ? undefined : chosen(stopped, answer)
  const isSkipped = (value: string) => skipped === undefined || skipped.includes(value)
  return [
    ...statuses.map(({ column, values }) => ({
      column,
      values: values.filter(isSkipped),
      published: values.filter((value) => !isSkipped(value)),
    })),
    // Without `published`, the import does not judge the new texts of a column.
    ...promotions.map(({ column, values }) => ({ column, values: values.filter(isSkipped) })),
    // A column that may be anything skips no row before somebody says so.
    ...deletions.filter(({ column }) =>
      isOfDeletions(column) ? isSkipped(column) : skipped?.includes(column),
    ),
  ]
}

/** The texts of a column that mean "inactive", or are not understood. */
interface Texts {
  column: string
  values: string[]
}

function isHeadedStatus({ name }: ColumnSample): boolean {
  return roleOf(name)?.role === 'status'
}

/**
 * Whether rows have a text such as a day under "deleted_at". If all have one, it is most likely a day of the record, unless
 * another column says which rows run.
 */
function areDeletions({ name, texts, rows }: ColumnSample, hasStatuses: boolean): boolean {
  const isHeaded = isOfDeletions(name) && roleOf(name)?.role === 'status'
  return isHeaded && texts.length > 0 && (hasStatuses || texts.length < rows)
}

/** The columns of statuses, with their values. */
function statusesIn(columns: TableColumns, answer = ''): Texts[] {
  // A person may know words that are not understood here.
  const isAnswered = (text: string) => textsIn(answer, [text]).some(isSameText(text))
  const named = columns
    .named(columns.names)
    .filter((sample) => isHeadedStatus(sample) && sample.texts.some(isAnswered))
  const samples = [...new Set([...columns.candidates('status'), ...named])]
  return samples
    .filter(({ texts }) => texts.length > 0)
    .map(({ name, texts }) => {
      const mayBeSkipped = (text: string) => isRunning(name, text) !== true || isAnswered(text)
      return { column: name, values: [...new Set(texts)].filter(mayBeSkipped) }
    })
}

/** Remarks on columns that are headed as a status, but have other texts. */
function doubtsOf(unknown: readonly ColumnSample[]): string[] {
  return unknown
    .filter(({ texts }) => texts.length > 0)
    .map(({ name, texts }) => {
      const some = [...new Set(texts)].slice(0, 3).map((text) => JSON.stringify(clip(text)))
      return `/read/skip: ${JSON.stringify(clip(name))} may say which rows run, in words that are not understood, such as ${some.join(', ')}: all are published, unless --skip-status names some`
    })
}

/** @param stopped the texts of each column whose rows may not be running */
function question(stopped: readonly Skip[], columns: TableColumns): Question {
  const rows = columns.rows.length
  const stoppedRows = columns.rows.filter((row) => stopped.some((each) => isSkippedBy(each, row))).length
  const all = stopped.flatMap(answersThatSkip)
  // `Vencido` and `VENCIDO` are one answer.
  const values = [...new Map(all.map((value) => [fold(value), value])).values()].join(', ')
  const isSure = stopped.every(({ column, values }) =>
    values
      ? values.every((value) => isRunning(column, value) === false || saysNoOffer(value))
      : isOfDeletions(column),
  )
  const unsure = stopped.flatMap(({ column, values }) => (values || isOfDeletions(column) ? [] : [column]))
  const names = stopped.map(({ column }) => JSON.stringify(clip(column))).join(' and ')
  const text =
    `by ${names}, ${stoppedRows} of ${rows} rows ${isSure ? 'are not' : 'may not be'} running, the other ${rows - stoppedRows} may be: ` +
    `${JSON.stringify(values)} skips those rows, ${JSON.stringify(NO_COLUMN)} publishes them` +
    sumsText(stopped, columns) +
    (unsure.length === 0 || unsure.length === stopped.length
      ? ''
      : `; ${optionOf('ignore', unsure)} publishes only those with a text in ${unsure.length === 1 ? 'that column' : 'these columns'}`)
  return { pointer: '/read/skip', text }
}

/** Names that a question lists. */
const MAX_LISTED = 2

/** Why a row that says nothing of its end is asked about. */
function sumsText(stopped: readonly Skip[], { sums }: TableColumns): string {
  const names = stopped.flatMap(({ column, values = [] }) =>
    values.filter((value) => sums.get(column)?.includes(value)),
  )
  if (names.length === 0) return ''
  return `; the figures of ${namesText(names, MAX_LISTED)} are sums of the rows above`
}

/**
 * The values of the table that the answer names, in upper or lower case; none if it says so.
 * @throws {OperatorError} `usage` for a text that is none of `stopped`
 */
function chosen(stopped: readonly Skip[], answer: string): string[] {
  if (answer === NO_COLUMN) return []
  const known = stopped.flatMap(answersThatSkip)
  const wanted = textsIn(answer, known)
  const other = wanted.find((value) => !known.some(isSameText(value)))
  if (other !== undefined) {
    const statuses = known.map((value) => JSON.stringify(clip(value))).join(', ') || 'none'
    throw refusal('noSuchStatus', { found: JSON.stringify(clip(other)), statuses })
  }
  return known.filter((value) => wanted.some(isSameText(value)))
}
