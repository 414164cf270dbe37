// The offers of the previous release and the records of today, with the names by which people know them.

import { isListed } from '../../contract/offers/offer.ts'
import { groupBy } from '../../lib/lists.ts'
import { type CatalogueOffer, type Offers, parseNames, parseOfferLine } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import { type DayOfTwo, type Named, NamesOfTwoDays, nameOf } from './distinguish-offers.ts'

interface DayContext {
  /** The offers of the previous release. */
  known: Offers
  /** The offers of the records that were decided at once, by id. */
  decided: Offers
  /** Those that do not read as in the previous release; undefined for a record that is rejected because it is too long. */
  changed: ReadonlyMap<string, CatalogueOffer | undefined>
  /** The other records, by issuer. */
  waiting: ReadonlyMap<string, readonly { record: Named }[]>
  /** The ids of today. */
  taken: { has(id: string): boolean }
  lines: Lines
}

type ByIssuer<T> = ReadonlyMap<string, readonly T[]>

/** Most nights ask only for the names of few offers, so each is read when it is needed. */
export class OffersOfTwoDays {
  readonly #context: DayContext
  /** The known offers that are the offer of no record that was decided at once. */
  readonly #left: ByIssuer<OfferOfTwoDays>
  readonly #leftIds: ReadonlySet<string>
  #known: ByIssuer<CatalogueOffer> | undefined
  #changed: ByIssuer<CatalogueOffer> | undefined
  #issuers: number | undefined
  #names: NamesOfTwoDays | undefined

  constructor(context: DayContext) {
    this.#context = context
    const { known, taken } = context
    const left = [...known.values()].filter(({ id }) => !taken.has(id))
    this.#leftIds = new Set(left.map(({ id }) => id))
    this.#left = byIssuer(left.map((offer) => this.#knownOffer(offer)))
  }

  /** The known offers of an issuer that are the offer of no record that was decided at once. */
  leftOf(issuer: string): readonly OfferOfTwoDays[] {
    return this.#left.get(issuer) ?? []
  }

  /** Those of an issuer, without the records that wait. */
  of(issuer: string): OfferOfTwoDays[] {
    this.#known ??= byIssuer(this.#context.known.values())
    this.#changed ??= byIssuer(this.#changedOffers())
    return this.#ofTwoDays(this.#known.get(issuer) ?? [], this.#changed.get(issuer) ?? [])
  }

  /** The number of issuers of today. */
  get issuers(): number {
    const { decided, waiting } = this.#context
    this.#issuers ??= new Set([...byIssuer(decided.values()).keys(), ...waiting.keys()]).size
    return this.#issuers
  }

  /** The names of the offers of all issuers. */
  get names(): NamesOfTwoDays {
    const { known, waiting } = this.#context
    this.#names ??= new NamesOfTwoDays([
      ...this.#ofTwoDays([...known.values()], this.#changedOffers()),
      ...[...waiting.values()].flat().map(namesOfRecord),
    ])
    return this.#names
  }

  #changedOffers(): CatalogueOffer[] {
    return [...this.#context.changed.values()].filter((offer) => offer !== undefined)
  }

  /** An offer that reads the same on both days is one, any other is two. */
  #ofTwoDays(known: readonly CatalogueOffer[], changed: readonly CatalogueOffer[]): OfferOfTwoDays[] {
    const { lines } = this.#context
    return [
      ...known.map((offer) => this.#knownOffer(offer)),
      ...changed.map((offer) => new OfferOfTwoDays(offer, { isKnown: false, days: TODAY, lines })),
    ]
  }

  #knownOffer(offer: CatalogueOffer): OfferOfTwoDays {
    const { changed, lines } = this.#context
    const readsTheSame = !this.#leftIds.has(offer.id) && !changed.has(offer.id)
    const days = isListed(offer.status) ? (readsTheSame ? BOTH : BEFORE) : readsTheSame ? TODAY : NONE
    return new OfferOfTwoDays(offer, { isKnown: true, days, lines })
  }
}

function byIssuer<T extends { issuer: string }>(offers: Iterable<T>): ByIssuer<T> {
  return groupBy(offers, ({ issuer }) => issuer)
}

const NONE: readonly DayOfTwo[] = []
const BEFORE: readonly DayOfTwo[] = ['before']
const TODAY: readonly DayOfTwo[] = ['today']
const BOTH: readonly DayOfTwo[] = ['before', 'today']

/** The name of a record that waits. */
export function namesOfRecord({ record }: { record: Named }): { name: string; days: readonly DayOfTwo[] } {
  return { name: nameOf(record), days: TODAY }
}

/** An offer under the names that it has on one day, or on both. */
export class OfferOfTwoDays {
  readonly id: string
  readonly issuer: string
  /** Whether these are its names in the previous release. */
  readonly isKnown: boolean
  /** On which it is listed, or in the source, under these names. */
  readonly days: readonly DayOfTwo[]
  readonly #line: number
  readonly #lines: Lines
  #named: Named | undefined
  #name: string | undefined

  constructor(
    { id, issuer, line }: CatalogueOffer,
    { isKnown, days, lines }: { isKnown: boolean; days: readonly DayOfTwo[]; lines: Lines },
  ) {
    this.id = id
    this.issuer = issuer
    this.isKnown = isKnown
    this.days = days
    this.#line = line
    this.#lines = lines
  }

  get named(): Named {
    if (this.#named) return this.#named
    const { title, merchant, url } = parseOfferLine(this.#lines.at(this.#line))
    this.#named = { title, merchant, url }
    return this.#named
  }

  /** As `nameOf` returns it. */
  get name(): string {
    this.#name ??= nameOf(this.#named ?? parseNames(this.#lines.at(this.#line)))
    return this.#name
  }
}
