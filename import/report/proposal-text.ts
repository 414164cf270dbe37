// A proposal as text: the columns that are understood, the points to check, the other columns, and the questions.

import { andMore, clip } from '../../lib/text/clip.ts'
import { questionText } from '../asking/questions.ts'
import { nameOf } from '../mapping/cell-source.ts'
import type { CellSource, Skip } from '../mapping/mapping.ts'
import type { Proposal } from '../proposing/propose-mapping.ts'
import type { Table } from '../tables/table.ts'
import { boundedLines, titled } from './bounded-lines.ts'
import { quoted } from './import-report.ts'

/**
 * The output of `import --propose`.
 * @param place the table, and the path to which the mapping was written
 */
export function proposalText(proposal: Proposal, place: { table: Table; path: string }): string {
  const { table, path } = place
  const lines = [
    ...table.about,
    ...understoodLines(proposal),
    ...checkLines(proposal),
    ...unusedLines(proposal),
    ...titled('Required before import, in the mapping:', proposal.questions.map(questionText).map(indented)),
  ]
  return boundedLines(lines, ['', `Written: ${path}`, '']).join('\n')
}

/** Lists the columns with their meaning and a cell of each. */
export function understoodLines({ mapping, samples }: Proposal): string[] {
  const { offer, formats, read } = mapping
  const { benefit, ...plain } = offer
  const worth = benefit.worth.map((source) => `${nameOf(source)} (${source.as})`).join(', then ') || 'nothing'
  const understood = (sources: Readonly<Record<string, CellSource | null | undefined>>) =>
    Object.entries(sources).flatMap(([member, source]) =>
      source ? [line(member, shown(source, samples))] : [],
    )
  return [
    '',
    'Understood:',
    ...understood(plain),
    line('benefit', worth),
    ...understood({ kind: benefit.kind, cap: benefit.cap, summary: benefit.summary }),
    ...(read?.skip ?? []).map((skip) => line('skipped', skipped(skip))),
    line(
      'days',
      `${formats.dates.join(', ') || 'none found'}; decimal mark ${formats.decimal ?? 'unknown'}; currency ${formats.currency ?? 'unknown'}`,
    ),
  ]
}

/** Lists the points to check. */
export function checkLines({ doubts }: Proposal): string[] {
  return titled('Please check:', doubts.map(indented))
}

/**
 * Lists the other columns, with their texts if a few recur: one may say what a price is for, or that a row has ended.
 */
export function unusedLines({ unused, samples }: Proposal): string[] {
  const entries = unused.map((column) => {
    const all = samples.get(column)?.texts ?? []
    const texts = [...new Set(all)]
    const recur = texts.length > 1 && texts.length < all.length
    return recur && texts.length <= MAX_DIFFERENT && texts.every(isShort)
      ? `${clip(column)} (${texts.slice(0, MAX_TEXTS).map(quoted).join(', ')})`
      : clip(column)
  })
  const list = andMore(entries.slice(0, MAX_UNUSED), entries.length).join(', ')
  return entries.length === 0 ? [] : ['', `Not used: ${list}`]
}

/** Bounds the list of unused columns. */
const MAX_UNUSED = 100
/** A column of more different texts is listed without them. */
const MAX_DIFFERENT = 12
/** The first texts are enough to see what a column says. */
const MAX_TEXTS = 4

/** Whether a text may be a category or a status; longer texts are descriptions. */
function isShort(text: string): boolean {
  return text.length <= 30
}

function line(member: string, text: string): string {
  return `  ${member.padEnd(12)} ${text}`
}

function shown(source: CellSource, samples: Proposal['samples']): string {
  if (source.constant !== undefined) return `${JSON.stringify(source.constant)} for all rows`
  const [first] = samples.get(source.column ?? '')?.texts ?? []
  return first === undefined ? nameOf(source) : `${nameOf(source)}, such as ${quoted(first)}`
}

/** `published` has the texts that a person was asked about and did not skip. */
function skipped({ column, values, published = [] }: Skip): string {
  if (values === undefined) return `rows with any text in ${column}`
  if (values.length === 0)
    return published.length > 0
      ? `no rows by ${column}, as asked`
      : `none yet; ${column} calls all rows running`
  return `rows with ${values.map((value) => JSON.stringify(value)).join(' or ')} in ${column}`
}

const indented = (item: string) => `  ${item}`
