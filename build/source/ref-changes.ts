// Guards the promise that an id stays the same offer: compares each record with the offer that its id named last, whatever
// the status of that offer. Refs that number the rows, or are used again, make ids name other offers.

import { isListed, type Offer } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { REF_REASONS, type RefReason } from '../../contract/release/manifest.ts'
import { groupBy } from '../../lib/lists.ts'
import { clip } from '../../lib/text/clip.ts'
import type { BrokenReason, ReasonKey } from '../day/broken-issuer.ts'
import { type CatalogueOffer, type Offers, parseOfferLine } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import { findMoved, type Holder, type Moved, type Named, nameOf, type Renamed } from './moved-refs.ts'
import { canBeCompared, isOther } from './other-offer.ts'

/** From this number of moved names on, it is no accident that they are most of the new names. */
const MIN_MOVED = 3

/** Fewer offers may all be other ones by chance. */
const MIN_COMPARED = 10

/** A summary shows two. */
const MAX_EXAMPLES = 3

/** The records of an issuer whose ids the previous release knows. */
interface RefTally {
  records: number
  /** Those with another title or merchant. */
  renamed: Renamed[]
  /** Those of which enough is known on both days, and of these the ones of which nothing is left. */
  compared: number
  others: number
  examples: string[]
}

/** Today's offers, and the offers of an issuer that the previous release lists. */
interface IssuerDays {
  offers: Offers
  holders: readonly CatalogueOffer[]
}

export class RefChanges {
  readonly #known: Offers
  readonly #lines: Lines
  readonly #byIssuer = new Map<string, RefTally>()

  /** @param known the offers of the previous release */
  constructor(known: Offers, lines: Lines) {
    this.#known = known
    this.#lines = lines
  }

  /**
   * Compares a record with the offer that its id named last. An id that belonged to another issuer is not compared.
   * @param before the rendered offer; undefined if it is unchanged
   */
  look(record: SourceOffer, { id, issuer }: CatalogueOffer, before: Offer | undefined): void {
    if (this.#known.get(id)?.issuer !== issuer) return
    const tally = this.#tallyOf(issuer)
    tally.records += 1
    if (canBeCompared(before ?? record, record)) {
      tally.compared += 1
      if (before && isOther(before, record)) {
        tally.others += 1
        if (tally.examples.length < MAX_EXAMPLES) tally.examples.push(example(record.ref, before, record))
      }
    }
    if (before && nameOf(before) !== nameOf(record)) {
      tally.renamed.push({ id, ref: record.ref, before: namesOf(before), now: namesOf(record) })
    }
  }

  #tallyOf(issuer: string): RefTally {
    const tally = this.#byIssuer.get(issuer) ?? {
      records: 0,
      renamed: [],
      compared: 0,
      others: 0,
      examples: [],
    }
    this.#byIssuer.set(issuer, tally)
    return tally
  }

  /**
   * The reason of each issuer whose refs are not trusted, by slug. It stays until the refs are as before.
   * @param offers those of the source
   * @param before the reasons for which issuers were not trusted in the previous release
   */
  reasonsByIssuer(
    offers: Offers,
    before: ReadonlyMap<string, readonly ReasonKey[]>,
  ): Map<string, BrokenReason> {
    const found = new Map<string, BrokenReason>()
    const holders = this.#listedOf()
    const daysOf = (issuer: string) => ({ offers, holders: holders.get(issuer) ?? [] })
    const few = this.#movedOfFew(daysOf)
    for (const issuer of new Set([...this.#byIssuer.keys(), ...before.keys()])) {
      const heldFor = REF_REASONS.find((name) => before.get(issuer)?.some(({ reason }) => reason === name))
      const moved = few.get(issuer) ?? this.#movedIn(issuer, daysOf(issuer), heldFor !== undefined)
      const areMoved = few.has(issuer) || areMost(moved, this.#tallyOf(issuer).renamed)
      const reason = this.#reasonOf(issuer, { moved, areMoved, heldFor })
      if (reason) found.set(issuer, reason)
    }
    return found
  }

  #reasonOf(
    issuer: string,
    {
      moved,
      areMoved,
      heldFor,
    }: { moved: readonly Moved[]; areMoved: boolean; heldFor: RefReason | undefined },
  ): BrokenReason | undefined {
    const { records, renamed, compared, others, examples } = this.#tallyOf(issuer)
    const member = 'ref'
    if (areMoved) {
      const refs = new Map(renamed.map(({ id, ref }) => [id, ref]))
      const shown = moved.slice(0, MAX_EXAMPLES).map(({ ref, before, now, from }) => {
        return `${example(ref, before, now)}, which was ${clip(refs.get(from) ?? from)}`
      })
      return { reason: 'moved_refs', member, of: renamed.length, changed: moved.length, examples: shown }
    }
    if (compared >= MIN_COMPARED && others * 2 > compared) {
      return { reason: 'other_offers', member, of: compared, changed: others, examples }
    }
    // A name may come back while another row moves, so a part of the signs is enough as long as the issuer is not trusted.
    const areAsBefore = moved.length === 0 && renamed.length * 2 < records
    if (heldFor === undefined || areAsBefore) return undefined
    return { reason: heldFor, member, of: records, changed: renamed.length, examples: [] }
  }

  /** The listed offers of the previous release, of issuers with new names. */
  #listedOf(): Map<string, CatalogueOffer[]> {
    const listed = [...this.#known.values()].filter(({ issuer, status }) => {
      return isListed(status) && (this.#byIssuer.get(issuer)?.renamed.length ?? 0) > 0
    })
    return groupBy(listed, ({ issuer }) => issuer)
  }

  /**
   * The moved offers of issuers with too few new names to be judged alone, if they are most of the new names of all of these:
   * a table whose rows are numbered may have many issuers with two offers each.
   */
  #movedOfFew(daysOf: (issuer: string) => IssuerDays): Map<string, readonly Moved[]> {
    const few = [...this.#byIssuer].filter(
      ([, { renamed }]) => renamed.length > 0 && renamed.length <= MIN_MOVED,
    )
    const renamed = few.flatMap(([, tally]) => tally.renamed)
    const movedAmong = (whom: 'left' | 'listed') =>
      few.map(([issuer]): [string, readonly Moved[]] => [
        issuer,
        this.#movedAmong(whom, issuer, daysOf(issuer)),
      ])
    const areMoved = (found: [string, readonly Moved[]][]) =>
      areMost(
        found.flatMap(([, moved]) => moved),
        renamed,
      )
    if (!areMoved(movedAmong('left'))) return new Map()
    const found = movedAmong('listed')
    return new Map(areMoved(found) ? found.filter(([, moved]) => moved.length > 0) : [])
  }

  /** @param isHeld whether a single one counts */
  #movedIn(issuer: string, days: IssuerDays, isHeld: boolean): readonly Moved[] {
    const mayMatter = isHeld || areMost(this.#movedAmong('left', issuer, days), this.#tallyOf(issuer).renamed)
    return mayMatter ? this.#movedAmong('listed', issuer, days) : []
  }

  /**
   * @param whom whether the name may be that of any listed offer, or only of those that have left it. Most offers have not:
   * without them no fewer names seem to have moved, so they are parsed only if it matters
   */
  #movedAmong(whom: 'left' | 'listed', issuer: string, { offers, holders }: IssuerDays): Moved[] {
    const { renamed } = this.#tallyOf(issuer)
    const ids = new Set(renamed.map(({ id }) => id))
    const hasLeft = ({ id }: CatalogueOffer) => ids.has(id) || !offers.has(id)
    const known = (whom === 'left' ? holders.filter(hasLeft) : holders).map((offer): Holder => {
      return { id: offer.id, named: parseOfferLine(this.#lines.at(offer.line)), hasLeft: hasLeft(offer) }
    })
    return findMoved(renamed, known)
  }
}

function areMost(moved: readonly Moved[], renamed: readonly Renamed[]): boolean {
  return moved.length >= MIN_MOVED && moved.length * 2 > renamed.length
}

/** Only these: an offer has much more. */
function namesOf({ title, merchant = null, url = null }: Named): Named {
  return { title, merchant, url }
}

function example(ref: string, before: Named, now: Named): string {
  return `${clip(ref)}: ${shown(before)} → ${shown(now)}`
}

function shown({ title, merchant }: Named): string {
  return JSON.stringify(clip(merchant && !title.includes(merchant) ? `${title}, ${merchant}` : title))
}
