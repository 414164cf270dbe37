// Faults of records by what is wrong: one cause most often has many.

import type { Reject } from './reject.ts'

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
/** A source that is wrong in ever new ways must fill neither the memory nor a report. */
const MAX_CAUSES = 500

export class CauseTally {
  readonly #causes = new Map<string, Cause>()

  add({ line, ref, issuer: whose, pointer, found, expected }: Reject): void {
    const issuer = whose ?? null
    const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*')
    const same = withoutNames(expected)
    const key = JSON.stringify([issuer, place, same])
    const known = this.#causes.get(key)
    if (!known && this.#causes.size >= MAX_CAUSES) return
    const cause = known ?? { count: 0, issuer, pointer: place, expected: same, examples: [] }
    this.#causes.set(key, cause)
    cause.count += 1
    if (cause.examples.length < MAX_EXAMPLES)
      cause.examples.push({ line, ...(ref === undefined ? {} : { ref }), found })
  }

  /** The most frequent first. */
  list(): Cause[] {
    return [...this.#causes.values()].sort((a, b) => b.count - a.count)
  }
}

/** What is expected, but for the day or the offer of one record that it names. */
function withoutNames(expected: string): string {
  const words = expected.split(' ').map((word) => (word.startsWith('off_') ? '…' : word))
  return words.join(' ').replace(/\d{4}-\d\d-\d\d(?= \(valid_from\))/, '…')
}
