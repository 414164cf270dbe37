// Proposes to skip the rows that a status column calls not running.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { textOf } from '../cells/cell.ts'
import { isRunning, saysNoOffer } from '../cells/read-status.ts'
import { roleOf } from '../headings/heading-list.ts'
import type { Skip } from '../mapping/mapping.ts'
import { NO_COLUMN, textsIn } from './answers.ts'
import type { Question, Remarks } from './questions.ts'
import type { TableColumns } from './table-columns.ts'

/**
 * Adds a question if some rows are not running, and no answer says what to do with them. A column that calls all rows
 * running is kept as well: tomorrow it may not.
 */
export function proposeSkip(columns: TableColumns, remarks: Remarks, answer: string | undefined): Skip[] {
  const known = columns.candidates('status')
  const headed = columns.named(columns.names).filter(({ name }) => roleOf(name)?.role === 'status')
  // A person may know words that are not understood here.
  const isAnswered = (text: string) => textsIn(answer ?? '').some(isSameText(text))
  const likely = new Set([...known, ...headed.filter(({ texts }) => texts.some(isAnswered))])
  const statuses = [...likely].flatMap(({ name, texts }) => {
    const mayBeSkipped = (text: string) => isRunning(name, text) !== true || isAnswered(text)
    const values = [...new Set(texts)].filter((text) => text !== name && mayBeSkipped(text))
    return texts.length > 0 ? [{ column: name, values }] : []
  })
  const isStatus = (name: string) => statuses.some(({ column }) => column === name)
  // Other columns may also say "sold out". Their other texts are benefits or remarks, and no statuses.
  const promotions = columns
    .named(columns.names.filter((name) => !isStatus(name)))
    .map(({ name, texts }) => ({ column: name, values: [...new Set(texts)].filter(saysNoOffer) }))
    .filter(({ values }) => values.length > 0)
  for (const { name, texts } of headed) {
    if (isStatus(name) || texts.length === 0) continue
    const some = [...new Set(texts)].slice(0, 3).map((text) => JSON.stringify(clip(text)))
    remarks.doubts.push(
      `/read/skip: ${JSON.stringify(clip(name))} may say which rows run, in words that are not understood, such as ${some.join(', ')}: all are published, unless --skip-status names some`,
    )
  }
  const stopped = [...statuses, ...promotions].filter(({ values }) => values.length > 0)
  const skipped = answer === undefined ? undefined : chosen(stopped, answer)
  if (answer === undefined && stopped.length > 0) remarks.questions.push(question(stopped, columns))
  const isSkipped = (value: string) => skipped?.includes(value) ?? true
  return [
    ...statuses.map(({ column, values }) => ({
      column,
      values: values.filter(isSkipped),
      published: values.filter((value) => !isSkipped(value)),
    })),
    ...promotions.map(({ column, values }) => ({ column, values: values.filter(isSkipped) })),
  ]
}

function question(stopped: readonly Skip[], columns: TableColumns): Question {
  const rows = columns.rows.length
  const stoppedRows = columns.rows.filter((row) =>
    stopped.some(({ column, values }) => values.includes(textOf(row.get(column)))),
  ).length
  const all = stopped.flatMap((each) => each.values)
  // `Vencido` and `VENCIDO` are one answer.
  const values = [...new Map(all.map((value) => [fold(value), value])).values()].join(', ')
  const isSure = stopped.every(({ column, values }) =>
    values.every((value) => isRunning(column, value) === false || saysNoOffer(value)),
  )
  const names = stopped.map(({ column }) => JSON.stringify(clip(column))).join(' and ')
  const text =
    `by ${names}, ${stoppedRows} of ${rows} rows ${isSure ? 'are not' : 'may not be'} running, the other ${rows - stoppedRows} may be: ` +
    `${JSON.stringify(values)} skips those rows, ${JSON.stringify(NO_COLUMN)} publishes them`
  return { pointer: '/read/skip', text }
}

/** `Vencido` and `VENCIDO` are one answer. */
const isSameText = (a: string) => (b: string) => fold(a) === fold(b)

/**
 * The values of the table that the answer names.
 * @throws {OperatorError} `usage` for a text that no status column has
 */
function chosen(stopped: readonly Skip[], answer: string): string[] {
  if (answer === NO_COLUMN) return []
  const wanted = textsIn(answer)
  const known = stopped.flatMap(({ values }) => values)
  const other = wanted.find((value) => !known.some(isSameText(value)))
  if (other !== undefined) {
    const values = known.map((value) => JSON.stringify(clip(value))).join(', ') || 'none'
    throw new OperatorError(
      'usage',
      `--skip-status: found ${JSON.stringify(clip(other))}, expected a value of a status column that is not running; found in the table: ${values}`,
    )
  }
  return known.filter((value) => wanted.some(isSameText(value)))
}
