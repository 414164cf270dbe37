// Tables of text.

/**
 * A line for each row, with aligned columns.
 * @param sides a letter for each column: `l` aligns left, which is the default, `r` right
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
