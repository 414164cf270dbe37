// Records of the source that can't be published: which offers and issuers they concern, and what is wrong with them.

import { memberOf, type Violation } from '../../lib/json/validator.ts'
import { clip } from '../../lib/text/clip.ts'
import type { Offers } from '../day/catalogue-offer.ts'
import { FaultLog, type Faults } from './faults.ts'
import { createFindRejected, type RejectedNames } from './rejected-offer.ts'

/** A record that is not published. */
export interface RejectedRecord {
  line: number
  violations: readonly Violation[]
  /** The record, as far as it could be read. */
  value?: unknown
}

/** All rejected records of a build. */
export class RejectLog {
  /** Rejected records. */
  records = 0
  /** Of them, those of an issuer that there is or was, by slug. */
  readonly byIssuer = new Map<string, number>()
  /** The ids of known offers whose records are rejected. */
  readonly offers = new Set<string>()
  readonly #faults = new FaultLog()
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
    this.#faults.add(violations, {
      line,
      ...(names.ref === undefined ? {} : { ref: clip(names.ref) }),
      ...(issuer === undefined ? {} : { issuer }),
    })
  }

  faults(): Faults {
    return this.#faults.faults()
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
