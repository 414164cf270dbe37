// What people may say about a table: an option for each answer, the member of the mapping that it decides, and how a
// kept mapping shows that it already holds the answer.

import type { ValueOption } from '../../lib/command-line/command.ts'
import { expected } from '../../lib/command-line/parsers.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { isTimeZone } from '../../lib/time/calendar.ts'
import { COUNTRIES } from '../cells/countries.ts'
import { allWordsBut, type FigureKind, VALUE_WORDS, type ValueWord, wordFor } from '../cells/value-words.ts'
import { headingWords } from '../cells/words.ts'
import { valueAt } from '../formats/json-records.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { type ColumnOption, ROLE_ROWS, type Role } from '../headings/roles.ts'
import { nameOf, publishesSums } from '../mapping/cell-source.ts'
import type { CellSource, Mapping, Skip, WorthSource } from '../mapping/mapping.ts'

/** The answer that says that there is no column or no value, as in `--cap none`. */
export const NO_COLUMN = 'none'

interface Answer extends ValueOption {
  /** The answer by a text; throws for a text that is none. The text itself if left out. */
  readonly parse?: (text: string) => string
  /**
   * The member of the mapping that the answer decides. No two answers have the same one: questions find theirs by it.
   */
  at: string
  /** Whether it names the only column of a role, as the row of the role in headings/roles.ts says. */
  isOneColumn?: true
  /**
   * Reads the answer back from a mapping, if the member is not the answer itself; null if the mapping has none. It is
   * `given`, the answer of today, if the mapping holds that one.
   */
  kept?: (mapping: Mapping, given: string) => string | null
}

/** An answer that is the heading of a column, or of several. */
function column<const N extends string, const P extends string>(name: N, at: P, about: string) {
  return { name, value: 'COLUMN', about, at }
}

/** An answer that is the heading of the only column of a role. */
function columnOf<const N extends string, const P extends string>(role: Role, name: N, at: P) {
  return { ...column(name, at, aboutColumn(role)), isOneColumn: true as const }
}

function aboutColumn(role: Role): string {
  const { words, mayBeUnknown } = ROLE_ROWS[role]
  return `The heading of the column ${words}${mayBeUnknown ? '; none if there is none' : ''}.`
}

export const ANSWERS = {
  country: {
    name: 'country',
    value: 'CC',
    about: 'The country of the offers, such as CL. It decides how numbers and money are read.',
    parse: parseCountry,
    at: '/catalogue/country',
  },
  timeZone: {
    name: 'time-zone',
    value: 'ZONE',
    about: 'The time zone, if the country has several, such as America/New_York.',
    parse: parseZone,
    at: '/catalogue/time_zone',
    kept: ({ catalogue }) => catalogue.time_zone ?? COUNTRIES.get(catalogue.country ?? '')?.timeZone ?? null,
  },
  issuer: {
    name: 'issuer',
    value: 'NAME|COLUMN',
    about: 'The issuer of the offers: a name, or the heading of a column.',
    at: '/offer/issuer',
  },
  attribution: {
    name: 'attribution',
    value: 'TEXT',
    about: 'The provider of the data. The default is the issuer, if all rows have the same one.',
    at: '/catalogue/attribution',
    kept: ({ catalogue, offer }) => catalogue.attribution ?? offer.issuer?.constant ?? null,
  },
  title: column('title', '/offer/title', `${aboutColumn('title')} Join several as "One + Other".`),
  ref: column('ref', '/offer/ref', `${aboutColumn('ref')} Join several as in --title.`),
  benefit: {
    ...columnOf('benefit', 'benefit', '/offer/benefit'),
    about: `${aboutColumn('benefit')} Join several as in --title.`,
    kept(mapping, given) {
      if (given === NO_COLUMN) return wordsNamed(mapping)
      // Next to a value that another answer decides, the words are the summary.
      const { summary } = mapping.offer.benefit
      return summary && nameOf(summary) === given ? given : worthNamed(mapping, given)
    },
  },
  value: {
    name: 'value',
    value: 'COLUMN',
    about: `The heading of the column with the value of the benefit. For numbers without a unit say what they are: "Discount as ${wordFor('percentage')}" (or ${allWordsBut(wordFor('percentage'))}); then no other column is read for the value. "Price as cents" says that money such as 499 is 4.99, "as units" that it is 499; other columns are read as before. "Reward as ${wordFor('amount')} in cents" says both.`,
    at: '/offer/benefit/worth',
    kept: worthNamed,
  },
  cap: {
    ...columnOf('cap', 'cap', '/offer/benefit/cap'),
    about: `${aboutColumn('cap')} "Cap as cents" says that 1500 is 15.00, "as units" that it is 1500.`,
    kept: capNamed,
  },
  weekdays: columnOf('weekdays', 'weekdays', '/offer/weekdays'),
  comunas: columnOf('comunas', 'comunas', '/offer/comunas'),
  from: columnOf('valid_from', 'from', '/offer/valid_from'),
  until: columnOf('valid_until', 'until', '/offer/valid_until'),
  category: columnOf('category', 'category', '/offer/category'),
  merchant: columnOf('merchant', 'merchant', '/offer/merchant'),
  url: columnOf('url', 'url', '/offer/url'),
  summaryColumn: column(
    'summary-column',
    '/offer/benefit/summary',
    'The heading of the column that describes the benefit for people.',
  ),
  skipStatus: {
    name: 'skip-status',
    value: 'VALUE',
    about:
      'Skip rows with this text in a column that says whether an offer is running, such as "expired"; several as "expired, paused", and the heading of a column of deletions for any text in it. none publishes them.',
    parse: withCommas,
    at: '/read/skip',
    kept: keptSkip,
  },
  sheet: {
    name: 'sheet',
    value: 'NAME',
    about:
      'The sheet of a workbook to read; several with equal headings as "January + February". The others are left out, as mapping.json remembers.',
    at: '/read/sheet',
  },
  headings: {
    name: 'headings',
    value: 'LINE',
    about:
      'The line or row of the headings of the table to read, counted from 1; 0 if there are none. Other tables in the file are left out, as mapping.json remembers.',
    parse: parseLine,
    at: '/read/headings',
  },
  ignore: {
    name: 'ignore',
    value: 'COLUMN',
    about:
      'The heading of a column that import asks about, to leave it out; several as "One + Other". mapping.json remembers it.',
    at: '/read/ignore',
  },
  records: {
    name: 'records',
    value: 'POINTER',
    about: 'The place of the list of records in a JSON file, such as /data/offers.',
    parse: parsePointer,
    at: '/read/records',
  },
} as const satisfies Readonly<Record<string, Answer>> & Readonly<Record<ColumnOption, Answer>>

/** Answers as typed; a missing one is undefined. */
export type Answers = { [K in keyof typeof ANSWERS]?: string | undefined }

/** Whether an answer names the only column of a role. Title, ref and summary may join several, the issuer may be a name. */
export function isOneColumn(key: keyof Answers): boolean {
  const answer: Answer = ANSWERS[key]
  return answer.isOneColumn === true
}

/** Answers about the shape of a file: they change a kept mapping, which asks again when the shape changes. */
export const OF_SHAPE = ['sheet', 'headings', 'ignore', 'records'] as const satisfies (keyof typeof ANSWERS)[]

/** The rows of the table, in its order. */
export const ANSWER_ROWS: readonly (readonly [key: keyof Answers, answer: Answer])[] = Object.entries(
  ANSWERS,
) as [keyof Answers, Answer][]

/** Separates texts in an answer. `skipStatus.parse` writes it so, whatever blanks a person types. */
export const COMMA = ', '

function withCommas(text: string): string {
  const pieces = text.split(',').map((each) => each.trim())
  return pieces.join(COMMA)
}

/**
 * The texts of an answer such as "expired, paused".
 * @param known texts that the answer may name: one of them may have a comma itself
 */
export function textsIn(answer: string, known: readonly string[] = []): string[] {
  const whole = new Set(known.map((text) => fold(withCommas(text))))
  const texts: string[] = []
  for (let pieces = withCommas(answer).split(COMMA); pieces.length > 0; ) {
    let count = pieces.length
    while (count > 1 && !whole.has(fold(pieces.slice(0, count).join(COMMA)))) count -= 1
    texts.push(pieces.slice(0, count).join(COMMA))
    pieces = pieces.slice(count)
  }
  return texts
}

/** Whether two texts are one answer, as `Vencido` and `VENCIDO` are. */
export function isSameText(a: string): (b: string) => boolean {
  const folded = fold(withCommas(a))
  return (b) => fold(withCommas(b)) === folded
}

/**
 * The texts of an answer that a mapping does not hold yet; "none" if rows that may be totals are not offers yet.
 * @param more texts that the answer may name as well
 */
export function newSkips(answer: string, { read, offer }: Mapping, more: readonly string[] = []): string[] {
  const { skip = [] } = read ?? {}
  if (answer === NO_COLUMN) return skip.some(publishesSums(offer.title)) ? [] : [answer]
  const known = skip.flatMap(answersThatSkip)
  return textsIn(answer, [...known, ...more]).filter((text) => !known.some(isSameText(text)))
}

/**
 * The answer if the mapping agrees with it, in any order and case: of statuses it names all that are skipped. Otherwise all
 * that is skipped, null for nothing.
 */
function keptSkip({ read, offer }: Mapping, answer: string): string | null {
  const { skip = [] } = read ?? {}
  const all = skip.flatMap(answersThatSkip)
  const others = [...new Set(all)].join(COMMA) || null
  if (answer === NO_COLUMN) return skip.some(publishesSums(offer.title)) ? answer : others
  const given = textsIn(answer, all)
  const isGiven = (text: string) => given.some(isSameText(text))
  const statuses = skip.filter(({ published }) => published !== undefined).flatMap(answersThatSkip)
  const isWhole = !statuses.some(isGiven) || statuses.every(isGiven)
  const areKnown = given.every((text) => all.some(isSameText(text)))
  return areKnown && isWhole ? answer : others
}

/** The answers by which rows are skipped by a column: its heading, if any text in it counts. */
export function answersThatSkip({ column, values = [column] }: Skip): readonly string[] {
  return values
}

/** The answer that a mapping holds; null if it has none. It equals `given` if the mapping agrees with that answer. */
export function keptAnswer({ at, kept }: Answer, mapping: Mapping, given: string): string | null {
  if (kept) return kept(mapping, given)
  const member = valueAt(mapping, at) as CellSource | string | null | undefined
  if (member === null || member === undefined) return null
  return typeof member === 'string' ? member : (member.constant ?? nameOf(member))
}

/** The end of an answer such as "Discount as percentage": it says what the bare numbers under the heading are. */
const AS_WORD = new RegExp(
  ` as (?:(?<word>${VALUE_WORDS.map(({ word }) => word).join('|')})(?: in (?<unit>cents|units))?|(?<only>cents|units))$`,
)

/** Words for the smallest unit of a currency, in headings. */
const CENTS =
  /\b(?:cents?|cts?|centavos?|centimos?|centesimos?|centimes?|centesimi|rappen|pence|pfennig|ore|oere|grosze?|groszy|haleru?|kopecks?|kopeek|bani|kurus|filler|sen|paise|minor units?)\b/

/**
 * The answer `--value` that fits the bare numbers of a column best, by its heading: "reward_cents" holds cash back in
 * cents. To paste, and to correct if need be.
 */
export function likelyValue(heading: string): string {
  const words = headingWords(heading)
  if (!CENTS.test(words)) return `${heading} as ${wordFor(kindHeaded(words) ?? 'percentage')}`
  const kind = kindHeaded(words.replace(CENTS, ' ').replace(/\bin\b/, ' '))
  const isMoney = kind !== undefined && kind !== 'percentage'
  return `${heading} as ${wordFor(isMoney ? kind : 'amount')} in cents`
}

/** The kind of money that a heading names. */
function kindHeaded(words: string): FigureKind | undefined {
  const kinds = rolesOf(words.trim()).flatMap(({ role }) => ROLE_ROWS[role].kind ?? [])
  return kinds[0] ?? (/\b(?:rewards?|reembols\w*|back)\b/.test(words) ? 'cashback' : undefined)
}

/** An answer that names a column, and may say what its bare numbers are: "Price as cents". */
export interface ColumnAnswer {
  column: string
  /** Undefined if the answer says only the unit of money, or nothing: then it changes nothing else. */
  valueWord: ValueWord | undefined
  unit: 'cents' | 'units' | undefined
}

/** @param columns those of the table, since a heading may end like an answer */
export function readColumnAnswer(answer: string, columns: readonly string[] = []): ColumnAnswer {
  const found = columns.includes(answer) ? null : AS_WORD.exec(answer)
  const { word, unit, only } = found?.groups ?? {}
  const column = found ? answer.slice(0, found.index) : answer
  const valueWord = VALUE_WORDS.find((each) => each.word === word)
  const money = unit ?? only
  return { column, valueWord, unit: money === undefined ? undefined : money === 'cents' ? 'cents' : 'units' }
}

/**
 * The answer if a source of the value reads its column, and its figures as the answer says; otherwise all sources as
 * answers, null if there are none. A source that finds the kind in each cell agrees with every kind.
 */
function worthNamed({ offer }: Mapping, given: string): string | null {
  const { worth } = offer.benefit
  // Without a column of values, what is offered is still read as words.
  if (given === NO_COLUMN && worth.every(({ as }) => as === 'text')) return null
  const { column, valueWord, unit } = readColumnAnswer(given)
  const agrees = (source: WorthSource) => {
    const own = wordOf(source)
    const isOfKind = !valueWord || own === undefined || own === wordFor(valueWord.kind, valueWord.unit)
    const isInCents = source.unit === 'cents'
    // A kind without a unit means money as it is written.
    const isOfUnit = unit === undefined ? !valueWord || !isInCents : isInCents === (unit === 'cents')
    return nameOf(source) === column && isOfKind && isOfUnit
  }
  if (worth.some((source) => nameOf(source) === given || agrees(source))) return given
  return worth.map(answerOf).join(COMMA) || null
}

/** The same for the only source of caps. */
function capNamed({ offer }: Mapping, given: string): string | null {
  const { cap } = offer.benefit
  if (!cap) return null
  const { column, unit } = readColumnAnswer(given)
  const isOfUnit = unit === undefined || (cap.unit === 'cents') === (unit === 'cents')
  if (nameOf(cap) === given || (nameOf(cap) === column && isOfUnit)) return given
  return cap.unit === undefined ? nameOf(cap) : `${nameOf(cap)} as ${cap.unit}`
}

/** The word for what a source takes all its figures for; undefined if each cell or another column says it. */
function wordOf({ as, unit }: WorthSource): string | undefined {
  if (as === 'text' || as === 'discount' || as === 'value') return undefined
  return wordFor(as, unit === 'share' ? unit : undefined)
}

function answerOf(source: WorthSource): string {
  const word = source.unit === 'cents' ? source.unit : wordOf(source)
  return word === undefined ? nameOf(source) : `${nameOf(source)} as ${word}`
}

/** The sources that say the benefit in words; null if there are none. */
function wordsNamed({ offer }: Mapping): string | null {
  const inWords = offer.benefit.worth.filter(({ as }) => as === 'text' || as === 'discount')
  return inWords.map(nameOf).join(COMMA) || null
}

function parseCountry(text: string): string {
  const code = text.toUpperCase()
  if (COUNTRIES.has(code)) return code
  throw expected('the code of a country, such as CL or MX', text)
}

function parseZone(text: string): string {
  if (isTimeZone(text)) return text
  throw expected('a zone such as America/Santiago', text)
}

function parseLine(text: string): string {
  if (/^\d{1,7}$/.test(text)) return String(Number(text))
  throw expected('a line, counted from 1, or 0', text)
}

function parsePointer(text: string): string {
  if (text === '' || text.startsWith('/')) return text
  throw expected('a pointer such as /offers', text)
}
