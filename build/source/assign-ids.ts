// Gives each record of the source the id of its offer. An id follows the offer, whatever the refs do: five steps decide for
// each record by itself, each step for all records of an issuer before the next.
//
// 1. Given: a record with `id` is that offer.
// 2. Exact: it has the name of one known offer of another ref, which has that name no longer: it is that offer.
// 3. Same: it is the offer that its ref named last, unless distinguishing words or addresses contradict that.
// 4. Moved: it is the one known offer of its name that is left. A record under an unknown ref follows only an offer whose own
//    ref names another one: otherwise the source says that it is new.
// 5. New.
//
// Most records read as before, or keep their names, and are decided at once. The others wait for the end of the source.

import type { Offer } from '../../contract/offers/offer.ts'
import { mintOfferId, mintSeparateId } from '../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { quote, type Violation } from '../../lib/json/validator.ts'
import { groupBy } from '../../lib/lists.ts'
import type { CatalogueOffer, Offers } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import type { RefBook } from '../day/ref-book.ts'
import { type Named, nameOf, patternOf } from './distinguish-offers.ts'
import { type Looked, NightOfIssuer, type Step, type Waiting } from './night-of-issuer.ts'
import { OffersOfTwoDays } from './offers-of-two-days.ts'

/** A record and its id. */
export interface Identified {
  record: SourceOffer
  /** Of the file of offers. */
  line: number
  id: string
  step: Step
  /** The id that its ref named last; null if it named none. */
  last: string | null
  /** The known offer with that id, as it was published; undefined if there is none, or if the record reads the same. */
  before: Offer | undefined
}

/** A record that is rejected because an earlier one has its ref or id. */
export interface Repeated {
  record: SourceOffer
  line: number
  violations: readonly Violation[]
}

/** What is known when all records are read. */
interface EndOfSource {
  /** The offers of the records that were decided at once, by id. */
  decided: Offers
  /** Those that do not read as in the previous release; undefined for a record that is rejected because it is too long. */
  changed: ReadonlyMap<string, CatalogueOffer | undefined>
  /** The known offers whose records are rejected: no other record takes their ids. */
  rejected: { has(id: string): boolean }
}

/** The refs of an issuer whose offers the previous release knows, and what became of them. */
export interface RefTally {
  /** Records under a ref that named an offer before. */
  records: number
  /** Of these, the offers that another ref named, without those that their ref had before; and the new ones. */
  moved: readonly Identified[]
  others: readonly Identified[]
}

/** What is noted about an issuer while its records are read. */
interface IssuerOfToday {
  /** Whether the previous release has offers of it. */
  isKnown: boolean
  /** See `IdAssignment.#separateId`. */
  firstLeft: string | undefined
  recordsUnderKnownRefs: number
  /** See `patternOf`: the number of records with each. */
  patterns: Map<string, number>
  waiting: Waiting[]
}

export class IdAssignment {
  readonly #known: Offers
  readonly #book: RefBook
  readonly #lines: Lines
  readonly #issuers = new Map<string, IssuerOfToday>()
  /** The ids of today. */
  readonly #taken = new Set<string>()
  /** The ids that records of today give themselves. */
  readonly #given = new Set<string>()
  /**
   * The refs of today whose record is not just the offer of the ref, by the id that is made from each: whether the record is
   * decided, or waits.
   */
  readonly #decidedRefs = new Map<string, boolean>()
  readonly #separated: Identified[] = []

  /** @param known the offers of the previous release */
  constructor(known: Offers, book: RefBook, lines: Lines) {
    this.#known = known
    this.#book = book
    this.#lines = lines
    const isBookLost = book.entries.length === 0
    for (const { issuer, withdrawnOn, keptSince, updated_at } of known.values()) {
      const ofIssuer = this.#issuer(issuer)
      ofIssuer.isKnown = true
      if (!isBookLost || (withdrawnOn === null && keptSince === null)) continue
      const since = withdrawnOn === null ? '' : updated_at
      const { firstLeft } = ofIssuer
      if (firstLeft === undefined || since < firstLeft) ofIssuer.firstLeft = since
    }
  }

  /** Looks up what the ref of a record named last. */
  look(record: SourceOffer, line: number): Looked {
    const { issuer, ref } = record
    const minted = mintOfferId(issuer, ref)
    const last = this.#book.lastOf(issuer, ref, minted)
    const offerOfLast = last === null ? undefined : this.#known.get(last)
    const known = offerOfLast?.issuer === issuer ? offerOfLast : undefined
    return { record, line, minted, last, offerOfLast, known }
  }

  /**
   * Decides about a record.
   * @param before the known offer as it was published; `same` if the record reads the same
   * @returns undefined if the record waits for `finish`
   */
  add(looked: Looked, before: Offer | 'same' | undefined): Identified | Repeated | undefined {
    const { record, line, minted, last, known } = looked
    if (record.id !== undefined) return this.#give(record, record.id, line)
    const ofIssuer = this.#issuer(record.issuer)
    notePattern(ofIssuer, record)
    const separate = this.#separateId(looked, ofIssuer)
    if (separate !== undefined) {
      this.#decidedRefs.set(minted, true)
      return this.#take({ record, line, last, id: separate, step: 'exact', before: undefined })
    }
    const keepsNames = before === 'same' || (before !== undefined && haveSameNames(before, record))
    const isTaken = known !== undefined && this.#taken.has(known.id)
    // Another record may have given itself the id of the offer.
    const isDecided = this.#decidedRefs.get(minted) ?? ((isTaken && !this.#given.has(known.id)) || undefined)
    // Of two records with one ref, the one that is the offer of the ref stands, also if it comes later.
    if (isDecided || (isDecided === false && !known)) return repeatedRef(looked)
    if (known && keepsNames) {
      if (isTaken) return repeatedRef(looked)
      if (isDecided === false) this.#decidedRefs.set(minted, true)
      ofIssuer.recordsUnderKnownRefs += 1
      const changed = before === 'same' ? undefined : before
      return this.#take({ record, line, last, id: known.id, step: 'same', before: changed })
    }
    if (!ofIssuer.isKnown) {
      this.#decidedRefs.set(minted, true)
      return this.#take({ record, line, last, id: this.#newId(looked), step: 'new', before: undefined })
    }
    this.#decidedRefs.set(minted, false)
    ofIssuer.waiting.push({ ...looked, before: known && before !== 'same' ? before : undefined })
    return undefined
  }

  /** Decides about the records that wait, issuer by issuer. */
  finish(end: EndOfSource): (Identified | Repeated)[] {
    const issuers = [...this.#issuers].filter(([, { waiting }]) => waiting.length > 0)
    const offers = new OffersOfTwoDays({
      known: this.#known,
      decided: end.decided,
      changed: end.changed,
      waiting: new Map(issuers.map(([issuer, { waiting }]) => [issuer, waiting])),
      taken: this.#taken,
      lines: this.#lines,
    })
    return issuers.flatMap(([issuer, ofIssuer]) => {
      const { waiting, patterns } = ofIssuer
      const standing = waiting.filter(({ minted }) => this.#decidedRefs.get(minted) === false)
      const night = new NightOfIssuer(issuer, standing, {
        all: offers,
        taken: this.#taken,
        rejected: end.rejected,
        patterns,
        hasLostRef: (id) => this.#book.hasLostRef(id),
      })
      const chosen = night.oneForEachRef()
      for (const { known } of chosen) if (known) ofIssuer.recordsUnderKnownRefs += 1
      const identified = night.decide(chosen).map(({ waits, id, step }) => {
        const { record, line, last, before } = waits
        return this.#take({ record, line, last, id: id ?? this.#newId(waits), step, before })
      })
      const others = waiting.filter((each) => !chosen.has(each))
      return [...identified, ...others.map(repeatedRef)]
    })
  }

  /** The records whose ref names another offer than before, of all issuers. */
  get separated(): readonly Identified[] {
    return this.#separated
  }

  /** Whether the ref of a record had its id before, and gets it back. */
  isBack({ record: { issuer, ref }, step, id }: Identified): boolean {
    return step !== 'new' && this.#book.had(issuer, ref, id)
  }

  /** By issuer. */
  tallies(): Map<string, RefTally> {
    const byIssuer = groupBy(this.#separated, ({ record }) => record.issuer)
    const issuers = [...this.#issuers].filter(([, { recordsUnderKnownRefs }]) => recordsUnderKnownRefs > 0)
    return new Map(
      issuers.map(([issuer, { recordsUnderKnownRefs: records }]) => {
        const separated = (byIssuer.get(issuer) ?? []).filter(({ before }) => before)
        const moved = separated.filter((each) => each.step !== 'new' && !this.isBack(each))
        return [issuer, { records, moved, others: separated.filter(({ step }) => step === 'new') }]
      }),
    )
  }

  #give(record: SourceOffer, id: string, line: number): Identified | Repeated {
    if (!this.#taken.has(id)) {
      this.#given.add(id)
      return this.#take({ record, line, id, step: 'given', last: null, before: undefined })
    }
    return { record, line, violations: [repeated('/id', id, id)] }
  }

  #take(identified: Identified): Identified {
    const { id, last, step } = identified
    this.#taken.add(id)
    if (last !== id && step !== 'given') this.#separated.push(identified)
    return identified
  }

  /** The id of a new offer: that of its ref if it is free. */
  #newId({ record: { issuer, ref, ...named }, minted, last }: Looked): string {
    const isFree = (id: string) => !this.#known.has(id) && !this.#taken.has(id)
    if (last !== null && isFree(last)) return last
    const name = nameOf(named)
    for (let attempt = 1; ; attempt++) {
      const id = mintSeparateId(issuer, ref, name, attempt)
      if (isFree(id) && id !== minted && this.#book.refOf(id) === undefined) return id
    }
  }

  /**
   * The id that this ref had under the name of its record, if a version without these steps made the previous release: that
   * version forgets the book, and publishes the record under the id that is made from its ref alone. The offer of the
   * separate id left then, so only refs whose offer changed since the first offer left are looked at.
   */
  #separateId({ record, known }: Looked, { firstLeft }: IssuerOfToday): string | undefined {
    if (!known || firstLeft === undefined || known.updated_at < firstLeft) return undefined
    const id = mintSeparateId(record.issuer, record.ref, nameOf(record), 1)
    return this.#known.has(id) && !this.#taken.has(id) ? id : undefined
  }

  #issuer(slug: string): IssuerOfToday {
    const before = this.#issuers.get(slug)
    if (before) return before
    const issuer: IssuerOfToday = {
      isKnown: false,
      firstLeft: undefined,
      recordsUnderKnownRefs: 0,
      patterns: new Map(),
      waiting: [],
    }
    this.#issuers.set(slug, issuer)
    return issuer
  }
}

function notePattern({ patterns }: IssuerOfToday, { ref, url }: SourceOffer): void {
  const pattern = patternOf(ref, url)
  if (pattern !== undefined) patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1)
}

function haveSameNames(before: Named, now: Named): boolean {
  return (
    before.title === now.title &&
    (before.merchant ?? null) === (now.merchant ?? null) &&
    (before.url ?? null) === (now.url ?? null)
  )
}

function repeatedRef({ record, line, last, minted }: Looked): Repeated {
  return { record, line, violations: [repeated('/ref', record.ref, last ?? minted)] }
}

function repeated(pointer: string, found: string, id: string): Violation {
  return { pointer, found: quote(found), expected: `another id (an earlier line is ${id} as well)` }
}
