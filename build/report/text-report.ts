// The summary for a terminal or a log. The verdict comes last, so that it does not scroll away.

import type { Summary } from './summarise.ts'

export function textReport({ headline, facts, changes, rejects, broken }: Summary): string {
  const blocks = [alignFacts(facts)]
  if (changes) blocks.push(alignTable([changes.head, ...changes.rows]))
  if (rejects.length > 0) blocks.push(['rejected:', ...rejects.map((line) => `  ${line}`)])
  blocks.push([...broken, headline])
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function alignFacts(facts: Summary['facts']): string[] {
  const width = Math.max(...facts.map(([label]) => label.length))
  return facts.map(([label, text]) => `${label.padEnd(width)}  ${text}`)
}

/** @param sides of the columns; without them the first goes to the left, the numbers that follow to the right */
export function alignTable(rows: readonly string[][], sides?: readonly ('left' | 'right')[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const sideOf = (column: number) => sides?.[column] ?? (column === 0 ? 'left' : 'right')
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return sideOf(column) === 'left' ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
}
