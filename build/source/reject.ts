// Records of the source that can't be published, and why, for the person who mends them.

import type { Violation } from '../../contract/lib/validator.ts'

/** One thing that is wrong with one record; a record may have several. */
export interface Reject extends Violation {
  file: string
  /** Counted from 1. */
  line: number
  /** The record's own name in the source, if it could be read. */
  ref?: string
}

/** A record that is not published. */
export interface RejectedRecord {
  line: number
  violations: readonly Violation[]
  /** The record, as far as it could be read. */
  value?: unknown
}

export const OFFERS_FILE = 'offers.ndjson'

/** All rejected records of a build, in the order of the source. */
export class RejectLog {
  /** One for each thing that is wrong. */
  readonly rejects: Reject[] = []
  /** Rejected records. */
  records = 0
  /** Of them, those that name an issuer that there is, by slug. */
  readonly byIssuer = new Map<string, number>()
  readonly #issuers: ReadonlyMap<string, unknown>

  /** @param issuers all that there are, by slug */
  constructor(issuers: ReadonlyMap<string, unknown>) {
    this.#issuers = issuers
  }

  add({ line, violations, value }: RejectedRecord): void {
    this.records += 1
    const ref = textMember(value, 'ref')
    const issuer = textMember(value, 'issuer')
    if (issuer !== undefined && this.#issuers.has(issuer)) {
      this.byIssuer.set(issuer, (this.byIssuer.get(issuer) ?? 0) + 1)
    }
    for (const { pointer, found, expected } of violations) {
      const reject = { file: OFFERS_FILE, line, pointer, found, expected }
      this.rejects.push(ref === undefined ? reject : { ...reject, ref })
    }
  }
}

function textMember(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const member: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
  return typeof member === 'string' ? member : undefined
}
