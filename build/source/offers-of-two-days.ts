// The offers of the previous release and the records of today, with the names by which people know them.

import { isListed } from '../../contract/offers/offer.ts'
import { groupBy } from '../../lib/lists.ts'
import { type CatalogueOffer, type Offers, parseOfferLine } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import { type DayOfTwo, type Named, NamesOfTwoDays, nameOf } from './distinguish-offers.ts'

/** The offers of the previous release and those of today, with their names, which are parsed when they are needed. */
export class OffersOfTwoDays {
  readonly #known: Offers
  readonly #decided: Offers
  readonly #waiting: ReadonlyMap<string, readonly { record: Named }[]>
  readonly #lines: Lines
  #knownByIssuer: ReadonlyMap<string, readonly CatalogueOffer[]> | undefined
  #decidedByIssuer: ReadonlyMap<string, readonly CatalogueOffer[]> | undefined
  #names: NamesOfTwoDays | undefined

  constructor(
    known: Offers,
    decided: Offers,
    waiting: ReadonlyMap<string, readonly { record: Named }[]>,
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

  /** The number of issuers of today. */
  get issuers(): number {
    this.#decidedByIssuer ??= groupBy(this.#decided.values(), (offer) => offer.issuer)
    return new Set([...this.#decidedByIssuer.keys(), ...this.#waiting.keys()]).size
  }

  /** The names of the offers of all issuers. */
  get names(): NamesOfTwoDays {
    if (this.#names) return this.#names
    const names = new NamesOfTwoDays()
    for (const { name, days } of this.#ofTwoDays(this.#known.values(), this.#decided.values())) {
      names.add(name, days)
    }
    for (const waiting of this.#waiting.values()) {
      for (const { record } of waiting) names.add(nameOf(record), TODAY)
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
      yield { id: offer.id, isKnown: true, days, ...this.#namesOf(offer) }
    }
    for (const offer of decided) {
      if (this.#known.get(offer.id)?.line === offer.line) continue
      yield { id: offer.id, isKnown: false, days: TODAY, ...this.#namesOf(offer) }
    }
  }

  #namesOf({ line }: CatalogueOffer): Pick<OfferOfTwoDays, 'named' | 'name'> {
    const { title, merchant, url } = parseOfferLine(this.#lines.at(line))
    const named = { title, merchant, url }
    return { named, name: nameOf(named) }
  }
}

const BEFORE: DayOfTwo[] = ['before']
export const TODAY: DayOfTwo[] = ['today']

export interface OfferOfTwoDays {
  id: string
  /** Whether these are its names in the previous release. */
  isKnown: boolean
  /** On which it is listed, or in the source, under these names. */
  days: readonly DayOfTwo[]
  named: Named
  /** As `nameOf` returns it: reduced once, because it is needed in several places. */
  name: string
}
