// Counts the cells that a sheet will take in memory from its XML, before it is parsed: a row is as wide as its last cell.

const REFERENCE = /\br\s*=\s*["']([A-Za-z]{1,3})\d/g
const A = 64

/** The sum of the widths of the rows, by the references of their cells. */
export function countSheetCells(xml: string): number {
  let sum = 0
  let width = 0
  for (const [, letters = ''] of xml.matchAll(REFERENCE)) {
    const column = columnNumber(letters)
    // Not to the right of the cell before: a new row.
    if (column <= width) sum += width
    width = column
  }
  return sum + width
}

function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + (letter.codePointAt(0) ?? A) - A
  return number
}
