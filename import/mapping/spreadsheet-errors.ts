// Cells in which a spreadsheet shows that it could not calculate a value, or has rounded a long number.

import { type Cell, isFormula, isList, textOf } from '../cells/cell.ts'
import type { Row } from '../tables/table.ts'
import { columnsIn } from './cell-source.ts'
import type { ReadyMapping } from './load-mapping.ts'
import { type Note, RESULT } from './row-reader.ts'

/** The commonest errors, as Excel and Google Sheets write them in English, Spanish and Portuguese. */
const ERROR =
  /^#(?:N\/[AD]|¡?(?:REF|VALUE|VALOR|NUM|NULL|NULO|DIV\/0|ERROR|ERRO|SPILL|CALC)!|¿?(?:NAME|NOMBRE|NOME)\?)$/i

const VALUE = 'a value: the spreadsheet shows an error there'
const DIGITS = 'the digits as text: numbers of more than 15 digits are rounded; format the column as text'

/** What a spreadsheet did not calculate, or has rounded, in the cells that a mapping reads. */
export interface Uncalculated {
  /** These reject the row. */
  errors: Note[]
  /** Formulas without a result, published as null. */
  unknown: Note[]
}

/** Finds such cells in the columns that the mapping reads, row by row. */
export function createErrorFinder({ offer, read }: ReadyMapping): (row: Row) => Uncalculated {
  // A column that several members read is reported for the first of them: the last entry of a key stays in a `Map`.
  const members = Object.entries({ ...offer, status: read?.skip }).reverse()
  const memberOf = new Map(
    members.flatMap(([member, source]) => columnsIn(source).map((column) => [column, member] as const)),
  )
  // Without a value in one of these columns, an offer has no title, gets the id of another, or is published after its end.
  // A title of several columns still has the others.
  const { column: title } = offer.title
  const needed = new Set(columnsIn([offer.ref, offer.issuer, read?.skip, { column: title }]))
  return (row) => {
    const uncalculated: Uncalculated = { errors: [], unknown: [] }
    for (const [column, member] of memberOf) {
      const cell = row.get(column)
      const expected = expectedInstead(cell)
      if (expected === null) continue
      const list = expected === RESULT && !needed.has(column) ? uncalculated.unknown : uncalculated.errors
      list.push({ column, member, found: textOf(cell), expected })
    }
    return uncalculated
  }
}

/** What the cell should hold; null if nothing is wrong with it. */
function expectedInstead(cell: Cell): string | null {
  if (isFormula(cell)) return RESULT
  if (isRounded(cell)) return DIGITS
  return holdsError(cell) ? VALUE : null
}

/**
 * Whether a double has lost digits of a number. Spreadsheets round from the 16th digit on, but a number of 16 digits may
 * also come from JSON, which has all of them below this bound.
 */
function isRounded(cell: Cell): boolean {
  return typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER
}

function holdsError(cell: Cell): boolean {
  return isList(cell) ? cell.some(holdsError) : typeof cell === 'string' && ERROR.test(cell.trim())
}
