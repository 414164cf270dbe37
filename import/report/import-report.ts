// The report of an import: counts, and the causes of rejected rows and unknown cells, with examples.

import type { OperatorError } from '../../lib/errors.ts'
import { CauseTally, type Tallied } from '../../lib/text/cause-tally.ts'
import { andMore, clip } from '../../lib/text/clip.ts'
import { formatCount, formatCountOf } from '../../lib/text/format-numbers.ts'
import type { Example } from '../judging/table-tally.ts'
import type { Note } from '../mapping/row-reader.ts'
import { NO_OFFERS, type NoOffer } from '../tables/no-offer.ts'
import { boundedParts, HALF_OF_BYTES, LEAST_LINES, titled } from './bounded-lines.ts'
import type { ReadValue, ReadValues } from './value-tally.ts'

/** Bounds memory and report if every row of a table is wrong in a different way. */
const MAX_CAUSES = 100

export interface ImportCause {
  /**
   * `rejected`: the row is left out. `null`: the row is imported, and the member is unknown. `no offer`: the row is left
   * out, and nothing is wrong with it; `member` says why.
   */
  effect: 'rejected' | 'null' | 'no offer'
  column: string
  member: string
  expected: string
}

/** The place of a row. */
export interface Place {
  file: string
  at: number
}

type ExampleAt = Example & Place

export type TalliedCause = Tallied<ImportCause, ExampleAt>

export interface ImportReport {
  source: string
  /** The format of each file and its parts that are not read, in words. */
  files: string[]
  /** The word for a row of the last file, such as `line`. */
  unit: string
  rows: number
  offers: number
  /** Offers whose benefit has no value, which are of kind other. */
  withoutValue: number
  rejected: number
  /** Rows that are neither offers nor rejected, by why: with these two, they are all rows. */
  noOffer: Record<NoOffer, number>
  /** How the values of the offers are read, by column and kind, the most frequent first. */
  values: ReadValues[]
  /**
   * The MAX_CAUSES causes that appeared first, in this order: those of rejected rows, then the others, each by
   * frequency.
   */
  causes: TalliedCause[]
  /** The number of rows and cells with other causes. */
  more: number
  /** Faults of the mapping that do not stop the import. */
  warnings: string[]
  /** The files that were written to the source folder, with counts: `issuers.json (2 added)`. */
  written: string[]
}

export interface ImportResult {
  report: ImportReport
  causes: ImportCauses
  /** Why the import is refused; then the source folder is unchanged, and the report has what was known by then. */
  failure: OperatorError | undefined
}

/** The report of an import that has read nothing yet. */
export function importReport(source: string): ImportReport {
  return {
    source,
    files: [],
    unit: 'row',
    rows: 0,
    offers: 0,
    withoutValue: 0,
    rejected: 0,
    noOffer: { empty: 0, total: 0, note: 0, status: 0, table: 0, copy: 0 },
    values: [],
    causes: [],
    more: 0,
    warnings: [],
    written: [],
  }
}

const EFFECTS: readonly ImportCause['effect'][] = ['rejected', 'no offer', 'null']

/** Cells kept for each cause: more than a person corrects by hand. */
const MAX_CELLS = 200

/** Examples of each cause in the message and for programs. */
const MAX_EXAMPLES = 3

export class ImportCauses {
  readonly #tally = new CauseTally<ImportCause, ExampleAt>({ maxCauses: MAX_CAUSES, maxExamples: MAX_CELLS })

  add(effect: ImportCause['effect'], { column, member, expected, found }: Note, place: Place): void {
    const cause = { effect, column: clip(column), member: clip(member), expected: clip(expected) }
    this.#tally.add(cause, { ...place, found: clip(found) })
  }

  /** Rejected rows first, then by frequency; each text once among the examples. */
  list(): TalliedCause[] {
    return this.cells().map((cause) => ({ ...cause, examples: examplesOf(cause) }))
  }

  /** The same causes with the places of all their cells, up to MAX_CELLS. */
  cells(): TalliedCause[] {
    const rank = ({ effect }: ImportCause) => EFFECTS.indexOf(effect)
    return this.#tally.list().sort((a, b) => rank(a) - rank(b))
  }

  /** The number of rows and cells whose cause is not listed. */
  get more(): number {
    return this.#tally.more
  }
}

/** Rejected rows are named even if they show the same. */
function examplesOf({ effect, examples }: Pick<TalliedCause, 'effect' | 'examples'>): ExampleAt[] {
  return effect === 'rejected' ? examples.slice(0, MAX_EXAMPLES) : differentIn(examples)
}

function differentIn(examples: readonly ExampleAt[]): ExampleAt[] {
  const isFirst = ({ found }: Example, index: number) =>
    examples.findIndex((other) => other.found === found) === index
  return examples.filter(isFirst).slice(0, MAX_EXAMPLES)
}

/** The longest text of a cell in a message, in characters. */
const MAX_FOUND = 60

export function quoted(text: string): string {
  return JSON.stringify(clip(text, MAX_FOUND))
}

const NO_OFFER_WORDS: Readonly<Record<NoOffer, string>> = {
  empty: 'empty',
  total: 'with totals',
  note: 'with notes',
  status: 'skipped by the mapping',
  table: 'in other tables of the file',
  copy: 'with the same offer as an earlier row',
}

/** The sum of all that is counted is the number of rows. */
export function countsText(report: ImportReport): string {
  const noOffers = NO_OFFERS.map((why) => [report.noOffer[why], NO_OFFER_WORDS[why]] as const)
  return [
    `${formatCountOf(report.offers, 'offer')} from ${formatCountOf(report.rows, 'row')}`,
    ...(report.withoutValue > 0 ? [`${formatCount(report.withoutValue)} without a value`] : []),
    ...(report.rejected > 0 ? [`${report.rejected} rejected`] : []),
    ...noOffers.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])),
  ].join(', ')
}

/**
 * Lines about files and causes. With those that are always printed, a report without warnings has at most 40 lines,
 * also together with a proposal.
 */
const MAX_LINES = 28
/** The same below a proposal, which takes up to 20 lines: see choose-mapping.ts. */
const MAX_LINES_AFTER_PROPOSAL = 8

/**
 * The report for people, of an import that is not refused.
 * @param before whether the source folder had no offers, and whether a proposal was printed, which describes the files
 */
export function importText(
  report: ImportReport,
  before: { isFirst?: boolean; isProposed?: boolean } = {},
): string {
  const { isFirst = false, isProposed = false } = before
  const causes = briefly(report)
  const next = isFirst ? [`See them: offers-build preview --source ${report.source}`] : []
  const room = isProposed ? MAX_LINES_AFTER_PROPOSAL : MAX_LINES
  const others = [
    titled('Rows that are no offers, left out:', noOfferLines(report)),
    titled('Cells not understood, published as null:', causeLines({ ...report, causes }, 'null')),
    report.more > 0 ? [`… and ${formatCount(report.more)} more`] : [],
  ]
  // Each later part keeps some lines, and the rejected rows have a title.
  const kept = others.reduce((sum, part) => sum + Math.min(part.length, LEAST_LINES), 2)
  const parts = [
    isProposed ? [] : report.files,
    titled(
      'Rejected rows, left out:',
      rejectedPart({ ...report, causes }, Math.min(room - kept, MAX_REJECTED)),
    ),
    ...others,
  ]
  // An example of each cell is shown if none is left out as too many or as a repeated text.
  const areAllShown = causes.every(({ count, examples }) => count <= examples.length)
  const isCut = !areAllShown || causes.length < report.causes.length || parts.flat().length > room
  const last = [
    ...(isCut ? ['--summary FILE.md names each cell'] : []),
    ...titled('Values, as they are read:', valueLines(report)),
    ...titled(
      'Warning:',
      report.warnings.map((each) => `  ${each}`),
    ),
    '',
    `Written to ${report.source}: ${report.written.join(', ')}`,
    countsText(report),
    ...next,
    '',
  ]
  return boundedParts(parts, last, { lines: room, bytes: HALF_OF_BYTES }).join('\n')
}

const MAX_VALUE_LINES = 3

function valueLines({ values }: ImportReport): string[] {
  const lines = values.map(
    ({ column, kind, count, examples }) =>
      `  ${count} × ${kind} in ${clip(column)}: ${examples.map(valueText).join('; ')}`,
  )
  return andMore(lines.slice(0, MAX_VALUE_LINES), lines.length)
}

function valueText({ found, value, currency }: ReadValue): string {
  return `${quoted(found)} is ${value}${currency === null ? '' : ` ${currency}`}`
}

/** More causes are counted by their columns. */
const FEW_CAUSES = 6

/** All causes, or, if there are many, one for each effect, column and member. */
function briefly({ causes }: ImportReport): TalliedCause[] {
  if (causes.length <= FEW_CAUSES) return causes
  const groups = new Map<string, TalliedCause[]>()
  for (const cause of causes) {
    const key = JSON.stringify([cause.effect, cause.column, cause.member])
    groups.set(key, [...(groups.get(key) ?? []), cause])
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    if (others.length === 0) return [first]
    const count = others.reduce((sum, other) => sum + other.count, first.count)
    const all = [first, ...others].flatMap((each) => each.examples)
    const examples = examplesOf({ effect: first.effect, examples: all })
    return [{ ...first, count, examples, expected: `${first.expected}; ${others.length} other reasons` }]
  })
}

/** Causes in the message of a refused import. */
const MAX_CAUSES_OF_REFUSAL = 5

export function rejectedLines(report: ImportReport): string[] {
  return causeLines(report, 'rejected').slice(0, MAX_CAUSES_OF_REFUSAL)
}

/** Causes of rejected rows that have a line each. */
const MAX_REJECTED = 12

/** The lines of rejected rows; the last one names the rows of all causes that have none. */
function rejectedPart(report: ImportReport, most: number): string[] {
  const lines = causeLines(report, 'rejected')
  if (lines.length <= most) return lines
  const others = report.causes.filter(({ effect }) => effect === 'rejected').slice(most - 1)
  const count = others.reduce((sum, each) => sum + each.count, 0)
  const places = others.flatMap(({ examples }) => examples.map(({ at }) => at))
  const rows = [...new Set(places)].sort((a, b) => a - b)
  return [...lines.slice(0, most - 1), `  ${count} × for other reasons: ${report.unit} ${rows.join(', ')}`]
}

/** A line for each cause with this effect, in the order of the report. */
function causeLines({ causes, unit }: ImportReport, effect: ImportCause['effect']): string[] {
  return causes.filter((cause) => cause.effect === effect).map((cause) => causeLine(cause, unit))
}

/** Totals and notes, by line. A person who skips a status knows it. */
function noOfferLines({ causes, unit }: ImportReport): string[] {
  return causes
    .filter(({ effect, member }) => effect === 'no offer' && (member === 'total' || member === 'note'))
    .map(({ count, member, examples }) => `  ${count} × ${member}: ${examplesText(examples, unit)}`)
}

/** `3 × Precio (benefit.value): found line 2 "mucho"; expected …`. row-reader.ts writes an empty cell as `nothing`. */
function causeLine({ count, column, member, expected, examples }: TalliedCause, unit: string): string {
  const cells = examples.every(({ found }) => found === 'nothing')
    ? examples.map(({ at }) => `${unit} ${at} says nothing`).join('; ')
    : `found ${examplesText(examples, unit)}`
  return `  ${count} × ${column} (${member}): ${cells}; expected ${expected}`
}

export function exampleText({ at, found }: Example, unit: string): string {
  return `${unit} ${at} ${found === 'nothing' ? found : quoted(found)}`
}

export function examplesText(examples: readonly Example[], unit: string): string {
  return examples.map((example) => exampleText(example, unit)).join('; ')
}
