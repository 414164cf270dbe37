// Tables of text.

/**
 * A line for each row, with the cells of a column below each other.
 * @param sides a letter for each column: `l` puts its cells to the left, as all are by default, `r` to the right
 */
export function alignTable(rows: readonly (readonly string[])[], sides = ''): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    }
  }
  const align = (cell: string, column: number) =>
    sides[column] === 'r' ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return rows.map((row) => row.map(align).join('  ').trimEnd())
}
