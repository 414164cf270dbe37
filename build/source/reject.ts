// Collects rejected records, with their faults and the offers and issuers that they concern.

import { mintOfferId } from '../../contract/offers/offer-id.ts'
import { OFFERS_FILE } from '../../contract/offers/source-files.ts'
import { memberOf, type Violation } from '../../lib/json/validator.ts'
import { clip } from '../../lib/text/clip.ts'
import type { CatalogueOffer, Offers } from '../day/catalogue-offer.ts'
import type { RefBook } from '../day/ref-book.ts'
import { FaultLog, type Faults } from './faults.ts'

/** A record that is not published. */
export interface RejectedRecord {
  /** Left out for the file of offers. */
  file?: string
  line: number
  violations: readonly Violation[]
  /** The parts of the record that could be read. */
  value?: unknown
  /**
   * Whether a ref that several issuers have identifies no offer: true for rows of a converter, which often name no issuer.
   * Otherwise it identifies the first of these offers.
   */
  isExact?: boolean
  /** Whether the file ends within it; default: false. */
  isCut?: boolean
}

/** All rejected records of a build. */
export class RejectLog {
  /** The number of rejected records. */
  records = 0
  /** The number of rejected records of each present or former issuer, by slug. */
  readonly byIssuer = new Map<string, number>()
  /** The ids of known offers whose records are rejected. */
  readonly offers = new Set<string>()
  /** The record within which a file ends, e.g. `offers.ndjson:12`. What should follow it is missing. */
  cutAt: string | undefined
  readonly #faults = new FaultLog()
  readonly #issuers: Pick<ReadonlyMap<string, unknown>, 'has'>
  readonly #find: ReturnType<typeof createFindRejected>

  /**
   * @param issuers all, by slug
   * @param known the offers of the previous release
   * @param book which of them refs name
   */
  constructor(issuers: Pick<ReadonlyMap<string, unknown>, 'has'>, known: Offers, book: RefBook) {
    this.#issuers = issuers
    this.#find = createFindRejected(known, book)
  }

  add({ file = OFFERS_FILE, line, violations, value, isExact = false, isCut }: RejectedRecord): void {
    this.records += 1
    if (isCut) this.cutAt = `${file}:${line}`
    const names = namesOf(value)
    const matches = this.#find(names)
    const known = isExact && matches.length > 1 ? undefined : matches[0]
    if (known) this.offers.add(known.id)
    const isKnownIssuer = names.issuer !== undefined && this.#issuers.has(names.issuer)
    const issuer = isKnownIssuer ? names.issuer : known?.issuer
    if (issuer !== undefined) this.byIssuer.set(issuer, (this.byIssuer.get(issuer) ?? 0) + 1)
    this.#faults.add(violations, {
      file,
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
    // The ref "17" may have become the number 17.
    else if (name === 'ref' && typeof member === 'number') names.ref = String(member)
  }
  return names
}

/** The names that could be read from a rejected record. */
export interface RejectedNames {
  id?: string
  ref?: string
  issuer?: string
}

/**
 * A bound on computed ids, because the ref of a record without an issuer is tried with every issuer. No real source
 * needs more. Beyond it, such a record identifies no offer.
 */
const MAX_TRIES = 2_000_000

/**
 * Makes a function that finds the known offer of a rejected record: by its id, or by issuer and ref. If its issuer
 * cannot be read or has no known offer, it tries the ref with every issuer, and may find several offers.
 */
function createFindRejected(known: Offers, book: RefBook): (names: RejectedNames) => CatalogueOffer[] {
  const namedBy = (issuer: string, ref: string): CatalogueOffer | undefined => {
    const last = book.lastOf(issuer, ref, mintOfferId(issuer, ref))
    return last === null ? undefined : known.get(last)
  }
  let triesLeft = MAX_TRIES
  /** The issuers of the known offers; undefined until they are needed. */
  let issuers: Set<string> | undefined
  return ({ id, ref, issuer }) => {
    const withId = id === undefined ? undefined : known.get(id)
    if (withId) return [withId]
    if (ref === undefined) return []
    const withRef = issuer === undefined ? undefined : namedBy(issuer, ref)
    if (withRef) return [withRef]
    issuers ??= new Set(Array.from(known.values(), (offer) => offer.issuer))
    // A known issuer without such an offer: the record is new.
    if (issuer !== undefined && issuers.has(issuer)) return []
    triesLeft -= issuers.size
    if (triesLeft < 0) return []
    return [...issuers].flatMap((each) => namedBy(each, ref) ?? [])
  }
}
