// Reads the cells of one row by a mapping, and notes those that are not understood.

import { type Cell, isFormula, textOf } from '../cells/cell.ts'
import type { Worth } from '../cells/worth.ts'
import type { Row } from '../tables/table.ts'
import { columnsOf, nameOf, readCell, readCode } from './cell-source.ts'
import type { CellSource } from './mapping.ts'

/** Something about one cell that a person should know. */
export interface Note {
  column: string
  member: string
  found: string
  /** A text that would be understood, or why the cell was not. */
  expected: string
}

/** A cell that is not empty, and whether it was understood. */
export interface ReadCell {
  member: string
  source: CellSource
  cell: Cell
  isUnderstood: boolean
  /** Of a cell that is noted: what would be understood. */
  expected?: string | undefined
  /** Of the cell that gives the benefit its value. */
  worth?: Worth
}

/** Expected instead of a formula. */
export const RESULT = 'a result, which the workbook lacks: open it in a spreadsheet program and save it'

export class RowReader {
  /** Cells that are interpreted, not only copied; judging/table-tally.ts counts them. */
  readonly cells: ReadCell[] = []
  /** About members that are published as null, or in part, as places are. */
  readonly notes: Note[]
  /** Why the row is no offer. */
  readonly rejections: Note[] = []
  readonly row: Row

  /** @param notes what is already known about the row */
  constructor(row: Row, notes: readonly Note[] = []) {
    this.row = row
    this.notes = [...notes]
  }

  cell(source: CellSource): Cell {
    return readCell(source, this.row)
  }

  /** Null if the cell is empty. */
  text(source: CellSource): string | null {
    return textOf(this.cell(source)) || null
  }

  /** The text of an id, which may be "NA". */
  code(source: CellSource): string | null {
    return readCode(source, this.row)
  }

  /** The first formula of the source that has no result. */
  formulaIn(source: CellSource): Cell | undefined {
    return columnsOf(source)
      .map((column) => this.row.get(column))
      .find(isFormula)
  }

  /** The text of a required member; if it is empty, the row is rejected. */
  required(source: CellSource, member: string): string {
    return this.text(source) ?? this.missing(source, member)
  }

  /** Rejects the row, which lacks a required member. @returns an empty text in its place */
  missing(source: CellSource, member: string): string {
    this.reject(source, member, 'a text: every offer needs one')
    return ''
  }

  /** Adds a cell that was understood to `cells`. */
  understood(read: Omit<ReadCell, 'isUnderstood'>): void {
    this.cells.push({ ...read, isUnderstood: true })
  }

  /** Adds a cell that was not understood to `cells`, without a note: `notes` has those of formulas from the start. */
  misread(source: CellSource, member: string, expected?: string): void {
    const formula = this.formulaIn(source)
    const cell = formula ?? this.cell(source)
    this.cells.push({ member, source, cell, isUnderstood: false, expected: formula ? RESULT : expected })
  }

  /** Adds a cell that was not understood to `cells`, and notes why. */
  note(source: CellSource, member: string, expected: string): void {
    this.misread(source, member, expected)
    this.notes.push({ column: nameOf(source), member, found: textOf(this.cell(source)), expected })
  }

  /**
   * Notes a cell whose form is understood, but that limits its value, or that another text of its row contradicts. For
   * judging/judge-columns.ts it is no sign of a changed column.
   */
  limited(source: CellSource, member: string, expected: string): void {
    const cell = this.cell(source)
    this.understood({ source, member, cell })
    this.notes.push({ column: nameOf(source), member, found: textOf(cell), expected })
  }

  /** Rejects the row because of this cell. */
  reject(source: CellSource, member: string, expected: string): void {
    const found = textOf(this.cell(source)) || 'nothing'
    this.rejections.push({ column: nameOf(source), member, found, expected })
  }

  /** The value of a cell; null if it is empty, or not understood, which is noted. */
  convert<T>(
    source: CellSource,
    member: string,
    expected: string,
    read: (cell: Cell) => T | undefined,
  ): T | null {
    const cell = this.cell(source)
    if (cell === null) {
      if (this.formulaIn(source)) this.misread(source, member)
      return null
    }
    const value = read(cell)
    if (value !== undefined) {
      this.understood({ source, member, cell })
      return value
    }
    this.note(source, member, expected)
    return null
  }
}
