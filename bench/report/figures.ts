// Medians, ratios and tables.

import type { Measurement } from '../load/servers.ts'

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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/** `0.81 (0.79–0.84)`: the median, and the least and most of the values. */
export function spreadOf(values: readonly number[], digits = 2): string {
  if (values.length === 0) return '–'
  const [least, most] = [Math.min(...values), Math.max(...values)].map((each) => each.toFixed(digits))
  return `${median(values).toFixed(digits)} (${least}–${most})`
}

/** The ratio of each round. Rounds are compared one by one, because a disturbance of the machine affects a whole round. */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
}

/** How fast a server was, round by round. */
export interface Rates {
  /** Requests per second. */
  wall: number[]
  /** Requests per second of the server's processor time: on a busy machine, only these mean something. */
  processor: number[]
}

export function addRound(rates: Rates, measurement: Measurement): void {
  rates.wall.push(measurement.requestsPerSecond)
  rates.processor.push(measurement.requestsPerProcessorSecond)
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

/** `[a, b, c]` in round 1 → `[b, c, a]`: each round begins with another server, so that none is always the first. */
export function rotated<T>(turns: readonly T[], round: number): T[] {
  const first = round % turns.length
  return [...turns.slice(first), ...turns.slice(0, first)]
}
