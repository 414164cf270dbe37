// The report of an import: counts, and by cause what was left out, each with examples.

import { CauseTally, type Tallied } from '../../lib/text/cause-tally.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'
import type { Note } from '../mapping/row-reader.ts'
import { boundedLines } from './bounded-lines.ts'

/** A table that is wrong in ever new ways must fill neither the memory nor a page. */
const MAX_CAUSES = 100

interface ImportCause {
  /** `rejected`: the row is left out. `null`: the row is imported, and the member is unknown. */
  effect: 'rejected' | 'null'
  column: string
  member: string
  expected: string
}

/** Where a row is. */
export interface Place {
  file: string
  at: number
}

interface Example extends Place {
  found: string
}

type TalliedCause = Tallied<ImportCause, Example>

export interface ImportReport {
  source: string
  /** What was found out about each file. */
  files: string[]
  /** What a row of the files is called. */
  unit: string
  rows: number
  offers: number
  rejected: number
  skipped: { blank: number; 'no offer': number; 'asked for': number }
  /** The first that were met, the most frequent before others. */
  causes: TalliedCause[]
  /** How often something had another cause. */
  more: number
  /** What happened to each file of the source. */
  written: string[]
}

export class ImportCauses {
  readonly #tally = new CauseTally<ImportCause, Example>({
    maxCauses: MAX_CAUSES,
    isSame: (example, other) => example.found === other.found,
  })

  add(effect: ImportCause['effect'], { column, member, expected, found }: Note, place: Place): void {
    const cause = { effect, column: clip(column), member: clip(member), expected: clip(expected) }
    this.#tally.add(cause, { ...place, found: clip(found) })
  }

  /** Rejected rows first, then by how often. */
  list(): TalliedCause[] {
    const rank = ({ effect }: ImportCause) => (effect === 'rejected' ? 0 : 1)
    return this.#tally.list().sort((a, b) => rank(a) - rank(b))
  }

  /** How often there was a cause that is not listed. */
  get more(): number {
    return this.#tally.more
  }
}

const MAX_FOUND = 60

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND - 1)}…` : text)
}

export function importText(report: ImportReport): string {
  const { skipped, unit } = report
  const passed = [
    [skipped.blank, 'blank'],
    [skipped['no offer'], 'without an offer (footers, remarks)'],
    [skipped['asked for'], 'that the mapping passes over'],
  ] as const
  const counts = [
    `${report.offers} offers of ${report.rows} rows`,
    ...(report.rejected > 0 ? [`${report.rejected} rejected`] : []),
    ...passed.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])),
  ].join(', ')
  const lines = [
    ...report.files,
    ...titled('Rejected, these rows are left out:', report.causes, 'rejected', unit),
    ...titled('Not understood, published as null:', report.causes, 'null', unit),
    ...(report.more > 0 ? [`… and ${formatCount(report.more)} more`] : []),
  ]
  return boundedLines(lines, ['', ...report.written, counts, '']).join('\n')
}

/** Of a refused import, the most frequent causes. */
const MAX_CAUSES_OF_REFUSAL = 5

export function rejectedLines({ causes, unit }: ImportReport): string[] {
  const rejected = causes.filter(({ effect }) => effect === 'rejected')
  return rejected.slice(0, MAX_CAUSES_OF_REFUSAL).map((cause) => causeLine(cause, unit))
}

function titled(
  title: string,
  causes: readonly TalliedCause[],
  effect: ImportCause['effect'],
  unit: string,
): string[] {
  const lines = causes.filter((cause) => cause.effect === effect).map((cause) => causeLine(cause, unit))
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function causeLine({ count, column, member, expected, examples }: TalliedCause, unit: string): string {
  return `  ${count} × ${column} (${member}): found ${examplesText(examples, unit)}; expected ${expected}`
}

export function examplesText(examples: readonly Omit<Example, 'file'>[], unit: string): string {
  return examples
    .map(({ at, found }) => `${unit} ${at} ${found === 'nothing' ? found : quoted(found)}`)
    .join('; ')
}
