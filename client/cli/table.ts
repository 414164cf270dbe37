// Offers as a table for people.

import type { Offer } from '../api/types.ts'
import { endOf, printable, startOf } from '../lib/shown-texts.ts'

const COLUMNS: readonly [heading: string, cellOf: (offer: Offer) => string][] = [
  ['ID', ({ id }) => id],
  ['ISSUER', ({ issuer }) => issuer.slug],
  ['BENEFIT', ({ benefit }) => benefit.summary],
  ['STATUS', ({ status }) => status],
  ['FROM', startOf],
  ['UNTIL', endOf],
  ['TITLE', ({ title }) => title],
]

/** Shown where a search is about what is new. */
const UPDATED: (typeof COLUMNS)[number] = ['UPDATED', ({ updated_at }) => updated_at]

/** In characters. */
const MAX_CELL = 40

/** A line for each offer. Cells are cut to a width, but not those of the last column. */
export function tableOf(offers: readonly Offer[], { isByUpdate = false } = {}): string {
  const columns = isByUpdate ? [UPDATED, ...COLUMNS] : COLUMNS
  const rows = [
    columns.map(([heading]) => heading),
    ...offers.map((offer) =>
      columns.map(([, cellOf], index) => {
        const cell = printable(cellOf(offer))
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
