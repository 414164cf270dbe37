// What a verification finds wrong. It goes on after the first finding: an operator wants to see them all.

import { OperatorError } from '../../contract/lib/errors.ts'

const MAX_LISTED = 20

export class Findings {
  readonly #told: string[] = []
  #count = 0

  add(finding: string): void {
    this.#count += 1
    if (this.#told.length < MAX_LISTED) this.#told.push(finding)
  }

  /** Notes a finding where something does not hold. */
  expect(holds: boolean, finding: string): void {
    if (!holds) this.add(finding)
  }

  /** @throws {OperatorError} `not-verified` where there is any */
  enforce(release: string): void {
    if (this.#count === 0) return
    const more = this.#count - this.#told.length
    const lines = more > 0 ? [...this.#told, `and ${more} more`] : this.#told
    throw new OperatorError('not-verified', [`${release} is not what it should be`, ...lines].join('\n'))
  }
}
