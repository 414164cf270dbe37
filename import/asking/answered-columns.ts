// The columns that answers name: for each role, and for values, which need a kind.

import type { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { editsBetween } from '../../lib/text/suggestion.ts'
import { allWordsBut, wordFor } from '../cells/value-words.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { type ColumnOption, ROLE_ROWS, ROLES, type Role, rolesWith } from '../headings/roles.ts'
import { columnsOf, namesText } from '../mapping/cell-source.ts'
import type { CellSource } from '../mapping/mapping.ts'
import { BETWEEN } from '../tables/table.ts'
import {
  ANSWERS,
  type Answers,
  type ColumnAnswer,
  isOneColumn,
  likelyValue,
  NO_COLUMN,
  readColumnAnswer,
} from './answers.ts'
import { refusal } from './refusals.ts'

/**
 * The answer as a column, or else as the name of one issuer.
 * @throws {OperatorError} `usage` for a name that is most likely a misspelt heading, or for a pointer to a missing column
 */
export function issuerFrom(answer: string, columns: readonly string[]): CellSource {
  if (columns.includes(answer)) return { column: answer }
  if (answer.startsWith('/')) refuseMissing('issuer', [answer], columns)
  const meant = columns.find((column) => isMisspelt(answer, column))
  if (meant === undefined) return { constant: answer }
  throw refusal('misspeltIssuer', {
    given: JSON.stringify(clip(answer)),
    heading: JSON.stringify(clip(meant)),
  })
}

/**
 * Whether two texts differ at most by case, accents, the slash that begins a pointer, or one letter. That letter is not
 * allowed in short words, of which many differ by one, nor in very long ones, whose comparison takes time.
 */
function isMisspelt(given: string, heading: string): boolean {
  const [a = '', b = ''] = [given, heading].map((text) => fold(text).replace(/^\//, ''))
  const mayDiffer = a.length > 3 && a.length <= 100 && Math.abs(a.length - b.length) <= 1
  return a === b || (mayDiffer && editsBetween(a, b) <= 1)
}

/**
 * The answer as a column, or else as several.
 * @param option the option of the answer, for the message
 * @throws {OperatorError} `usage` if it names a missing column
 */
export function columnsNamed(
  option: string,
  answer: string,
  { columns, join }: { columns: readonly string[]; join: string },
): CellSource {
  if (columns.includes(answer)) return { column: answer }
  const several = answer.split(BETWEEN).map((each) => each.trim())
  refuseMissing(option, several, columns)
  return { columns: several, join }
}

/**
 * The columns that the answer `--ignore` names.
 * @throws {OperatorError} `usage` if it names a missing one
 */
export function ignoredColumns({ ignore }: Answers, columns: readonly string[]): string[] {
  if (ignore === undefined) return []
  return [...columnsOf(columnsNamed('ignore', ignore, { columns, join: ' ' }))]
}

export function refuseMissing(option: string, wanted: readonly string[], columns: readonly string[]): void {
  const missing = wanted.find((each) => !columns.includes(each))
  if (missing === undefined) return
  throw refusal('noSuchColumn', {
    option,
    missing: JSON.stringify(clip(missing)),
    columns: namesText(columns),
  })
}

/** The columns that answers choose for roles; null if the answer is that no column has the role. */
export type ChosenColumns = ReadonlyMap<Role, string | null>

type Chosen = readonly [role: Role, column: string | null]

/** The role of a column of values whose answer names no kind; undefined if nothing says what it holds. */
type RoleOfValue = (column: string) => Role | undefined

/**
 * The columns that the answers choose: each option for the only column of its role, and `--value`, which overrules them.
 * @throws {OperatorError} `usage` if an answer names a missing column, or if nothing says what the values are
 */
export function chosenColumns(
  answers: Answers,
  columns: readonly string[],
  roleOfValue: RoleOfValue,
): ChosenColumns {
  return new Map([...chosenByRole(answers, columns), ...chosenByValue(answers, columns, roleOfValue)])
}

function chosenByRole(answers: Answers, columns: readonly string[]): Chosen[] {
  return ROLES.flatMap((role): Chosen[] => {
    const { option } = ROLE_ROWS[role]
    const answer = option === null ? undefined : answers[option]
    if (option === null || answer === undefined || !isOneColumn(option)) return []
    const named = option === 'benefit' ? firstOf(answer, columns) : withoutUnit(option, answer, columns)
    return [[role, columnOrNone(ANSWERS[option].name, named, columns)]]
  })
}

/** The column that `--value` names, for its role, and null for each role that it replaces. */
function chosenByValue(
  { value, benefit }: Answers,
  columns: readonly string[],
  roleOfValue: RoleOfValue,
): Chosen[] {
  if (value === undefined) return []
  const answer = readColumnAnswer(value, columns)
  if (answer.column.includes(BETWEEN) && !columns.includes(answer.column))
    throw refusal('joinedFigures', { columns: JSON.stringify(clip(answer.column)) })
  const column = columnOrNone('value', answer.column, columns)
  if (column === null) return withoutColumn(VALUE_ROLES)
  const role = roleOfAnswer(answer, roleOfValue)
  if (role === undefined) throw unknownKind(column)
  return [...withoutColumn(rolesReplaced(role, answer, benefit)), [role, column]]
}

function withoutColumn(roles: readonly Role[]): Chosen[] {
  return roles.map((role) => [role, null])
}

/** Whether an answer such as "Price as cents" says only what the unit of the money is. */
function isOnlyUnit({ valueWord, unit }: ColumnAnswer): boolean {
  return valueWord === undefined && unit !== undefined
}

/** The role that an answer gives to its column; undefined if neither the answer nor the table says one. */
function roleOfAnswer(answer: ColumnAnswer, roleOfValue: RoleOfValue): Role | undefined {
  const { column, valueWord } = answer
  if (isOnlyUnit(answer)) return roleOfMoney(column, roleOfValue)
  return valueWord ? VALUE_ROLES.find((each) => ROLE_ROWS[each].kind === valueWord.kind) : roleOfValue(column)
}

/** The roles whose columns are no longer read for the value. */
function rolesReplaced(role: Role, answer: ColumnAnswer, benefit: string | undefined): readonly Role[] {
  if (isOnlyUnit(answer)) return []
  // An answer with a kind decides the value alone.
  if (answer.valueWord !== undefined) return VALUE_ROLES
  if (role !== 'price') return VALUE_ROLES.filter((each) => each !== 'price')
  // A price is read last, for rows without another value; with `--benefit none` there is no other.
  return benefit === NO_COLUMN ? VALUE_ROLES : []
}

const VALUE_ROLES: readonly Role[] = rolesWith(({ kind }) => kind !== null)

/** The role that a column of money has by its heading, or by a column of kinds; undefined if nothing says one. */
function roleOfMoney(column: string, roleOfValue: RoleOfValue): Role | undefined {
  const own = rolesOf(column).find(({ role }) => OF_MONEY.has(role))
  return own?.role ?? roleOfValue(column)
}

const OF_MONEY: ReadonlySet<Role> = new Set(['amount', 'cashback', 'price'])

/** The first column of an answer such as "One + Other", which has the role; each must exist. */
function firstOf(answer: string, columns: readonly string[]): string {
  if (!answer.includes(BETWEEN)) return answer
  return columnsOf(columnsNamed('benefit', answer, { columns, join: ' ' }))[0] ?? answer
}

/** An answer without its unit of money, such as "as cents", which only `--cap` may have here. */
function withoutUnit(option: ColumnOption, answer: string, columns: readonly string[]): string {
  const { column, valueWord } = readColumnAnswer(answer, columns)
  return option === 'cap' && valueWord === undefined ? column : answer
}

/** The column that an answer names; null if the answer is that there is none. */
function columnOrNone(option: string, answer: string, columns: readonly string[]): string | null {
  if (answer === NO_COLUMN && !columns.includes(answer)) return null
  refuseMissing(option, [answer], columns)
  return answer
}

function unknownKind(column: string): OperatorError {
  const name = clip(column)
  const likely = likelyValue(column)
  return refusal('unknownKind', {
    column: JSON.stringify(name),
    likely: JSON.stringify(likely),
    others: allWordsBut(readColumnAnswer(likely).valueWord?.word),
    cents: JSON.stringify(`${name} as ${wordFor('amount')} in cents`),
  })
}
