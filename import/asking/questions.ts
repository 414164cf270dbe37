// Questions for facts that no column has, and the answers that complete the mapping.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { editsBetween } from '../../lib/text/suggestion.ts'
import { allWordsBut, wordFor } from '../cells/value-words.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { type ColumnOption, ROLE_ROWS, ROLES, type Role, rolesWith } from '../headings/roles.ts'
import { columnsOf, namesText } from '../mapping/cell-source.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'
import { BETWEEN } from '../tables/table.ts'
import {
  ANSWER_ROWS,
  ANSWERS,
  type Answers,
  figuresSaid,
  isOneColumn,
  keptAnswer,
  likelyValue,
  NO_COLUMN,
} from './answers.ts'

export type QuestionPointer = (typeof ANSWERS)[keyof Answers]['at']

export interface Question {
  /** The member of the mapping that the answer decides. */
  pointer: QuestionPointer
  text: string
}

/** Questions and remarks for the person who reads a proposal. */
export interface Remarks {
  /** To answer before an import. */
  readonly questions: Question[]
  /** Decisions to check. */
  readonly doubts: string[]
}

/** The answer to a question, its option, and how a text becomes the answer. */
export function answerTo({ pointer }: Question): {
  key: keyof Answers
  option: string
  parse(text: string): string
} {
  const row = ANSWER_ROWS.find(([, { at }]) => at === pointer)
  if (!row) throw new TypeError(`no answer decides ${pointer}`)
  const [key, { name, value, parse = (text: string) => text }] = row
  return { key, option: `--${name} ${value}`, parse: (text) => parse(withoutOption(text, name)) }
}

/** A person may type the option that the question shows, as `--sheet "May"`. */
function withoutOption(text: string, name: string): string {
  const prefix = `--${name} `
  return text.startsWith(prefix) ? text.slice(prefix.length).replace(/^"(.*)"$/, '$1') : text
}

/** An import that cannot go on until questions are answered, by options or in a terminal. */
export class OpenQuestions extends OperatorError {
  readonly questions: readonly Question[]

  /**
   * @param code `usage` before the first import; `bad-source` for a file that differs from the mapping
   * @param what the first line of the message
   */
  constructor(code: 'usage' | 'bad-source', what: string, questions: readonly Question[]) {
    super(code, [what, ...questions.map((each) => `  ${answerTo(each).option}: ${each.text}`)].join('\n'))
    this.questions = questions
  }
}

/** A question for people who edit the mapping. */
export function questionText({ pointer, text }: Question): string {
  return `${pointer}: ${text}`
}

/**
 * The answer as a column, or else as the name of one issuer.
 * @throws {OperatorError} `usage` for a name that is most likely a misspelt heading, or the pointer of no column
 */
export function issuerFrom(answer: string, columns: readonly string[]): CellSource {
  if (columns.includes(answer)) return { column: answer }
  if (answer.startsWith('/')) refuseMissing('issuer', [answer], columns)
  const meant = columns.find((column) => isMisspelt(answer, column))
  if (meant === undefined) return { constant: answer }
  const [given, heading] = [answer, meant].map((each) => JSON.stringify(clip(each)))
  throw new OperatorError(
    'usage',
    `--issuer: ${given} is no column, but ${heading} is: name that column, or, if ${given} issues all offers, add a word to the name`,
  )
}

/**
 * Whether two texts differ at most by case, accents, the slash before a name of JSON, or a letter. Many short words
 * differ by a letter; long ones take time.
 */
function isMisspelt(given: string, heading: string): boolean {
  const [a = '', b = ''] = [given, heading].map((text) => fold(text).replace(/^\//, ''))
  const areLong = a.length > 3 && a.length <= 100 && Math.abs(a.length - b.length) <= 1
  return a === b || (areLong && editsBetween(a, b) <= 1)
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
  throw new OperatorError(
    'usage',
    `--${option}: found no column ${JSON.stringify(clip(missing))}; the columns are ${namesText(columns)}`,
  )
}

/**
 * Refuses answers that differ from the kept mapping.
 * @param path the mapping, for the message
 * @throws {OperatorError} `usage`, with each member that differs
 */
export function refuseOtherAnswers(mapping: Mapping, answers: Answers, path: string): void {
  const other = ANSWER_ROWS.flatMap(([key, answer]) => {
    const { name, at } = answer
    const given = answers[key]
    if (given === undefined) return []
    const found = keptAnswer(answer, mapping, given)
    if (given === (found ?? NO_COLUMN)) return []
    return [`${path}: ${at}: found ${JSON.stringify(found)}, but --${name} is ${JSON.stringify(given)}`]
  })
  if (other.length === 0) return
  throw new OperatorError(
    'usage',
    [...other, `${path} is from an earlier import: edit it, or remove it to start again`].join('\n'),
  )
}

/** The columns that answers choose for roles; null if the answer is that no column has the role. */
export type ChosenColumns = ReadonlyMap<Role, string | null>

/**
 * The columns that the answers choose. A column of values replaces those of the other kinds, unless it is a price whose
 * answer does not say so.
 * @param roleOfValue the role of a column of values whose answer names no kind; undefined if nothing says what it holds
 * @throws {OperatorError} `usage` if an answer names a missing column, or if nothing says what the values are
 */
export function chosenColumns(
  answers: Answers,
  columns: readonly string[],
  roleOfValue: (column: string) => Role | undefined,
): ChosenColumns {
  const chosen = new Map<Role, string | null>()
  for (const role of ROLES) {
    const { option } = ROLE_ROWS[role]
    const answer = option === null ? undefined : answers[option]
    if (option === null || answer === undefined || !isOneColumn(option)) continue
    const named = option === 'benefit' ? firstOf(answer, columns) : bareAnswer(option, answer, columns)
    chosen.set(role, columnOrNone(ANSWERS[option].name, named, columns))
  }
  const { value } = answers
  if (value === undefined) return chosen
  const { column: named, said, unit } = figuresSaid(value, columns)
  if (named.includes(BETWEEN) && !columns.includes(named)) throw joinedFigures(named)
  const column = columnOrNone('value', named, columns)
  if (column === null) {
    for (const each of VALUE_ROLES) chosen.set(each, null)
    return chosen
  }
  const isUnit = said === undefined && unit !== undefined
  const role = said
    ? VALUE_ROLES.find((each) => ROLE_ROWS[each].kind === said.kind)
    : isUnit
      ? roleOfMoney(column, roleOfValue)
      : roleOfValue(column)
  if (role === undefined) throw unknownKind(column)
  if (isUnit) return chosen.set(role, column)
  // "as fixed_price" decides the value of all rows. Without it, a price is read last, and stays for rows without another
  // value; with `--benefit none`, only the price is read.
  const isOnly = said !== undefined || (role === 'price' && answers.benefit === NO_COLUMN)
  const isReplaced = (each: Role) => isOnly || (role !== 'price' && each !== 'price')
  for (const each of VALUE_ROLES.filter(isReplaced)) chosen.set(each, null)
  return chosen.set(role, column)
}

/** Words of several columns have the role of the first; the others are looked for as well. */
function firstOf(answer: string, columns: readonly string[]): string {
  if (!answer.includes(BETWEEN)) return answer
  return columnsOf(columnsNamed('benefit', answer, { columns, join: ' ' }))[0] ?? answer
}

/** The column of an answer that may say the unit of money. */
function bareAnswer(option: ColumnOption, answer: string, columns: readonly string[]): string {
  const { column, said } = figuresSaid(answer, columns)
  return option === 'cap' && said === undefined ? column : answer
}

function joinedFigures(named: string): OperatorError {
  return new OperatorError(
    'usage',
    `--value: figures are read from one column; --benefit ${JSON.stringify(clip(named))} joins words, such as "10%" and "de cashback"`,
  )
}

const VALUE_ROLES: readonly Role[] = rolesWith(({ kind }) => kind !== null)

/** The column that an answer names; null if the answer is that there is none. */
function columnOrNone(option: string, answer: string, columns: readonly string[]): string | null {
  if (answer === NO_COLUMN && !columns.includes(answer)) return null
  refuseMissing(option, [answer], columns)
  return answer
}

/** The role that a column of money has by its heading, or by a column of kinds; undefined if nothing says one. */
function roleOfMoney(column: string, roleOfValue: (column: string) => Role | undefined): Role | undefined {
  const own = rolesOf(column).find(({ role }) => OF_MONEY.has(role))
  return own?.role ?? roleOfValue(column)
}

const OF_MONEY: ReadonlySet<Role> = new Set(['amount', 'cashback', 'price'])

function unknownKind(column: string): OperatorError {
  const likely = likelyValue(column)
  const inCents = `${clip(column)} as ${wordFor('amount')} in cents`
  return new OperatorError(
    'usage',
    `--value: ${JSON.stringify(clip(column))} holds figures that may be taken off or paid; say what they are, such as --value ${JSON.stringify(likely)}, or ${allWordsBut(figuresSaid(likely).said?.word)}; money may be "in cents", such as ${JSON.stringify(inCents)}`,
  )
}
