// Questions for facts that no column has, and the answers that complete the mapping.

import { OperatorError } from '../../lib/errors.ts'
import { andMore, clip } from '../../lib/text/clip.ts'
import { COUNTRIES } from '../conversions/countries.ts'
import { nameOf } from '../mapping/cell-source.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'

/** The members of a mapping that only people know, each with the option for its answer. */
export const QUESTION_OPTIONS = {
  '/catalogue/country': '--country CC',
  '/catalogue/time_zone': '--time-zone ZONE',
  '/offer/issuer': '--issuer NAME|COLUMN',
  '/offer/title': '--title COLUMN',
  '/offer/ref': '--ref COLUMN',
  '/catalogue/attribution': '--attribution TEXT',
} as const

export type QuestionPointer = keyof typeof QUESTION_OPTIONS

export interface Question {
  /** The member of the mapping that the answer fills in. */
  pointer: QuestionPointer
  text: string
  /** The form of the answer in the mapping. */
  form?: string
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
  /** Pointer to the list of records in a JSON file. No question asks for it, but it is kept like the other answers. */
  records?: string | undefined
}

export const ANSWER_OF = {
  '/catalogue/country': 'country',
  '/catalogue/time_zone': 'timeZone',
  '/offer/issuer': 'issuer',
  '/offer/title': 'title',
  '/offer/ref': 'ref',
  '/catalogue/attribution': 'attribution',
} as const satisfies Record<QuestionPointer, keyof Answers>

/** A question for people who edit the mapping. */
export function questionText({ pointer, text, form }: Question): string {
  return `${pointer}: ${text}${form === undefined ? '' : ` ${form}`}`
}

/** @throws {OperatorError} `usage` if an answer names a missing column */
export function fillIn(mapping: Mapping, answers: Answers, columns: readonly string[]): Mapping {
  const { catalogue, offer } = mapping
  const { issuer, title, ref, attribution } = answers
  return {
    ...mapping,
    catalogue: attribution === undefined ? catalogue : { ...catalogue, attribution },
    offer: {
      ...offer,
      ...(issuer === undefined ? {} : { issuer: issuerFrom(issuer, columns) }),
      ...(title === undefined ? {} : { title: columnsNamed('title', title, { columns, join: ' · ' }) }),
      ...(ref === undefined ? {} : { ref: columnsNamed('ref', ref, { columns, join: ' | ' }) }),
    },
  }
}

function issuerFrom(answer: string, columns: readonly string[]): CellSource {
  return columns.includes(answer) ? { column: answer } : { constant: answer }
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
  const missing = several.find((each) => !columns.includes(each))
  if (missing === undefined) return { columns: several, join }
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
    '/read/records': ['records', answers.records, read?.records ?? null],
  }
  const other = Object.entries(found).flatMap(([pointer, [option, given, kept]]) =>
    given === undefined || given === null || given === kept
      ? []
      : [`${path}: ${pointer}: found ${JSON.stringify(kept)}, but --${option} is ${JSON.stringify(given)}`],
  )
  if (other.length === 0) return
  throw new OperatorError(
    'usage',
    [...other, `${path} is from an earlier import: edit it, or remove it to start again`].join('\n'),
  )
}

function shownSource(source: CellSource | null): string | null {
  return source ? (source.constant ?? nameOf(source)) : null
}
