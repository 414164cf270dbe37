// Records of the source that can't be published, and why, for the person who mends them.

import { memberOf, type Violation } from '../../contract/lib/validator.ts'
import type { Offers } from '../catalogue/catalogue-offer.ts'
import { createFindRejected, type RejectedNames } from './rejected-offer.ts'

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
  /** Of them, those of an issuer that there is or was, by slug. */
  readonly byIssuer = new Map<string, number>()
  /** The ids of known offers whose records are rejected. */
  readonly offers = new Set<string>()
  readonly #issuers: Pick<ReadonlyMap<string, unknown>, 'has'>
  readonly #find: ReturnType<typeof createFindRejected>

  /**
   * @param issuers all that there are, by slug
   * @param known the offers of the previous release
   */
  constructor(issuers: Pick<ReadonlyMap<string, unknown>, 'has'>, known: Offers) {
    this.#issuers = issuers
    this.#find = createFindRejected(known)
  }

  add({ line, violations, value }: RejectedRecord): void {
    this.records += 1
    const names = namesOf(value)
    const known = this.#find(names)
    if (known) this.offers.add(known.id)
    const named = names.issuer !== undefined && this.#issuers.has(names.issuer) ? names.issuer : undefined
    const issuer = named ?? known?.issuer
    if (issuer !== undefined) this.byIssuer.set(issuer, (this.byIssuer.get(issuer) ?? 0) + 1)
    const whose = {
      ...(names.ref === undefined ? {} : { ref: names.ref }),
      ...(issuer === undefined ? {} : { issuer }),
    }
    for (const { pointer, found, expected } of violations) {
      this.rejects.push({ file: OFFERS_FILE, line, pointer, found, expected, ...whose })
    }
  }
}

function namesOf(value: unknown): RejectedNames {
  const names: RejectedNames = {}
  for (const name of ['id', 'ref', 'issuer'] as const) {
    const member = memberOf(value, name)
    if (typeof member === 'string') names[name] = member
    // A reference that became a number is still the same one.
    else if (name === 'ref' && typeof member === 'number') names.ref = String(member)
  }
  return names
}
