// Records as tables for people.

import type { Offer } from '../api/types.ts'
import { printable } from '../lib/printable.ts'

export interface Column<T> {
  heading: string
  of: (record: T) => string | number | null
}

export const OFFER_COLUMNS: readonly Column<Offer>[] = [
  { heading: 'ID', of: ({ id }) => id },
  { heading: 'ISSUER', of: ({ issuer }) => issuer.slug },
  { heading: 'BENEFIT', of: ({ benefit }) => benefit.summary },
  { heading: 'UNTIL', of: ({ valid_until }) => valid_until },
  { heading: 'TITLE', of: ({ title }) => title },
]

interface Counted {
  slug: string
  name: string
  offers_count: number
}

export const COUNTED_COLUMNS: readonly Column<Counted>[] = [
  { heading: 'SLUG', of: ({ slug }) => slug },
  { heading: 'OFFERS', of: ({ offers_count }) => offers_count },
  { heading: 'NAME', of: ({ name }) => name },
]

const MAX_CELL = 40

/** A line a record; the last column is as long as it is, the others are cut. */
export function tableOf<T>(records: readonly T[], columns: readonly Column<T>[]): string {
  const rows = [
    columns.map(({ heading }) => heading),
    ...records.map((record) =>
      columns.map(({ of }, index) => {
        const cell = printable(String(of(record) ?? '–'))
        return index < columns.length - 1 ? cut(cell) : cell
      }),
    ),
  ]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => [...(row[index] ?? '')].length)))
  return rows
    .map((row) =>
      row
        .map((cell, index) => padded(cell, widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

function cut(cell: string): string {
  const characters = [...cell]
  return characters.length > MAX_CELL ? `${characters.slice(0, MAX_CELL - 1).join('')}…` : cell
}

const padded = (cell: string, width: number) => cell + ' '.repeat(width - [...cell].length)
