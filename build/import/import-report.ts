// What an import tells the person who runs it: counts, and by cause what was left out, each with examples.

import { formatCount } from '../report/format-numbers.ts'
import { clip } from '../source/clip.ts'
import type { Note } from './mapping/row-reader.ts'

/** How many examples of a cause are kept. */
const MAX_EXAMPLES = 3
/** A table that is wrong in ever new ways must fill neither the memory nor a page. */
const MAX_CAUSES = 100

export interface Cause {
  /** `rejected`: the row is left out. `null`: the row is imported, and the member is unknown. */
  effect: 'rejected' | 'null'
  column: string
  member: string
  expected: string
  count: number
  examples: { file: string; at: number; found: string }[]
}

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
  causes: Cause[]
  /** How often something had another cause. */
  more: number
  /** What happened to each file of the source. */
  written: string[]
}

export class Causes {
  readonly #byKey = new Map<string, Cause>()
  /** How often there was a cause that is not listed. */
  more = 0

  add(
    effect: Cause['effect'],
    { column, member, expected, found }: Note,
    place: { file: string; at: number },
  ): void {
    const key = [effect, column, member, expected].map(clip).join('\n')
    const known = this.#byKey.get(key)
    const told = { column: clip(column), member: clip(member), expected: clip(expected) }
    const cause = known ?? { effect, ...told, count: 0, examples: [] }
    if (!known) {
      if (this.#byKey.size >= MAX_CAUSES) {
        this.more += 1
        return
      }
      this.#byKey.set(key, cause)
    }
    cause.count += 1
    const shown = clip(found)
    const isNew = cause.examples.every((example) => example.found !== shown)
    if (isNew && cause.examples.length < MAX_EXAMPLES) cause.examples.push({ ...place, found: shown })
  }

  /** Rejected rows first, then by how often. */
  list(): Cause[] {
    const rank = (cause: Cause) => (cause.effect === 'rejected' ? 0 : 1)
    return [...this.#byKey.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count)
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
  return [
    ...report.files,
    ...titled('Rejected, these rows are left out:', report.causes, 'rejected', unit),
    ...titled('Not understood, published as null:', report.causes, 'null', unit),
    ...(report.more > 0 ? [`… and ${formatCount(report.more)} more`] : []),
    '',
    ...report.written,
    counts,
    '',
  ].join('\n')
}

function titled(title: string, causes: readonly Cause[], effect: Cause['effect'], unit: string): string[] {
  const lines = causes.filter((cause) => cause.effect === effect).map((cause) => causeLine(cause, unit))
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function causeLine({ count, column, member, expected, examples }: Cause, unit: string): string {
  const shown = examples
    .map(({ at, found }) => `${unit} ${at} ${found === 'nothing' ? found : quoted(found)}`)
    .join('; ')
  return `  ${count} × ${column} (${member}): found ${shown}; expected ${expected}`
}
