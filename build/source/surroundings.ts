// What is around a record of an issuer: the names and addresses of its other offers on both days. Each is read when it is
// asked for, because most nights ask for little of it.

import { groupBy } from '../../lib/lists.ts'
import {
  type Named,
  NamesOfTwoDays,
  nameOf,
  PlacesOfTwoDays,
  patternOf,
  type Surroundings,
} from './distinguish-offers.ts'
import { namesOfRecord, type OfferOfTwoDays, type OffersOfTwoDays } from './offers-of-two-days.ts'

/** An issuer with fewer offers has too few names: each word of it is rare. */
const MIN_OFFERS = 10

/** `nameOf`, or another key that is made from it. */
type KeyOf = (named: Named) => string

type Index = ReadonlyMap<string, readonly OfferOfTwoDays[]>

/** The offers of an issuer on two days, without the records that wait. */
export class OffersOfIssuer {
  readonly #issuer: string
  readonly #offers: OffersOfTwoDays
  #all: readonly OfferOfTwoDays[] | undefined
  readonly #left = new Map<KeyOf, Index>()
  readonly #known = new Map<KeyOf, Index>()

  constructor(issuer: string, offers: OffersOfTwoDays) {
    this.#issuer = issuer
    this.#offers = offers
  }

  get all(): readonly OfferOfTwoDays[] {
    this.#all ??= this.#offers.of(this.#issuer)
    return this.#all
  }

  /** All known offers with a name, unless each of them is the offer of a record that was decided at once. */
  named(keyOf: KeyOf, named: Named): readonly OfferOfTwoDays[] {
    const key = keyOf(named)
    const isLeft = indexOf(this.#left, keyOf, () => this.#offers.leftOf(this.#issuer)).has(key)
    return isLeft ? this.known(keyOf, key) : []
  }

  /** All known offers with a key. */
  known(keyOf: KeyOf, key: string): readonly OfferOfTwoDays[] {
    const known = indexOf(this.#known, keyOf, () => this.all.filter(({ isKnown }) => isKnown))
    return known.get(key) ?? []
  }
}

function indexOf(made: Map<KeyOf, Index>, keyOf: KeyOf, offers: () => readonly OfferOfTwoDays[]): Index {
  const index = made.get(keyOf) ?? groupBy(offers(), ({ named }) => keyOf(named))
  made.set(keyOf, index)
  return index
}

interface SurroundingsContext {
  offers: OffersOfIssuer
  /** The records of the issuer that wait. */
  waiting: readonly { record: Named }[]
  all: OffersOfTwoDays
  /** The addresses of today with their ref cut out, and the number of records with each. */
  patterns: ReadonlyMap<string, number>
}

export class SurroundingsOfIssuer implements Surroundings {
  readonly #context: SurroundingsContext
  #ownNames: NamesOfTwoDays | undefined
  #ownPlaces: PlacesOfTwoDays | undefined
  #waitingNames: ReadonlySet<string> | undefined

  constructor(context: SurroundingsContext) {
    this.#context = context
  }

  isRare = (word: string): boolean => {
    return this.isRareOfIssuer(word) && (!this.#hasFew || this.#context.all.names.isRare(word))
  }

  isRareHere = (word: string): boolean => {
    return this.isRareOfIssuer(word) && (!this.#hasFew || this.#isRareAmongAll(word))
  }

  isRareOfIssuer = (word: string): boolean => this.#names.isRare(word)

  isRareInSource = (word: string): boolean => {
    return this.#hasFew ? this.#isRareAmongAll(word) : this.isRareOfIssuer(word)
  }

  get places(): PlacesOfTwoDays {
    const { offers, waiting } = this.#context
    this.#ownPlaces ??= new PlacesOfTwoDays(offers.all, waiting)
    return this.#ownPlaces
  }

  /** Asked only for a ref whose record has another name, so that any record that waits under this name is another one. */
  isNameElsewhere(name: string): boolean {
    const { offers, waiting } = this.#context
    this.#waitingNames ??= new Set(waiting.map(({ record }) => nameOf(record)))
    return this.#waitingNames.has(name) && offers.known(nameOf, name).length === 1
  }

  isMadeFromRef(ref: string, url: string): boolean {
    const pattern = patternOf(ref, url)
    return pattern !== undefined && (this.#context.patterns.get(pattern) ?? 0) > 1
  }

  get #names(): NamesOfTwoDays {
    const { offers, waiting } = this.#context
    this.#ownNames ??= new NamesOfTwoDays([...offers.all, ...waiting.map(namesOfRecord)])
    return this.#ownNames
  }

  #isRareAmongAll(word: string): boolean {
    const { names, issuers } = this.#context.all
    return names.isRare(word, issuers)
  }

  get #hasFew(): boolean {
    return this.#names.offers < MIN_OFFERS
  }
}
