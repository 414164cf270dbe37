// Gives each record of the source the id of its offer. An id follows the offer, whatever the refs do: five steps decide for
// each record by itself, each step for all records of an issuer before the next.
//
// 1. Given: a record with `id` is that offer.
// 2. Exact: it has the name of one known offer of another ref, which has that name no longer: it is that offer.
// 3. Same: it is the offer that its ref named last, unless what tells offers apart disagrees.
// 4. Moved: it is the one known offer of its name that is left. A record under an unknown ref follows only an offer whose own
//    ref names another one: otherwise the source says that it is new.
// 5. New.
//
// Most records read as before, or keep their names, and are decided at once. The others wait for the end of the source.

import { isListed, type Offer } from '../../contract/offers/offer.ts'
import { mintOfferId, mintSeparateId } from '../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { quote, type Violation } from '../../lib/json/validator.ts'
import { groupBy } from '../../lib/lists.ts'
import { type CatalogueOffer, type Offers, parseOfferLine } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import type { RefBook } from '../day/ref-book.ts'
import {
  addressedNameOf,
  type DayOfTwo,
  isAnother,
  type Named,
  NamesOfTwoDays,
  nameOf,
  PlacesOfTwoDays,
  type Surroundings,
} from './telling-apart.ts'

/** The step that gave a record its id. */
export type Step = 'given' | 'exact' | 'same' | 'moved' | 'new'

/** A record and its id. */
export interface Identified {
  record: SourceOffer
  /** Of the file of offers. */
  line: number
  id: string
  step: Step
  /** The id that its ref named last; null if it named none. */
  last: string | null
  /** The known offer with that id, as it was published; left out if there is none, or if the record reads the same. */
  before?: Offer
}

/** A record that is rejected because an earlier one has its ref or id. */
export interface Repeated {
  record: SourceOffer
  line: number
  violations: readonly Violation[]
}

/** A record, and what its ref named last. */
export interface Looked {
  record: SourceOffer
  line: number
  /** The id that is made from issuer and ref. */
  minted: string
  /** The id that the ref named last, or that is made from it; null if its offer moved to another ref. */
  last: string | null
  /** The known offer with that id. */
  known?: CatalogueOffer
}

/** A record that is decided at the end. */
interface Waiting extends Looked {
  /** The known offer as it was published. */
  before?: Offer
}

/** What is known when all records are read. */
interface EndOfSource {
  /** The offers of the records that were decided at once, by id. */
  decided: Offers
  /** The known offers whose records are rejected: nobody follows into them. */
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

export class IdAssignment {
  readonly #known: Offers
  readonly #book: RefBook
  readonly #lines: Lines
  readonly #knownIssuers: ReadonlySet<string>
  /** The ids of today. */
  readonly #taken = new Set<string>()
  /** The refs of today, by the id that is made from each: whether its record is decided, or waits. */
  readonly #decidedRefs = new Map<string, boolean>()
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #recordsUnderKnownRefs = new Map<string, number>()
  readonly #patterns = new Map<string, Map<string, number>>()
  readonly #separated: Identified[] = []

  /** @param known the offers of the previous release */
  constructor(known: Offers, book: RefBook, lines: Lines) {
    this.#known = known
    this.#book = book
    this.#lines = lines
    this.#knownIssuers = new Set(Array.from(known.values(), ({ issuer }) => issuer))
  }

  /** Looks up what the ref of a record named last. */
  look(record: SourceOffer, line: number): Looked {
    const { issuer, ref } = record
    const minted = mintOfferId(issuer, ref)
    const last = this.#book.lastOf(issuer, ref, minted)
    const known = last === null ? undefined : this.#known.get(last)
    return { record, line, minted, last, ...(known?.issuer === issuer && { known }) }
  }

  /**
   * Decides about a record.
   * @param before the known offer as it was published; `same` if the record reads the same
   * @returns undefined if the record waits for `finish`
   */
  add(looked: Looked, before: Offer | 'same' | undefined): Identified | Repeated | undefined {
    const { record, line, minted, last, known } = looked
    if (record.id !== undefined) return this.#give(record, record.id, line)
    const { issuer } = record
    this.#notePattern(record)
    const keepsNames = before === 'same' || (before !== undefined && haveSameNames(before, record))
    const isDecided = this.#decidedRefs.get(minted)
    // Of two records with one ref, the one that is the offer of the ref stands, also if it comes later.
    if (isDecided || (isDecided === false && !known)) return repeatedRef(looked)
    if (known && keepsNames) {
      if (this.#taken.has(known.id)) return repeatedRef(looked)
      this.#decidedRefs.set(minted, true)
      this.#countKnownRef(issuer)
      return this.#take({ ...looked, id: known.id, step: 'same', ...(before !== 'same' && { before }) })
    }
    if (!this.#knownIssuers.has(issuer)) {
      this.#decidedRefs.set(minted, true)
      return this.#take({ record, line, last, id: this.#newId(looked), step: 'new' })
    }
    this.#decidedRefs.set(minted, false)
    // An offer of another issuer is not compared.
    const waits = { ...looked, ...(known && before !== undefined && before !== 'same' && { before }) }
    const list = this.#waiting.get(issuer)
    if (list) list.push(waits)
    else this.#waiting.set(issuer, [waits])
    return undefined
  }

  /** Decides about the records that wait, issuer by issuer. */
  finish(end: EndOfSource): (Identified | Repeated)[] {
    const offers = new OffersOfTwoDays(this.#known, end.decided, this.#waiting, this.#lines)
    return [...this.#waiting].flatMap(([issuer, waiting]) => {
      const standing = waiting.filter(({ minted }) => this.#decidedRefs.get(minted) === false)
      const patterns = this.#patterns.get(issuer)
      const night = new NightOfIssuer(standing, offers.of(issuer), {
        all: offers,
        taken: this.#taken,
        rejected: end.rejected,
        patterns,
        hasLostRef: (id) => this.#book.hasLostRef(id),
      })
      const chosen = night.oneForEachRef()
      for (const { known } of chosen) if (known) this.#countKnownRef(issuer)
      const identified = night.decide(chosen).map(({ waits, id, step }) => {
        const { record, line, last, before } = waits
        return this.#take({
          record,
          line,
          last,
          id: id ?? this.#newId(waits),
          step,
          ...(before && { before }),
        })
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
    return new Map(
      Array.from(this.#recordsUnderKnownRefs, ([issuer, records]) => {
        const separated = (byIssuer.get(issuer) ?? []).filter(({ before }) => before)
        const moved = separated.filter((each) => each.step !== 'new' && !this.isBack(each))
        return [issuer, { records, moved, others: separated.filter(({ step }) => step === 'new') }]
      }),
    )
  }

  #give(record: SourceOffer, id: string, line: number): Identified | Repeated {
    if (!this.#taken.has(id)) return this.#take({ record, line, id, step: 'given', last: null })
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

  #countKnownRef(issuer: string): void {
    this.#recordsUnderKnownRefs.set(issuer, (this.#recordsUnderKnownRefs.get(issuer) ?? 0) + 1)
  }

  #notePattern({ issuer, ref, url }: SourceOffer): void {
    const pattern = patternOf(ref, url)
    if (pattern === undefined) return
    const counts = this.#patterns.get(issuer) ?? new Map<string, number>()
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
    this.#patterns.set(issuer, counts)
  }
}

/** The address without the ref in it; undefined if it does not contain the ref. */
function patternOf(ref: string, url: string | null | undefined): string | undefined {
  if (!url) return undefined
  const parts = url.toLowerCase().split(ref.toLowerCase())
  return parts.length > 1 ? parts.join('\n') : undefined
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

/** The offers of the previous release and those of today, with their names, which are parsed when they are needed. */
class OffersOfTwoDays {
  readonly #known: Offers
  readonly #decided: Offers
  readonly #waiting: ReadonlyMap<string, readonly Waiting[]>
  readonly #lines: Lines
  #knownByIssuer: ReadonlyMap<string, readonly CatalogueOffer[]> | undefined
  #decidedByIssuer: ReadonlyMap<string, readonly CatalogueOffer[]> | undefined
  #names: NamesOfTwoDays | undefined

  constructor(
    known: Offers,
    decided: Offers,
    waiting: ReadonlyMap<string, readonly Waiting[]>,
    lines: Lines,
  ) {
    this.#known = known
    this.#decided = decided
    this.#waiting = waiting
    this.#lines = lines
  }

  /** Those of an issuer, without the records that wait. */
  *of(issuer: string): Generator<OfferOfTwoDays> {
    this.#knownByIssuer ??= groupBy(this.#known.values(), (offer) => offer.issuer)
    this.#decidedByIssuer ??= groupBy(this.#decided.values(), (offer) => offer.issuer)
    yield* this.#ofTwoDays(this.#knownByIssuer.get(issuer) ?? [], this.#decidedByIssuer.get(issuer) ?? [])
  }

  /** The names of the offers of all issuers. */
  get names(): NamesOfTwoDays {
    if (this.#names) return this.#names
    const names = new NamesOfTwoDays()
    for (const { named, days } of this.#ofTwoDays(this.#known.values(), this.#decided.values())) {
      names.add(named, days)
    }
    for (const waiting of this.#waiting.values()) {
      for (const { record } of waiting) names.add(record, ['today'])
    }
    this.#names = names
    return names
  }

  /** An offer that reads the same on both days is one, any other is two. */
  *#ofTwoDays(known: Iterable<CatalogueOffer>, decided: Iterable<CatalogueOffer>): Generator<OfferOfTwoDays> {
    for (const offer of known) {
      const isListedBefore = isListed(offer.status)
      const readsTheSame = this.#decided.get(offer.id)?.line === offer.line
      const days: DayOfTwo[] = [...(isListedBefore ? BEFORE : []), ...(readsTheSame ? TODAY : [])]
      yield { id: offer.id, isKnown: true, days, named: this.#namesOf(offer) }
    }
    for (const offer of decided) {
      if (this.#known.get(offer.id)?.line === offer.line) continue
      yield { id: offer.id, isKnown: false, days: TODAY, named: this.#namesOf(offer) }
    }
  }

  #namesOf({ line }: CatalogueOffer): Named {
    const { title, merchant, url } = parseOfferLine(this.#lines.at(line))
    return { title, merchant, url }
  }
}

const BEFORE: DayOfTwo[] = ['before']
const TODAY: DayOfTwo[] = ['today']

interface OfferOfTwoDays {
  id: string
  /** Whether these are its names in the previous release. */
  isKnown: boolean
  /** On which it is listed, or in the source, under these names. */
  days: readonly DayOfTwo[]
  named: Named
}

/** Fewer offers of an issuer have too few names to tell which words are rare. */
const MIN_OFFERS = 10

interface NightContext {
  all: OffersOfTwoDays
  /** The ids of today, of all issuers. */
  taken: { has(id: string): boolean }
  rejected: { has(id: string): boolean }
  /** The addresses of today with their ref cut out, and the number of records with each. */
  patterns: ReadonlyMap<string, number> | undefined
  /** Whether the ref of an offer named another one already in the previous release. */
  hasLostRef(id: string): boolean
}

interface Decision {
  waits: Waiting
  /** Undefined for a new offer. */
  id: string | undefined
  step: Step
}

interface MovedContext {
  taken: ReadonlySet<string>
  /** Known offers whose ref has the record of another one tonight. */
  displaced: ReadonlySet<string | undefined>
  keyOf(named: Named): string
}

/** The records of an issuer that wait, and its known offers. */
class NightOfIssuer {
  readonly #waiting: readonly Waiting[]
  readonly #context: NightContext
  /** Whether no known ref has a record with other names. Then all that wait are new. */
  readonly #isQuiet: boolean
  readonly #byName: ReadonlyMap<string, readonly OfferOfTwoDays[]>
  readonly #byAddressedName: ReadonlyMap<string, readonly OfferOfTwoDays[]>
  readonly #around: Surroundings

  /** @param offers of the issuer, without those that wait */
  constructor(waiting: readonly Waiting[], offers: Iterable<OfferOfTwoDays>, context: NightContext) {
    this.#waiting = waiting
    this.#context = context
    this.#isQuiet = waiting.every(({ known }) => !known)
    const all = this.#isQuiet ? [] : [...offers]
    const known = all.filter(({ isKnown }) => isKnown)
    this.#byName = groupBy(known, ({ named }) => nameOf(named))
    this.#byAddressedName = groupBy(known, ({ named }) => addressedNameOf(named))
    this.#around = this.#surroundings(all)
  }

  /** Of several records with one ref, the one that is the offer of the ref stands, otherwise the first. */
  oneForEachRef(): Set<Waiting> {
    const chosen = [...groupBy(this.#waiting, ({ minted }) => minted).values()].flatMap((each) => {
      const [first] = each
      if (each.length < 2) return each
      const own = each.find((one) => this.#keepsName(one)) ?? each.find((one) => !this.#isAnother(one))
      return own ?? first ?? []
    })
    return new Set(chosen)
  }

  /** @param chosen one record for each ref */
  decide(chosen: ReadonlySet<Waiting>): Decision[] {
    const left = new Set(chosen)
    const taken = new Set<string>()
    const decisions: Decision[] = []
    const decide = (waits: Waiting, id: string, step: Step): void => {
      left.delete(waits)
      taken.add(id)
      decisions.push({ waits, id, step })
    }
    if (!this.#isQuiet) {
      for (const [waits, id] of this.#exact([...left])) decide(waits, id, 'exact')
      let haveMoved = decisions.length > 0
      for (const waits of [...left]) {
        const { known } = waits
        if (!known) continue
        const isFree = !taken.has(known.id) && !this.#context.taken.has(known.id)
        if (isFree && !this.#isAnother(waits)) decide(waits, known.id, 'same')
        else haveMoved = true
      }
      if (haveMoved) {
        const displaced = new Set(Array.from(left, ({ known }) => known?.id))
        for (const { waits } of decisions)
          if (waits.known && !taken.has(waits.known.id)) displaced.add(waits.known.id)
        for (const keyOf of [addressedNameOf, nameOf]) {
          for (const [waits, id] of this.#moved(left, { taken, displaced, keyOf })) decide(waits, id, 'moved')
        }
      }
    }
    return [...decisions, ...Array.from(left, (waits) => ({ waits, id: undefined, step: 'new' as const }))]
  }

  /** Records with the name of one known offer whose own ref has it no longer; without those that want the same offer. */
  #exact(waiting: readonly Waiting[]): [Waiting, string][] {
    // The offers whose own ref still has their name, with another address; those with all their names are taken already.
    const carried = new Set(waiting.filter((each) => this.#keepsName(each)).map(({ last }) => last))
    return withoutRivals(
      waiting.flatMap((waits): [Waiting, string][] => {
        if (!waits.known || this.#keepsName(waits)) return []
        const named = (this.#byName.get(nameOf(waits.record)) ?? []).filter(({ id }) => id !== waits.last)
        const at = named.filter(({ named: { url } }) => (url ?? null) === (waits.record.url ?? null))
        const found = onlyOne(named.length > 1 ? at : named)
        const only = found && !carried.has(found.id) && this.#isFree(found.id) ? found : undefined
        return only ? [[waits, only.id]] : []
      }),
    )
  }

  /** Records with the name of the one known offer that is left; without those that want the same offer. */
  #moved(left: ReadonlySet<Waiting>, { taken, displaced, keyOf }: MovedContext): [Waiting, string][] {
    const known = keyOf === nameOf ? this.#byName : this.#byAddressedName
    return withoutRivals(
      [...left].flatMap((waits): [Waiting, string][] => {
        const all = known.get(keyOf(waits.record)) ?? []
        const only = onlyOne(all.filter(({ id }) => !taken.has(id) && this.#isFree(id)))
        if (!only) return []
        const follows = waits.known || displaced.has(only.id) || this.#context.hasLostRef(only.id)
        return follows ? [[waits, only.id]] : []
      }),
    )
  }

  #isFree(id: string): boolean {
    return !this.#context.taken.has(id) && !this.#context.rejected.has(id)
  }

  #keepsName({ before, record }: Waiting): boolean {
    return before !== undefined && nameOf(before) === nameOf(record)
  }

  #isAnother({ before, record }: Waiting): boolean {
    return before === undefined || isAnother(before, record, this.#around)
  }

  #surroundings(offers: readonly OfferOfTwoDays[]): Surroundings {
    const { all, patterns } = this.#context
    const names = new NamesOfTwoDays()
    const places = new PlacesOfTwoDays()
    for (const { id, isKnown, days, named } of offers) {
      if (isKnown) places.addKnown(id, named, days.includes('before'))
      if (days.includes('today')) places.addToday(named)
      names.add(named, days)
    }
    const waitingNames = new Set<string>()
    for (const { record } of this.#waiting) {
      places.addToday(record)
      names.add(record, TODAY)
      waitingNames.add(nameOf(record))
    }
    return {
      names: { tells: (word) => (names.offers < MIN_OFFERS ? all.names : names).tells(word) },
      ofIssuer: names,
      places,
      // Asked only for a ref whose record has another name, so that any record that waits under this name is another one.
      isNameElsewhere: (name) => waitingNames.has(name) && this.#byName.get(name)?.length === 1,
      isMadeFromRef: (ref, url) => {
        const pattern = patternOf(ref, url)
        return pattern !== undefined && (patterns?.get(pattern) ?? 0) > 1
      },
    }
  }
}

function onlyOne<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined
}

function withoutRivals(wishes: readonly [Waiting, string][]): [Waiting, string][] {
  const rivals = groupBy(wishes, ([, id]) => id)
  return wishes.filter(([, id]) => rivals.get(id)?.length === 1)
}
