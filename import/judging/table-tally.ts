// Counts how a mapping read the cells of each column, for one import or one file of it.

import { textOf } from '../cells/cell.ts'
import { type DayOrder, ordersShown } from '../cells/days.ts'
import { isFigureAlone } from '../cells/read-number.ts'
import { columnsOf, nameOf } from '../mapping/cell-source.ts'
import type { CellSource } from '../mapping/mapping.ts'
import type { ReadCell } from '../mapping/row-reader.ts'
import type { Row } from '../tables/table.ts'

export interface Example {
  at: number
  found: string
}

/** The cells of one source that become one member. */
export interface ReadColumn {
  member: string
  source: CellSource
  /** Cells that are neither empty nor "unknown". */
  filled: number
  understood: number
  /** How many cells are not understood and hold words, or no figure at all. */
  sentences: number
  /** The text of the first cell that is understood; empty if there is none. */
  known: string
  /** The first cells that are not understood. */
  unread: Example[]
  /** A text that would be understood instead of the first unread cell. */
  expected: string
  /** Of days: the cells that prove an order of day and month, and the first of them. */
  orders: Partial<Record<DayOrder, Example & { count: number }>>
}

const MAX_EXAMPLES = 3

export class TableTally {
  /** All rows, also those that are skipped or rejected. */
  rows = 0
  readonly columns = new Map<string, ReadColumn>()

  /** @param cells those that count: none of a row that is skipped, or whose cells may be in the wrong columns */
  add(row: Row, cells: readonly ReadCell[]): void {
    this.rows += 1
    for (const { cell, isUnderstood, expected = '', ...read } of cells) {
      // A constant is not a column.
      if (columnsOf(read.source).length === 0) continue
      const column = this.#columnOf(read)
      const found = textOf(cell)
      column.filled += 1
      if (DAYS.has(read.member)) addOrders(column, { at: row.at, found })
      if (isUnderstood) {
        column.understood += 1
        column.known ||= found
      } else {
        if (!isFigureAlone(cell) || !/\d/.test(found)) column.sentences += 1
        column.expected ||= expected
        if (column.unread.length < MAX_EXAMPLES) column.unread.push({ at: row.at, found })
      }
    }
  }

  /** Adds what the memory keeps of another file. Unread cells are judged file by file, so they are left out. */
  merge(other: TableTally): void {
    this.rows += other.rows
    for (const each of other.columns.values()) {
      const column = this.#columnOf(each)
      column.filled += each.filled
      column.understood += each.understood
      column.known ||= each.known
    }
  }

  #columnOf({ member, source }: Pick<ReadColumn, 'member' | 'source'>): ReadColumn {
    const key = keyOf({ member, source })
    const none = { filled: 0, understood: 0, sentences: 0, known: '', unread: [], expected: '', orders: {} }
    const column = this.columns.get(key) ?? { member, source, ...none }
    this.columns.set(key, column)
    return column
  }
}

const DAYS: ReadonlySet<string> = new Set(['valid_from', 'valid_until'])

function addOrders({ orders }: ReadColumn, { at, found }: Example): void {
  for (const order of ordersShown(found)) {
    const { count, ...example } = orders[order] ?? { at, found, count: 0 }
    orders[order] = { ...example, count: count + 1 }
  }
}

export function keyOf({ member, source }: Pick<ReadColumn, 'member' | 'source'>): string {
  return `${member} ${nameOf(source)}`
}
