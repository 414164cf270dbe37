// Formats of figures.

import { type Measured, measured } from './statistics.ts'

/** A row of the table of goals. */
export interface Goal {
  measure: string
  goal: string
  found: string
  met: boolean
}

/** The report of a part. */
export interface Chapter {
  goals: Goal[]
  /** Markdown, with a heading. */
  text: string
}

/** `0.81 (0.79–0.84)`: the median, and the least and most. */
export function spreadOf({ median, least, most }: Measured, digits = 2): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}

export function spreadOfValues(values: readonly number[], digits = 2): string {
  return values.length === 0 ? '–' : spreadOf(measured(values), digits)
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`
}
