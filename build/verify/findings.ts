// The findings of a verification.

import { OperatorError } from '../../lib/errors.ts'
import { andMore } from '../../lib/text/clip.ts'

/** The most findings that an error lists. */
const MAX_SHOWN = 20

/** Collects findings, because an operator wants to see more than the first: some of them, and the number of the others. */
export class Findings {
  readonly #shown: string[] = []
  #count = 0

  add(finding: string): void {
    this.#count += 1
    if (this.#shown.length < MAX_SHOWN) this.#shown.push(finding)
  }

  /** Adds a finding if something does not hold. */
  expect(holds: boolean, finding: string): void {
    if (!holds) this.add(finding)
  }

  /** @throws {OperatorError} `not-verified` if there is any finding */
  enforce(release: string): void {
    if (this.#count === 0) return
    const lines = [`verification of ${release} failed`, ...andMore(this.#shown, this.#count)]
    throw new OperatorError('not-verified', lines.join('\n'))
  }
}
