// What every check of a verification is given, and what they find wrong.

import type { Version } from '../../contract/api/versions.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { TargetTable } from '../../contract/release/target-table.ts'
import { OperatorError } from '../../lib/errors.ts'
import { andMore } from '../../lib/text/clip.ts'

export interface Verification {
  /** The version of the API whose answers are checked. */
  version: Version
  manifest: ReleaseManifest
  routes: TargetTable
  findings: Findings
  /** The uncompressed body under a target; if it is missing or damaged, that is a finding, and there is none. */
  bodyAt(target: string): Buffer | undefined
}

const MAX_SHOWN = 20

/** A verification goes on after the first finding: an operator wants to see them all. */
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

  /** @throws {OperatorError} `not-verified` if there is any */
  enforce(release: string): void {
    if (this.#count === 0) return
    const lines = [`verification of ${release} failed`, ...andMore(this.#shown, this.#count)]
    throw new OperatorError('not-verified', lines.join('\n'))
  }
}
