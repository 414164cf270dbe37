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

/** The faults of a source: the first ones one by one, and by their causes. */
export interface Faults {
  /** The number of all faults. */
  count: number
  /** The first faults, in the order of the source. If there are more, a last entry states their number. */
  shown: readonly Reject[]
  /** The first causes that were found, at most 100, with the numbers of their faults: the most frequent comes first. */
  causes: readonly TalliedCause[]
}

/** A refusal because of a small file or of the date; the records were checked as well. */
export class RefusedSource extends OperatorError {
  readonly faults: Faults

  constructor({ code, message }: OperatorError, faults: Faults) {
    super(code, message)
    this.faults = faults
  }
}

export const NO_FAULTS: Faults = { count: 0, shown: [], causes: [] }

// As many faults and causes as a person can read.
const MAX_SHOWN = 10_000
const MAX_CAUSES = 100

export class FaultLog {
  readonly #shown: Reject[] = []
  readonly #causes = new CauseTally<Cause, CauseExample>({ maxCauses: MAX_CAUSES })
  #count = 0

  /** @param record the place of the record, and its ref and issuer as far as they are known */
  add(violations: readonly Violation[], record: Omit<Reject, keyof Violation>): void {
    const { file, line, ...names } = record
    this.#count += violations.length
    for (const { pointer, found, expected } of violations) {
      const reject: Reject = { file, line, pointer: clip(pointer), found, expected, ...names }
      this.#tally(reject)
      if (this.#shown.length < MAX_SHOWN) this.#shown.push(reject)
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
    const more = this.#count - this.#shown.length
    const last = this.#shown.at(-1)
    const found = `… and ${formatCount(more)} more faults after this line`
    const expected = `fewer; the first ${formatCount(MAX_SHOWN)} are listed`
    const summary =
      more > 0 && last ? [{ file: last.file, line: last.line, pointer: '', found, expected }] : []
    return { count: this.#count, shown: [...this.#shown, ...summary], causes: this.#causes.list() }
  }
}

/** Without the id or the day of a single record: `2026-09-01 (valid_from) or later` → `… (valid_from) or later`. */
function withoutNames(expected: string): string {
  const words = expected.split(' ').map((word) => (word.startsWith('off_') ? '…' : word))
  return words.join(' ').replace(/\d{4}-\d\d-\d\d(?= \(valid_from\))/, '…')
}
