// Questions about columns that a table has twice, in other words or in other places: which of them is meant is not guessed.

import { clip } from '../../lib/text/clip.ts'
import { optionOf } from '../account/shape-questions.ts'
import { ANSWERS, type Answers, readColumnAnswer } from '../asking/answers.ts'
import type { Question } from '../asking/questions.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { isBareNumber } from '../cells/figure-worth.ts'
import { readAddress } from '../cells/read-address.ts'
import { type NumberStyle, readMoney } from '../cells/read-number.ts'
import { readWeekdays } from '../cells/read-weekdays.ts'
import { readWorth } from '../cells/read-worth.ts'
import { saysNoCap } from '../cells/worth-endings.ts'
import { isOldPriceHeading, isReducedPriceHeading, roleOf, rolesOf } from '../headings/heading-list.ts'
import { type ColumnOption, ROLE_ROWS, ROLES, type Role } from '../headings/roles.ts'
import { columnsIn, namesText } from '../mapping/cell-source.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { isOfInterest } from '../mapping/neighbours.ts'
import { BETWEEN } from '../tables/table.ts'
import type { ColumnSample } from './look-at-values.ts'
import { isOfCodes } from './propose-ref.ts'
import type { TableColumns } from './table-columns.ts'
import { areBareNumbers, areDays, areFigures, isDay, isDayOrPeriod, mayBeMoney } from './what-columns-hold.ts'

interface Context {
  columns: TableColumns
  answers: Answers
  style: NumberStyle
}

/** Columns that may be left out, or read. */
export interface Unclear {
  columns: readonly string[]
  what: string
  /** The options by which they are read. */
  options: readonly string[]
}

/** Columns that a question lists. */
const MAX_LISTED = 6

/**
 * A heading of a role that is there several times, each with cells.
 * @param repeated the columns of each such heading
 */
export function findRepeated(
  repeated: Readonly<Record<string, readonly string[]>>,
  { columns, answers }: Context,
): Unclear[] {
  const groups = Object.values(repeated).flatMap((names) => {
    const filled = columns.named(names).filter(({ texts }) => texts.length > 0)
    const [first, ...others] = filled.map(({ name }) => name)
    const role = first === undefined ? undefined : roleOf(first)?.role
    const isAnswered = filled.some(({ name }) => isNamed(name, answers))
    return role === undefined || others.length === 0 || isAnswered ? [] : [{ role, first, others }]
  })
  if (groups.length === 0) return []
  const is = groups.length === 1 ? 'is' : 'are'
  const names = groups.map(({ first = '' }) => first)
  return [
    {
      columns: groups.flatMap((each) => each.others),
      what: `${namesText(names, MAX_LISTED)} ${is} there more than once, each time with cells`,
      options: [
        groups
          .map(({ role, others: [name = ''] }) => optionFor(role, name))
          .filter(Boolean)
          .join(' '),
      ],
    },
  ]
}

/** Figures and days that no member reads, of columns whose headings have a role. */
export function findUnread(unread: readonly ColumnSample[], { columns, answers }: Context): Unclear[] {
  const price = columns.inRole('price')?.name ?? ''
  // Next to "precio oferta", "precio" is the price before it.
  const isOldPrice = ({ name }: ColumnSample) =>
    roleOf(name)?.role === 'price' && isReducedPriceHeading(price) && !isReducedPriceHeading(name)
  // Searched once: the currencies are those of all rows.
  const hasSeveral = columns.currencies.codes.length > 1
  const open = unread.flatMap((sample) => {
    const isCode = columns.candidates('ref').includes(sample)
    const role = isCode ? 'ref' : roleOf(sample.name)?.role
    // Next to several currencies, amounts without a sign are named as such.
    const isMixed = hasSeveral && areBareNumbers(sample)
    const isOther =
      isMixed || role === undefined || NO_VALUES.has(role) || isAnswered(role, answers) || isOldPrice(sample)
    return isOther || !(areFigures(sample) || areDays(sample)) ? [] : [{ role, name: sample.name }]
  })
  if (open.length === 0) return []
  const names = open.map(({ name }) => name)
  return [
    {
      columns: names,
      what: `${namesText(names, MAX_LISTED)} ${open.length === 1 ? 'has' : 'have'} figures or days that are not read`,
      options: open.map(({ role, name }) => optionFor(role, name)),
    },
  ]
}

/**
 * Money that no member reads, of columns without a role next to a value: the words of headings are without number.
 * @param offer the proposed mapping
 */
export function findMoney(
  unread: readonly ColumnSample[],
  offer: Mapping['offer'],
  { columns }: Context,
): Unclear[] {
  const hasSeveral = columns.currencies.codes.length > 1
  const mayBe = (sample: ColumnSample) =>
    rolesOf(sample.name).length === 0 &&
    !(isOldPriceHeading(sample.name) || isOfInterest(sample.name) || isOfCodes(sample.name)) &&
    !(hasSeveral && areBareNumbers(sample)) &&
    mayBeMoney(sample)
  // Next to a price, other amounts are most likely the price before.
  const names = hasFigures(offer) ? unread.filter(mayBe).map(({ name }) => name) : []
  if (names.length === 0) return []
  return [
    {
      columns: names,
      what: `${namesText(names, MAX_LISTED)} ${names.length === 1 ? 'has' : 'have'} amounts that are not read, and may be caps, minimums or prices`,
      options: offer.benefit.cap ? [] : names.map((name) => optionOf(ANSWERS.cap.name, [name])),
    },
  ]
}

/** Benefits such as 2x1 in columns without a role: next to 20% in another column, only one of the two would be published. */
export function findForms(
  unread: readonly ColumnSample[],
  offer: Mapping['offer'],
  { answers, style }: Context,
): Unclear[] {
  const isForm = (cell: Cell) => {
    const read = readWorth(cell, { as: 'text' }, style)
    // A percentage alone may be a tax, or a rate.
    return 'value' in read && (/\p{L}/u.test(textOf(cell)) || read.value.worth.kind === 'multibuy')
  }
  const hasForms = ({ name, cells }: ColumnSample) => rolesOf(name).length === 0 && cells.some(isForm)
  // A price is published as it is, whatever is next to it.
  if (!hasFigures(offer) || answers.value !== undefined || answers.benefit !== undefined) return []
  const names = unread.filter(hasForms).map(({ name }) => name)
  if (names.length === 0) return []
  const titles = columnsIn([offer.title])
  const [words] = columnsIn(
    offer.benefit.worth.filter(({ as }) => as === 'discount' || as === 'text'),
  ).filter((name) => !titles.includes(name))
  return [
    {
      columns: names,
      what: `${namesText(names, MAX_LISTED)} ${names.length === 1 ? 'has' : 'have'} benefits such as 2x1 that are not read`,
      options: [optionOf(ANSWERS.benefit.name, words === undefined ? names : [words, ...names])],
    },
  ]
}

/** Whether a column of the value has figures that are no prices. */
function hasFigures({ benefit }: Mapping['offer']): boolean {
  return benefit.worth.some(({ as }) => as !== 'text' && as !== 'fixed_price')
}

/** One question about all such columns, since one answer names them. */
export function askToIgnore(unclear: readonly Unclear[], ignored: readonly string[]): Question[] {
  if (unclear.length === 0) return []
  const columns = unclear.flatMap((each) => each.columns)
  const options = unclear.flatMap((each) => each.options).filter(Boolean)
  const it = columns.length === 1 ? 'it' : 'them'
  const instead =
    options.length === 0
      ? ''
      : `; instead, ${options.join(', or ')} reads ${columns.length === 1 ? 'it' : 'one'}`
  const what = unclear.map((each) => each.what).join('; ')
  return [
    {
      pointer: '/read/ignore',
      text: `${what}: ${optionOf('ignore', [...ignored, ...columns])} leaves ${it} out${instead}`,
    },
  ]
}

/** Roles of codes, and of statuses, which have a question of their own. */
const NO_VALUES: ReadonlySet<Role> = new Set(['ref', 'status'])

/** A column of which fewer than half of the cells are understood, while more are of another one of its role. */
export function askAboutDoubtful({ columns, answers, style }: Context): Question[] {
  return ROLES.flatMap((role): Question[] => {
    const [used, ...others] = columns.candidates(role)
    const { option } = ROLE_ROWS[role]
    if (!used || others.length === 0 || option === null || isAnswered(role, answers)) return []
    const count = ({ cells }: ColumnSample) => cells.filter((cell) => isUnderstood(cell, role, style)).length
    const understood = count(used)
    const better = others.find((each) => count(each) > understood)
    if (understood * 2 >= used.texts.length || !better) return []
    const [name, other] = [used.name, better.name].map((each) => JSON.stringify(clip(each)))
    return [
      {
        pointer: ANSWERS[option].at,
        text: `${understood} of ${used.texts.length} cells of ${name} are understood, ${count(better)} of ${better.texts.length} of ${other}: ${optionFor(role, better.name)} or ${optionFor(role, used.name)}`,
      },
    ]
  })
}

/** Whether a cell would be understood in a column of a role. Roles whose cells are any text have none. */
function isUnderstood(cell: Cell, role: Role, style: NumberStyle): boolean {
  const { reader, kind } = ROLE_ROWS[role]
  switch (reader) {
    case 'benefit':
      // What bare numbers are is a question of its own.
      return isBareNumber(cell) || 'value' in readWorth(cell, { as: 'discount' }, style)
    case 'figure':
    case 'form':
    case 'price':
      return kind !== null && 'value' in readWorth(cell, { as: kind }, style)
    case 'money':
      return typeof cell === 'string' && saysNoCap(cell) ? true : 'value' in readMoney(cell, style)
    case 'day':
    case 'period':
      return isDayOrPeriod(cell)
    case 'weekdays':
      return readWeekdays(cell) !== undefined
    case 'address':
      return readAddress(cell) !== undefined
    default:
      return false
  }
}

/** A column of periods whose cells are mostly single days, which may be first or last ones. */
export function askAboutPeriod(offer: Mapping['offer'], { columns, answers }: Context): Question[] {
  const { valid_from: from, valid_until: until } = offer
  if (answers.from !== undefined || answers.until !== undefined) return []
  if (from?.end === undefined || until?.column === undefined || from.column !== until.column) return []
  const [sample] = columns.named([until.column])
  const days = sample?.cells.filter(isDay).length ?? 0
  if (!sample || days * 2 <= sample.cells.length) return []
  const name = sample.name
  return [
    {
      pointer: ANSWERS.until.at,
      text: `${days} of ${sample.cells.length} cells of ${JSON.stringify(clip(name))} are single days: ${optionOf(ANSWERS.until.name, [name])} takes them for last days, ${optionOf(ANSWERS.from.name, [name])} for first ones`,
    },
  ]
}

const VALUE_OPTIONS: ReadonlySet<ColumnOption> = new Set(['value', 'benefit'])

/** Whether an answer says which column has a role. */
function isAnswered(role: Role, answers: Answers): boolean {
  const { option } = ROLE_ROWS[role]
  if (option !== null && VALUE_OPTIONS.has(option))
    return answers.value !== undefined || answers.benefit !== undefined
  if (ROLE_ROWS[role].reader === 'period') return answers.from !== undefined || answers.until !== undefined
  return option !== null && answers[option] !== undefined
}

/** Whether an answer names a column. */
function isNamed(name: string, answers: Answers): boolean {
  return Object.values(answers).some((answer) => {
    if (answer === undefined) return false
    const { column } = readColumnAnswer(answer)
    return answer === name || column === name || column.split(BETWEEN).includes(name)
  })
}

/** The option by which a role has a column, to paste into the command; empty if there is none. */
function optionFor(role: Role, name: string): string {
  const { option } = ROLE_ROWS[role]
  return option === null ? '' : optionOf(ANSWERS[option].name, [name])
}
