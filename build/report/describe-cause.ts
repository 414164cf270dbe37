// What is wrong with rejected records, in a line for people.

import { formatCount } from '../../lib/text/format-numbers.ts'
import type { Faults, TalliedCause } from '../source/faults.ts'

/** The most frequent causes, and how many faults have others. */
export function describeFaults({ count, causes }: Faults, max: number): string[] {
  const shown = causes.slice(0, max)
  const others = count - shown.reduce((sum, cause) => sum + cause.count, 0)
  return [...shown.map(describeCause), ...(others > 0 ? [`… and ${formatCount(others)} more faults`] : [])]
}

/** E.g. `62 × banco-ripley /valid_until: not a day of the calendar, e.g. "Todos los martes" (line 7)`. */
function describeCause({ count, issuer, pointer, expected, examples: [example] }: TalliedCause): string {
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
