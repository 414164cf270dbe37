// What is wrong with the records of a source, for the person who mends them: fault by fault, and by cause.

import type { Violation } from '../../lib/json/validator.ts'
import { CauseTally, type Tallied } from '../../lib/text/cause-tally.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'

/** One thing that is wrong with one record; a record may have several. */
export interface Reject extends Violation {
  file: string
  /** Counted from 1. */
  line: number
  /** The record's own name in the source, if it could be read. */
  ref?: string
  /** The slug of its issuer, if that could be read or found out. */
  issuer?: string
}

/** One thing that is wrong with records of one issuer. */
export interface Cause {
  /** Null if the records do not say whose they are. */
  issuer: string | null
  /** With `*` in the place of indices. */
  pointer: string
  expected: string
}

export interface CauseExample {
  line: number
  ref?: string
  found: string
}

export type TalliedCause = Tallied<Cause, CauseExample>

/** However bad a source is, it is listed in no more than a person can read. */
export interface Faults {
  /** Of all faults. */
  count: number
  /** The first faults, in the order of the source, and how many are left out. */
  listed: readonly Reject[]
  /** The most frequent first. */
  causes: readonly TalliedCause[]
}

export const NO_FAULTS: Faults = { count: 0, listed: [], causes: [] }

const MAX_LISTED_OF_RECORD = 20
const MAX_LISTED = 10_000
const MAX_CAUSES = 500

export class FaultLog {
  readonly #listed: Reject[] = []
  readonly #causes = new CauseTally<Cause, CauseExample>({ maxCauses: MAX_CAUSES })
  #count = 0
  /** Faults from this line on, once the list is full. */
  #leftOut: LeftOut | undefined

  /** @param record where it stands, and what it says it is */
  add(violations: readonly Violation[], record: Omit<Reject, keyof Violation>): void {
    const { file, line, ...names } = record
    const rejects = firstOf(violations).map(({ pointer, found, expected }) => ({
      ...{ file, line, pointer: clip(pointer), found, expected },
      ...names,
    }))
    this.#count += violations.length
    for (const reject of rejects) this.#tally(reject)
    if (this.#leftOut || this.#listed.length + rejects.length > MAX_LISTED) {
      this.#leftOut ??= { file, line, count: 0 }
      this.#leftOut.count += violations.length
    } else {
      this.#listed.push(...rejects)
    }
  }

  #tally({ line, ref, issuer, pointer, found, expected }: Reject): void {
    this.#causes.add(
      {
        issuer: issuer ?? null,
        pointer: pointer.replace(/\/\d+(?=\/|$)/g, '/*'),
        expected: withoutNames(expected),
      },
      { line, ...(ref === undefined ? {} : { ref }), found },
    )
  }

  faults(): Faults {
    const more = this.#leftOut ? [summaryOf(this.#leftOut, this.#count)] : []
    return { count: this.#count, listed: [...this.#listed, ...more], causes: this.#causes.list() }
  }
}

/** A record with thousands of faults lists the first, and how many more there are. */
function firstOf(violations: readonly Violation[]): readonly Violation[] {
  const more = violations.length - MAX_LISTED_OF_RECORD
  if (more <= 0) return violations
  const found = `… and ${formatCount(more)} more faults`
  const expected = `fewer; the first ${MAX_LISTED_OF_RECORD} of a record are told`
  return [...violations.slice(0, MAX_LISTED_OF_RECORD), { pointer: '', found, expected }]
}

type LeftOut = Pick<Reject, 'file' | 'line'> & { count: number }

function summaryOf(leftOut: LeftOut, count: number): Reject {
  const found = `… and ${formatCount(leftOut.count)} more faults, from this line on`
  const expected = `fewer; the first ${formatCount(count - leftOut.count)} are told`
  return { file: leftOut.file, line: leftOut.line, pointer: '', found, expected }
}

/** What is expected, but for the day or the offer of one record that it names. */
function withoutNames(expected: string): string {
  const words = expected.split(' ').map((word) => (word.startsWith('off_') ? '…' : word))
  return words.join(' ').replace(/\d{4}-\d\d-\d\d(?= \(valid_from\))/, '…')
}
