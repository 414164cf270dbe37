// Questions for facts that no column has, and the answers that complete the mapping.

import { OperatorError } from '../../lib/errors.ts'
import { andMore, clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { editsBetween } from '../../lib/text/suggestion.ts'
import { COUNTRIES } from '../conversions/countries.ts'
import type { Role } from '../headings/roles.ts'
import { nameOf } from '../mapping/cell-source.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'

/** The members of a mapping that only people know, each with the option for its answer. */
export const QUESTION_OPTIONS = {
  '/catalogue/country': '--country CC',
  '/catalogue/time_zone': '--time-zone ZONE',
  '/offer/issuer': '--issuer NAME|COLUMN',
  '/offer/title': '--title COLUMN',
  '/offer/ref': '--ref COLUMN',
  '/offer/benefit': '--benefit COLUMN',
  '/offer/benefit/worth': '--value COLUMN',
  '/read/skip': '--skip-status VALUE',
  '/catalogue/attribution': '--attribution TEXT',
} as const

export type QuestionPointer = keyof typeof QUESTION_OPTIONS

export interface Question {
  /** The member of the mapping that the answer fills in. */
  pointer: QuestionPointer
  text: string
  /** The values that the answer may name. */
  values?: string
}

/** Questions and remarks for the person who reads a proposal. */
export interface Remarks {
  /** To answer before an import. */
  readonly questions: Question[]
  /** Decisions to check. */
  readonly doubts: string[]
}

/** Answers as typed; a missing one is undefined. */
export interface Answers {
  country?: string | null | undefined
  timeZone?: string | null | undefined
  /** A name, or the heading of the column of names. */
  issuer?: string | undefined
  attribution?: string | undefined
  /** A heading, or several with ` + ` between them. */
  title?: string | undefined
  ref?: string | undefined
  /** A heading for a member, or `none`. */
  benefit?: string | undefined
  /** A heading, or `HEADING as KIND`. */
  value?: string | undefined
  from?: string | undefined
  until?: string | undefined
  category?: string | undefined
  merchant?: string | undefined
  url?: string | undefined
  summaryColumn?: string | undefined
  /** Values of a status column, with commas between them, or `none`. */
  skipStatus?: string | undefined
  /** Pointer to the list of records in a JSON file. No question asks for it, but it is kept like the other answers. */
  records?: string | undefined
}

export const ANSWER_OF = {
  '/catalogue/country': 'country',
  '/catalogue/time_zone': 'timeZone',
  '/offer/issuer': 'issuer',
  '/offer/title': 'title',
  '/offer/ref': 'ref',
  '/offer/benefit': 'benefit',
  '/offer/benefit/worth': 'value',
  '/read/skip': 'skipStatus',
  '/catalogue/attribution': 'attribution',
} as const satisfies Record<QuestionPointer, keyof Answers>

/** As an answer: no column, or no value. */
export const NO_COLUMN = 'none'

/** A question for people who edit the mapping. */
export function questionText({ pointer, text }: Question): string {
  return `${pointer}: ${text}`
}

/** @throws {OperatorError} `usage` if an answer names a missing column */
export function fillIn(mapping: Mapping, answers: Answers, columns: readonly string[]): Mapping {
  const { catalogue, offer } = mapping
  const { issuer, title, ref, attribution, summaryColumn } = answers
  const summary = summaryColumn && columnsNamed('summary-column', summaryColumn, { columns, join: ' · ' })
  return {
    ...mapping,
    catalogue: attribution === undefined ? catalogue : { ...catalogue, attribution },
    offer: {
      ...offer,
      ...(issuer === undefined ? {} : { issuer: issuerFrom(issuer, columns) }),
      ...(title === undefined ? {} : { title: columnsNamed('title', title, { columns, join: ' · ' }) }),
      ...(ref === undefined ? {} : { ref: columnsNamed('ref', ref, { columns, join: ' | ' }) }),
      ...(answers.merchant === NO_COLUMN ? { merchant: null } : {}),
      benefit: summary ? { ...offer.benefit, summary } : offer.benefit,
    },
  }
}

/** @throws {OperatorError} `usage` for a name that is most likely a misspelt heading */
function issuerFrom(answer: string, columns: readonly string[]): CellSource {
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

/** Whether two texts differ by case, accents or a letter. Many short words differ by a letter. */
function isMisspelt(given: string, heading: string): boolean {
  const [one = '', other = ''] = [given, heading].map((text) => fold(text).replace(/^\//, ''))
  const areLong = one.length > 3 && one.length <= 100 && Math.abs(one.length - other.length) <= 1
  return one === other || (areLong && editsBetween(one, other) <= 1)
}

/** Enough to recognise the table. */
const MAX_COLUMNS_LISTED = 40

/** Joins several headings, in answers and in reports. */
const BETWEEN = ' + '

function columnsNamed(
  option: string,
  answer: string,
  { columns, join }: { columns: readonly string[]; join: string },
): CellSource {
  if (columns.includes(answer)) return { column: answer }
  const several = answer.split(BETWEEN).map((each) => each.trim())
  refuseMissing(option, several, columns)
  return { columns: several, join }
}

function refuseMissing(option: string, wanted: readonly string[], columns: readonly string[]): void {
  const missing = wanted.find((each) => !columns.includes(each))
  if (missing === undefined) return
  const listed = columns.slice(0, MAX_COLUMNS_LISTED).map((column) => JSON.stringify(clip(column)))
  throw new OperatorError(
    'usage',
    `--${option}: found no column ${JSON.stringify(clip(missing))}; the columns are ${andMore(listed, columns.length).join(', ')}`,
  )
}

/** The questions that this mapping leaves open. */
export function openQuestions(questions: readonly Question[], { catalogue, offer }: Mapping): Question[] {
  const { country, time_zone: zone, attribution } = catalogue
  const isOpen: Record<QuestionPointer, boolean> = {
    '/catalogue/country': country === null,
    '/catalogue/time_zone': zone === null && country !== null && !COUNTRIES.get(country)?.timeZone,
    '/offer/issuer': offer.issuer === null,
    '/offer/title': offer.title === null,
    '/offer/ref': offer.ref === null,
    // These are asked only if no option answers.
    '/offer/benefit': true,
    '/offer/benefit/worth': true,
    '/read/skip': true,
    '/catalogue/attribution': attribution === null && offer.issuer?.constant === undefined,
  }
  return questions.filter(({ pointer }) => isOpen[pointer])
}

/**
 * Refuses answers that differ from the kept mapping.
 * @param path the mapping, for the message
 * @throws {OperatorError} `usage`, with each member that differs
 */
export function refuseOtherAnswers(
  { catalogue, offer, read }: Mapping,
  answers: Answers,
  path: string,
): void {
  const { country } = catalogue
  const zone = catalogue.time_zone ?? COUNTRIES.get(country ?? '')?.timeZone ?? null
  const found: Record<string, [option: string, given: string | null | undefined, kept: string | null]> = {
    '/catalogue/country': ['country', answers.country, country],
    '/catalogue/time_zone': ['time-zone', answers.timeZone, zone],
    '/catalogue/attribution': [
      'attribution',
      answers.attribution,
      catalogue.attribution ?? offer.issuer?.constant ?? null,
    ],
    '/offer/issuer': ['issuer', answers.issuer, shownSource(offer.issuer)],
    '/offer/title': ['title', answers.title, shownSource(offer.title)],
    '/offer/ref': ['ref', answers.ref, shownSource(offer.ref)],
    '/offer/category': ['category', answers.category, shownSource(offer.category)],
    '/offer/merchant': ['merchant', answers.merchant, shownSource(offer.merchant)],
    '/offer/url': ['url', answers.url, shownSource(offer.url)],
    '/offer/valid_from': ['from', answers.from, shownSource(offer.valid_from)],
    '/offer/valid_until': ['until', answers.until, shownSource(offer.valid_until)],
    '/offer/benefit/worth': ['benefit', answers.benefit, worthNamed(offer, answers.benefit)],
    '/offer/benefit/worth (value)': ['value', answers.value, worthNamed(offer, answers.value)],
    '/offer/benefit/summary': ['summary-column', answers.summaryColumn, shownSource(offer.benefit.summary)],
    '/read/skip': [
      'skip-status',
      answers.skipStatus
        ?.split(',')
        .map((each) => each.trim())
        .join(', '),
      [...new Set((read?.skip ?? []).flatMap(({ values }) => values))].join(', ') || null,
    ],
    '/read/records': ['records', answers.records, read?.records ?? null],
  }
  const other = Object.entries(found).flatMap(([pointer, [option, given, kept]]) =>
    given === undefined || given === null || given === (kept ?? NO_COLUMN)
      ? []
      : [`${path}: ${pointer}: found ${JSON.stringify(kept)}, but --${option} is ${JSON.stringify(given)}`],
  )
  if (other.length === 0) return
  throw new OperatorError(
    'usage',
    [...other, `${path} is from an earlier import: edit it, or remove it to start again`].join('\n'),
  )
}

/** The answer, if a source of the value reads its column; otherwise the sources that there are. */
function worthNamed({ benefit }: Mapping['offer'], answer: string | undefined): string | null {
  const names = benefit.worth.map(nameOf)
  const named = answer !== undefined && names.includes(answer.replace(AS_KIND, ''))
  return named ? answer : names.join(', ') || null
}

function shownSource(source: CellSource | null | undefined): string | null {
  return source ? (source.constant ?? nameOf(source)) : null
}

/** After a heading: what its bare numbers are. */
const AS_KIND = / as (percentage|cashback|amount|fixed_price|installments|cents)$/

const ROLE_OF_KIND: Readonly<Record<string, Role>> = {
  percentage: 'percentage',
  cashback: 'cashback',
  amount: 'amount',
  fixed_price: 'price',
  cents: 'price',
  installments: 'installments',
}

/** The columns that answers choose for roles; null: none. */
export type ChosenColumns = ReadonlyMap<Role, string | null>

/**
 * @param roleOfValue the role of a column of values whose answer names no kind
 * @throws {OperatorError} `usage` if an answer names a missing column
 */
export function chosenColumns(
  answers: Answers,
  columns: readonly string[],
  roleOfValue: (column: string) => Role | undefined,
): ChosenColumns {
  const found = new Map<Role, string | null>()
  const named = (option: string, answer: string) => {
    if (answer === NO_COLUMN && !columns.includes(answer)) return null
    refuseMissing(option, [answer], columns)
    return answer
  }
  for (const [option, role, answer] of [
    ['benefit', 'benefit', answers.benefit],
    ['from', 'valid_from', answers.from],
    ['until', 'valid_until', answers.until],
    ['category', 'category', answers.category],
    ['merchant', 'merchant', answers.merchant],
    ['url', 'url', answers.url],
  ] as const) {
    if (answer !== undefined) found.set(role, named(option, answer))
  }
  const { value } = answers
  if (value === undefined) return found
  const [, kind = ''] = columns.includes(value) ? [] : (AS_KIND.exec(value) ?? [])
  const column = named('value', kind === '' ? value : value.replace(AS_KIND, ''))
  const role = column === null ? undefined : (ROLE_OF_KIND[kind] ?? roleOfValue(column))
  // A price is read last, so it replaces no other column.
  const replaced = role === 'price' ? [] : Object.values(ROLE_OF_KIND)
  for (const each of replaced) found.set(each, null)
  if (column === null) return found
  if (role === undefined) {
    throw new OperatorError(
      'usage',
      `--value: ${JSON.stringify(clip(column))} holds numbers without a unit; say what they are, such as --value ${JSON.stringify(`${clip(column)} as percentage`)}, or amount, cashback, fixed_price, cents, installments`,
    )
  }
  return found.set(role, column)
}
