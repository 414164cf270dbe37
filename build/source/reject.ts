// Records of the source that can't be published, and why, for the person who mends them.

import { memberOf, type Violation } from '../../contract/lib/validator.ts'
import type { Offers } from '../catalogue/catalogue-offer.ts'
import { formatCount } from '../report/format-numbers.ts'
import { type Cause, CauseTally } from './cause-tally.ts'
import { clip } from './clip.ts'
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

/** What is told of rejected records: however bad a source is, no more than a person can read. */
export interface Faults {
  /** All that were found. */
  count: number
  /** The first ones, in the order of the source, and what is left out. */
  told: readonly Reject[]
  /** The most frequent first. */
  causes: readonly Cause[]
}

export const NO_FAULTS: Faults = { count: 0, told: [], causes: [] }

export const OFFERS_FILE = 'offers.ndjson'

const MAX_TOLD_OF_RECORD = 20
const MAX_TOLD = 10_000

/** All rejected records of a build. */
export class RejectLog {
  /** Rejected records. */
  records = 0
  readonly #told: Reject[] = []
  readonly #causes = new CauseTally()
  /** Faults that were found, and those that are told or said to be left out. */
  #found = 0
  #accounted = 0
  /** The first line of which nothing is told. */
  #untold: number | undefined
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
      ...(names.ref === undefined ? {} : { ref: clip(names.ref) }),
      ...(issuer === undefined ? {} : { issuer }),
    }
    const rejects = firstOf(violations).map(({ pointer, found, expected }) => ({
      ...{ file: OFFERS_FILE, line, pointer: clip(pointer), found, expected },
      ...whose,
    }))
    this.#tell(rejects, violations.length, line)
  }

  #tell(rejects: readonly Reject[], count: number, line: number): void {
    this.#found += count
    for (const reject of rejects) this.#causes.add(reject)
    if (this.#untold === undefined && this.#told.length + rejects.length <= MAX_TOLD) {
      this.#told.push(...rejects)
      this.#accounted += count
    } else {
      this.#untold ??= line
    }
  }

  faults(): Faults {
    const told =
      this.#untold === undefined
        ? this.#told
        : [...this.#told, leftOut(this.#untold, this.#found - this.#accounted, this.#accounted)]
    return { count: this.#found, told, causes: this.#causes.list() }
  }
}

/** A record with thousands of faults tells the first, and how many more there are. */
function firstOf(violations: readonly Violation[]): readonly Violation[] {
  const more = violations.length - MAX_TOLD_OF_RECORD
  if (more <= 0) return violations
  const found = `… and ${formatCount(more)} more faults`
  const expected = `fewer; the first ${MAX_TOLD_OF_RECORD} of a record are told`
  return [...violations.slice(0, MAX_TOLD_OF_RECORD), { pointer: '', found, expected }]
}

function leftOut(line: number, count: number, told: number): Reject {
  const found = `… and ${formatCount(count)} more faults, from this line on`
  const expected = `fewer; the first ${formatCount(told)} are told`
  return { file: OFFERS_FILE, line, pointer: '', found, expected }
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
