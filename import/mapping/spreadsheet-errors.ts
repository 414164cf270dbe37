// Cells in which a spreadsheet shows that it could not calculate a value, or has rounded a long number.

import { type Cell, isList, textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'
import { columnsIn } from './cell-source.ts'
import type { ReadyMapping } from './load-mapping.ts'
import type { Note } from './row-reader.ts'

/** Errors as Excel and Google Sheets write them in English, Spanish and Portuguese. */
const ERROR =
  /^#(?:N\/[AD]|¡?(?:REF|VALUE|VALOR|NUM|NULL|NULO|DIV\/0|ERROR|ERRO|SPILL|CALC)!|¿?(?:NAME|NOMBRE|NOME)\?)$/i

const VALUE = 'a value: the spreadsheet shows an error there'
const DIGITS = 'the digits as text: numbers of more than 15 digits are rounded; format the column as text'

/** Finds errors in the cells that a mapping reads. */
export function createErrorFinder({ offer, issuer }: ReadyMapping): (row: Row) => Note[] {
  // A column that several members read is reported for the first of them.
  const members = Object.entries({ ...offer, issuer }).reverse()
  const memberOf = new Map(
    members.flatMap(([member, source]) => columnsIn(source).map((column) => [column, member] as const)),
  )
  return (row) =>
    [...memberOf].flatMap(([column, member]) => {
      const cell = row.get(column)
      const isRounded = typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER
      if (!isRounded && !holdsError(cell)) return []
      return [{ column, member, found: textOf(cell), expected: isRounded ? DIGITS : VALUE }]
    })
}

function holdsError(cell: Cell): boolean {
  return isList(cell) ? cell.some(holdsError) : typeof cell === 'string' && ERROR.test(cell.trim())
}
