// A proposal as text: the columns that are understood, and the open points.

import { nameOf } from '../mapping/cell-source.ts'
import type { CellSource } from '../mapping/mapping.ts'
import type { Proposal } from '../proposing/propose-mapping.ts'
import { questionText } from '../proposing/questions.ts'
import type { Table } from '../tables/table.ts'
import { boundedLines } from './bounded-lines.ts'

export function proposalText(proposal: Proposal, { table, path }: { table: Table; path: string }): string {
  const lines = [
    ...table.about,
    ...proposalLines(proposal),
    ...unusedLines(proposal),
    ...listed('Required before import, in the mapping:', proposal.questions.map(questionText)),
  ]
  return boundedLines(lines, ['', `Written: ${path}`, '']).join('\n')
}

/** Lists the columns with their meaning, and the points to check. */
export function proposalLines({ mapping, doubts }: Proposal): string[] {
  const { offer, formats, read } = mapping
  const { benefit, ...plain } = offer
  const worth = benefit.worth.map((source) => `${nameOf(source)} (${source.as})`).join(', then ') || 'nothing'
  return [
    '',
    'Understood:',
    ...understood(plain),
    line('benefit', worth),
    ...understood({ kind: benefit.kind, cap: benefit.cap, summary: benefit.summary }),
    ...(read?.skip ?? []).flatMap(({ column, values }) =>
      values.length === 0 ? [] : line('skipped', skipped(column, values)),
    ),
    line(
      'days',
      `${formats.dates.join(', ') || 'none found'}; decimal mark ${formats.decimal ?? 'unknown'}; currency ${formats.currency ?? 'unknown'}`,
    ),
    ...listed('Please check:', doubts),
  ]
}

/** Lists the other columns. */
export function unusedLines({ unused }: Proposal): string[] {
  return listed('Not used:', unused.length === 0 ? [] : [unused.join(', ')])
}

function line(member: string, text: string): string {
  return `  ${member.padEnd(12)} ${text}`
}

function understood(sources: Readonly<Record<string, CellSource | null | undefined>>): string[] {
  return Object.entries(sources).flatMap(([member, source]) => (source ? [line(member, shown(source))] : []))
}

function shown(source: CellSource): string {
  return source.constant === undefined ? nameOf(source) : `${JSON.stringify(source.constant)} for all rows`
}

function skipped(column: string, values: readonly string[]): string {
  return `rows with ${values.map((value) => JSON.stringify(value)).join(' or ')} in ${column}`
}

function listed(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...items.map((item) => `  ${item}`)]
}
