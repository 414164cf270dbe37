// The faults of the records of a source, for the person who corrects them: one by one, and by cause.

import { OperatorError } from '../../lib/errors.ts'
import type { Violation } from '../../lib/json/validator.ts'
import { CauseTally, type Tallied } from '../../lib/text/cause-tally.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'

/** One fault of one record. */
export interface Reject extends Violation {
  file: string
  /** Counted from 1. */
  line: number
  /** The `ref` of the record, if it could be read. */
  ref?: string
  /** The slug of its issuer, if it could be read or found. */
  issuer?: string
}

/** One fault that several records of an issuer share. */
interface Cause {
  /** Null if the records do not name their issuer. */
  issuer: string | null
  /** With `*` in place of indices. */
  pointer: string
  expected: string
}

interface CauseExample {
  line: number
  ref?: string
  found: string
}

export type TalliedCause = Tallied<Cause, CauseExample>

/** The most faults and causes that are listed: as many as a person can read. */
export interface Faults {
  /** The number of all faults. */
  count: number
  /** The first faults, in the order of the source, and the number of further ones. */
  listed: readonly Reject[]
  /** The most frequent first. */
  causes: readonly TalliedCause[]
}

/** A refusal because of a small file; the records were checked as well. */
export class RefusedSource extends OperatorError {
  readonly faults: Faults

  constructor({ code, message }: OperatorError, faults: Faults) {
    super(code, message)
    this.faults = faults
  }
}

export const NO_FAULTS: Faults = { count: 0, listed: [], causes: [] }

const MAX_LISTED_OF_RECORD = 20
const MAX_LISTED = 10_000
const MAX_CAUSES = 500

export class FaultLog {
  readonly #listed: Reject[] = []
  readonly #causes = new CauseTally<Cause, CauseExample>({ maxCauses: MAX_CAUSES })
  #count = 0
  /** The faults after this line, once the list is full. */
  #leftOut: LeftOut | undefined

  /** @param record its place and its names */
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

/** Of a record with thousands of faults, only the first are listed. */
function firstOf(violations: readonly Violation[]): readonly Violation[] {
  const more = violations.length - MAX_LISTED_OF_RECORD
  if (more <= 0) return violations
  const found = `… and ${formatCount(more)} more faults`
  const expected = `fewer; the first ${MAX_LISTED_OF_RECORD} of a record are listed`
  return [...violations.slice(0, MAX_LISTED_OF_RECORD), { pointer: '', found, expected }]
}

type LeftOut = Pick<Reject, 'file' | 'line'> & { count: number }

function summaryOf(leftOut: LeftOut, count: number): Reject {
  const found = `… and ${formatCount(leftOut.count)} more faults, from this line on`
  const expected = `fewer; the first ${formatCount(count - leftOut.count)} are listed`
  return { file: leftOut.file, line: leftOut.line, pointer: '', found, expected }
}

/** The expectation, without the day or the offer of a single record. */
function withoutNames(expected: string): string {
  const words = expected.split(' ').map((word) => (word.startsWith('off_') ? '…' : word))
  return words.join(' ').replace(/\d{4}-\d\d-\d\d(?= \(valid_from\))/, '…')
}
