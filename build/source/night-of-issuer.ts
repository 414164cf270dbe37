// Decides, at the end of the source, about the records of an issuer that wait: steps 2 to 5 of assign-ids.ts.

import type { Offer } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { groupBy } from '../../lib/lists.ts'
import type { CatalogueOffer } from '../day/catalogue-offer.ts'
import { addressedNameOf, isAnother, type Named, nameOf, type Surroundings } from './distinguish-offers.ts'
import type { OffersOfTwoDays } from './offers-of-two-days.ts'
import { OffersOfIssuer, SurroundingsOfIssuer } from './surroundings.ts'

/** The step that gave a record its id. */
export type Step = 'given' | 'exact' | 'same' | 'moved' | 'new'

/** A record, and what its ref named last. */
export interface Looked {
  record: SourceOffer
  line: number
  /** The id that is made from issuer and ref. */
  minted: string
  /** The id that the ref named last, or that is made from it; null if its offer moved to another ref. */
  last: string | null
  /** The offer with that id in the previous release. */
  offerOfLast: CatalogueOffer | undefined
  /** The same if it is one of the issuer; an offer of another issuer is not compared. */
  known: CatalogueOffer | undefined
}

/** A record that is decided at the end. */
export interface Waiting extends Looked {
  /** The known offer as it was published. */
  before: Offer | undefined
}

interface NightContext {
  all: OffersOfTwoDays
  /** The ids of today, of all issuers. */
  taken: { has(id: string): boolean }
  rejected: { has(id: string): boolean }
  /** The addresses of today with their ref cut out, and the number of records with each. */
  patterns: ReadonlyMap<string, number>
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
export class NightOfIssuer {
  readonly #waiting: readonly Waiting[]
  readonly #context: NightContext
  /** Whether no known ref has a record with other names. Then all that wait are new. */
  readonly #isQuiet: boolean
  readonly #offers: OffersOfIssuer
  readonly #around: Surroundings

  constructor(issuer: string, waiting: readonly Waiting[], context: NightContext) {
    this.#waiting = waiting
    this.#context = context
    this.#isQuiet = waiting.every(({ known }) => !known)
    this.#offers = new OffersOfIssuer(issuer, context.all)
    this.#around = new SurroundingsOfIssuer({ ...context, waiting, offers: this.#offers })
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
        const named = this.#offers.named(nameOf, waits.record).filter(({ id }) => id !== waits.last)
        const at = named.filter(({ named: { url } }) => (url ?? null) === (waits.record.url ?? null))
        const found = onlyOne(named.length > 1 ? at : named)
        const only = found && !carried.has(found.id) && this.#isFree(found.id) ? found : undefined
        return only ? [[waits, only.id]] : []
      }),
    )
  }

  /** Records with the name of the one known offer that is left; without those that want the same offer. */
  #moved(left: ReadonlySet<Waiting>, { taken, displaced, keyOf }: MovedContext): [Waiting, string][] {
    return withoutRivals(
      [...left].flatMap((waits): [Waiting, string][] => {
        const all = this.#offers.named(keyOf, waits.record)
        const only = onlyOne(all.filter(({ id }) => !taken.has(id) && this.#isFree(id)))
        if (!only) return []
        // Of several offers with one name, another address means another offer.
        if (all.length > 1 && only.named.url && waits.record.url && only.named.url !== waits.record.url)
          return []
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
}

function onlyOne<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined
}

function withoutRivals(wishes: readonly [Waiting, string][]): [Waiting, string][] {
  const rivals = groupBy(wishes, ([, id]) => id)
  return wishes.filter(([, id]) => rivals.get(id)?.length === 1)
}
