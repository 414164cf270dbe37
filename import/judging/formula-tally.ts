// Refuses a workbook in which most cells of a column are formulas without a result: its values would be lost.

import { OperatorError } from '../../lib/errors.ts'
import { quote } from '../../lib/json/validator.ts'
import { clip } from '../../lib/text/clip.ts'
import { isFormula, textOf } from '../cells/cell.ts'
import type { Row } from '../tables/table.ts'

interface Column {
  /** Cells that are not empty, also those with formulas. */
  filled: number
  formulas: number
  /** The first formula, and its row. */
  first: { at: number; found: string } | undefined
}

/** Fewer are single cells, and no workbook without results: mapping/spreadsheet-errors.ts says what becomes of their rows. */
const MIN_FORMULAS = 3

export class FormulaTally {
  readonly #columns: ReadonlyMap<string, Column>

  /** @param columns those that the mapping reads */
  constructor(columns: readonly string[]) {
    this.#columns = new Map(columns.map((column) => [column, { filled: 0, formulas: 0, first: undefined }]))
  }

  add(row: Row): void {
    for (const [name, column] of this.#columns) {
      const cell = row.get(name)
      if (cell === null || cell === '') continue
      column.filled += 1
      if (!isFormula(cell)) continue
      column.formulas += 1
      column.first ??= { at: row.at, found: textOf(cell) }
    }
  }

  /** @throws {OperatorError} `bad-source` with each column in which most filled cells are formulas without a result */
  refuseMost(file: string): void {
    const columns = [...this.#columns].filter(
      ([, { filled, formulas }]) => formulas >= MIN_FORMULAS && formulas * 2 > filled,
    )
    if (columns.length === 0) return
    throw new OperatorError(
      'bad-source',
      [
        `${file}: most cells of a column are formulas without a result; nothing was written`,
        ...columns.map(
          ([name, { filled, formulas, first }]) =>
            `${clip(name)}: ${formulas} of ${filled} cells, such as row ${first?.at} ${quote(first?.found)}`,
        ),
        'open the workbook in a spreadsheet program, save it, and import it again',
      ].join('\n'),
    )
  }
}
