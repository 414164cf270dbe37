// Counts of the columns that a mapping reads, for one import or one file of it.

import { columnsOf, nameOf } from '../mapping/cell-source.ts'
import type { CellSource } from '../mapping/mapping.ts'
import type { ReadCell } from '../mapping/row-reader.ts'
import type { Row } from '../tables/table.ts'
import { ColumnTally } from './column-tally.ts'

/** The cells of one source that become one member. */
export interface ReadColumn {
  member: string
  source: CellSource
  tally: ColumnTally
}

const DAYS: ReadonlySet<string> = new Set(['valid_from', 'valid_until'])

export function isDayMember(member: string): boolean {
  return DAYS.has(member)
}

export class TableTally {
  rows = 0
  /** The line or item of the last row. */
  lastAt = 0
  readonly read = new Map<string, ReadColumn>()

  add(row: Row, cells: readonly ReadCell[]): void {
    this.rows += 1
    this.lastAt = row.at
    for (const each of cells) this.#tallyOf(each)?.add(each, row.at)
  }

  merge(other: TableTally): void {
    this.rows += other.rows
    for (const column of other.read.values()) this.#tallyOf(column)?.merge(column.tally)
  }

  /** Undefined for a constant. */
  #tallyOf({ member, source }: Pick<ReadCell, 'member' | 'source'>): ColumnTally | undefined {
    if (columnsOf(source).length === 0) return undefined
    const key = keyOf(member, nameOf(source))
    const known = this.read.get(key)
    if (known) return known.tally
    const tally = new ColumnTally()
    this.read.set(key, { member, source, tally })
    return tally
  }
}

export function keyOf(member: string, column: string): string {
  return `${member} ${column}`
}
