// The findings of a verification.

import { OperatorError } from '../../lib/errors.ts'
import { andMore } from '../../lib/text/clip.ts'

/** The most findings that the message of an error lists. */
const MAX_SHOWN = 20

/** A release that is not whole. */
export class NotVerified extends OperatorError {
  readonly findings: readonly string[]

  constructor(release: string, findings: readonly string[]) {
    const lines = andMore(findings.slice(0, MAX_SHOWN), findings.length)
    super('not-verified', [`verification of ${release} failed`, ...lines].join('\n'))
    this.findings = findings
  }
}

/** Collects findings, because an operator wants to see more than the first. */
export class Findings {
  readonly #all: string[] = []

  get count(): number {
    return this.#all.length
  }

  add(finding: string): void {
    this.#all.push(finding)
  }

  /** Adds a finding if something does not hold. */
  expect(holds: boolean, finding: string): void {
    if (!holds) this.add(finding)
  }

  /** @throws {NotVerified} if there is any finding */
  enforce(release: string): void {
    if (this.#all.length > 0) throw new NotVerified(release, this.#all)
  }
}
