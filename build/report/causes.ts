// Rejected records by what is wrong with them: one cause most often has many.

import type { Reject } from '../source/reject.ts'
import { formatCount } from './format-numbers.ts'

/** One thing that is wrong with records of one issuer. */
export interface Cause {
  count: number
  /** Null if the records do not say whose they are. */
  issuer: string | null
  /** With `*` in the place of indices. */
  pointer: string
  expected: string
  /** The first ones. */
  examples: { line: number; ref?: string; found: string }[]
}

const MAX_EXAMPLES = 3

/** The most frequent first. */
export function causesOf(rejects: readonly Reject[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const { line, ref, issuer = null, pointer, found, expected } of rejects) {
    const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*')
    const same = withoutNames(expected)
    const key = JSON.stringify([issuer, place, same])
    const cause = causes.get(key) ?? { count: 0, issuer, pointer: place, expected: same, examples: [] }
    causes.set(key, cause)
    cause.count += 1
    if (cause.examples.length < MAX_EXAMPLES)
      cause.examples.push({ line, ...(ref === undefined ? {} : { ref }), found })
  }
  return [...causes.values()].sort((a, b) => b.count - a.count)
}

/** What is expected, but for the day or the offer of one record that it names. */
function withoutNames(expected: string): string {
  const words = expected.split(' ').map((word) => (word.startsWith('off_') ? '…' : word))
  return words.join(' ').replace(/\d{4}-\d\d-\d\d(?= \(valid_from\))/, '…')
}

/** E.g. `62 × banco-ripley /valid_until: not a day of the calendar, e.g. "Todos los martes" (line 7)`. */
export function describeCause({ count, issuer, pointer, expected, examples: [example] }: Cause): string {
  const where = [issuer, pointer || 'the record'].filter(Boolean).join(' ')
  const shown = example ? `, e.g. ${example.found} (line ${example.line})` : ''
  return `${formatCount(count)} × ${where}: ${problem(expected)}${shown}`
}

function problem(expected: string): string {
  if (expected.startsWith('a value (missing')) return 'missing'
  if (expected.startsWith('no such member')) return expected
  const short = expected.replace(/ as YYYY-MM-DD.*/, '')
  return /^(?:an?|one of|text|JSON|true|null)\b/.test(short) ? `not ${short}` : `expected ${short}`
}
