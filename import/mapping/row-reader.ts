// The cells of one row, as a mapping points to them, and notes of what was not understood.

import type { Benefit } from '../../contract/offers/offer.ts'
import { type Cell, textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'
import type { CellSource } from './mapping.ts'
import { nameOf, pickCell } from './pick-cell.ts'

/** Something about one cell that a person should know. */
export interface Note {
  column: string
  member: string
  found: string
  /** What would have been understood, or why the cell was not. */
  expected: string
}

export class RowReader {
  readonly notes: Note[] = []
  readonly faults: Note[] = []
  readonly #row: Row
  readonly #unknown: readonly string[]

  constructor(row: Row, unknown: readonly string[]) {
    this.#row = row
    this.#unknown = unknown
  }

  cell(pick: CellSource): Cell {
    return pickCell(pick, this.#row, this.#unknown)
  }

  text(pick: CellSource): string | null {
    return textOf(this.cell(pick)) || null
  }

  required(pick: CellSource, member: string): string {
    return this.text(pick) ?? this.missing(pick, member)
  }

  /** A member without which there is no record. */
  missing(pick: CellSource, member: string): string {
    this.faults.push({
      column: nameOf(pick),
      member,
      found: 'nothing',
      expected: 'a text: every offer has one',
    })
    return ''
  }

  /** A benefit of which the table says nothing at all. */
  unsaid(pick: CellSource): Benefit {
    this.missing(pick, 'benefit.summary')
    return { kind: 'other', value: null, currency: null, cap: null, summary: '' }
  }

  note(pick: CellSource, member: string, expected: string): void {
    this.notes.push({ column: nameOf(pick), member, found: textOf(this.cell(pick)), expected })
  }

  fault(pick: CellSource, member: string, expected: string): void {
    this.faults.push({ column: nameOf(pick), member, found: textOf(this.cell(pick)), expected })
  }

  /** What a cell says; null for an empty one, and for one that is not understood, which is noted. */
  convert<T>(
    pick: CellSource,
    member: string,
    expected: string,
    read: (cell: Cell) => T | undefined,
  ): T | null {
    const cell = this.cell(pick)
    if (cell === null) return null
    const value = read(cell)
    if (value !== undefined) return value
    this.note(pick, member, expected)
    return null
  }
}
