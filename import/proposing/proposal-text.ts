// A proposal in words: what was understood, what was not, and three rows as they would be published.

import { prettyJson } from '../../lib/json/json.ts'
import { clip } from '../../lib/text/clip.ts'
import { nameOf } from '../mapping/cell-source.ts'
import { createMapRow } from '../mapping/map-row.ts'
import type { CellSource } from '../mapping/mapping.ts'
import { boundedLines } from '../report/bounded-lines.ts'
import { type Row, type Table, widestRow } from '../tables/table.ts'
import { type Proposal, readyToShow } from './propose-mapping.ts'

const SHOWN_ROWS = 3

export function proposalText(
  proposal: Proposal,
  { table, rows, path }: { table: Table; rows: readonly Row[]; path: string },
): string {
  const { mapping, feed, questions, doubts, unused } = proposal
  const { offer, formats } = mapping
  const widest = widestRow(table)
  const { benefit, ...plain } = offer
  const worth = benefit.worth.map((source) => `${nameOf(source)} (${source.as})`).join(', then ') || 'nothing'
  const lines = [
    ...table.about,
    ...(feed === null ? [] : [`These are the columns of ${feed}.`]),
    '',
    'Understood:',
    ...understood(plain),
    line('benefit', worth),
    ...understood({ kind: benefit.kind, cap: benefit.cap, summary: benefit.summary }),
    ...(mapping.read?.skip ?? []).map(({ column, values }) => line('passed over', skipped(column, values))),
    line(
      'days',
      `${formats.dates.join(', ') || 'none found'}; decimal mark ${formats.decimal ?? 'unknown'}; currency ${formats.currency ?? 'unknown'}`,
    ),
    ...listed('Required before import, in the mapping:', questions),
    ...listed('Please check:', doubts),
    ...listed('Not used:', unused.length === 0 ? [] : [unused.join(', ')]),
    '',
    `The first rows as they would be published:`,
    ...shownRows(
      mapping,
      rows.filter(({ width }) => width <= widest),
    ),
  ]
  return boundedLines(
    lines.flatMap((each) => each.split('\n')),
    [`Written: ${path}`, ''],
  ).join('\n')
}

function line(member: string, text: string): string {
  return `  ${member.padEnd(12)} ${text}`
}

function understood(sources: Readonly<Record<string, CellSource | null | undefined>>): string[] {
  return Object.entries(sources).flatMap(([member, source]) => (source ? [line(member, nameOf(source))] : []))
}

function skipped(column: string, values: readonly string[]): string {
  return `rows with ${values.map((value) => JSON.stringify(value)).join(' or ')} in ${column}`
}

function listed(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...items.map((item) => `  ${item}`)]
}

function shownRows(mapping: Proposal['mapping'], rows: readonly Row[]): string[] {
  const mapRow = createMapRow(readyToShow(mapping))
  const shown: string[] = []
  for (const row of rows) {
    const mapped = mapRow(row)
    if ('offer' in mapped) shown.push(prettyJson(mapped.offer).trimEnd().split('\n').map(clip).join('\n'))
    if (shown.length === SHOWN_ROWS) break
  }
  return shown
}
