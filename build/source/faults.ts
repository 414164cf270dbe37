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

type CauseExample = Pick<Reject, 'line' | 'found'>

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

const MAX_LISTED = 10_000
const MAX_CAUSES = 100

export class FaultLog {
  readonly #listed: Reject[] = []
  readonly #causes = new CauseTally<Cause, CauseExample>({ maxCauses: MAX_CAUSES })
  #count = 0

  /** @param record its place and its names */
  add(violations: readonly Violation[], record: Omit<Reject, keyof Violation>): void {
    const { file, line, ...names } = record
    this.#count += violations.length
    for (const { pointer, found, expected } of violations) {
      const reject = { ...{ file, line, pointer: clip(pointer), found, expected }, ...names }
      this.#tally(reject)
      if (this.#listed.length < MAX_LISTED) this.#listed.push(reject)
    }
  }

  #tally({ line, issuer, pointer, found, expected }: Reject): void {
    this.#causes.add(
      {
        issuer: issuer ?? null,
        pointer: pointer.replace(/\/\d+(?=\/|$)/g, '/*'),
        expected: withoutNames(expected),
      },
      { line, found },
    )
  }

  faults(): Faults {
    const more = this.#count - this.#listed.length
    const last = this.#listed.at(-1)
    const found = `… and ${formatCount(more)} more faults after this line`
    const expected = `fewer; the first ${formatCount(MAX_LISTED)} are listed`
    const summary =
      more > 0 && last ? [{ file: last.file, line: last.line, pointer: '', found, expected }] : []
    return { count: this.#count, listed: [...this.#listed, ...summary], causes: this.#causes.list() }
  }
}

/** The expectation, without the day or the offer of a single record. */
function withoutNames(expected: string): string {
  const words = expected.split(' ').map((word) => (word.startsWith('off_') ? '…' : word))
  return words.join(' ').replace(/\d{4}-\d\d-\d\d(?= \(valid_from\))/, '…')
}
