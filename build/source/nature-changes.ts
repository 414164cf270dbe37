// Counts the changes of the offers of each issuer since the previous release. Any single change may be right. If most
// offers lose a member at once, or most changes of days or numbers are of the same kind, a converter broke.

import { isListed, type Offer } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { elementAt } from '../../lib/lists.ts'
import { recordOf } from '../../lib/record-of.ts'
import { clip } from '../../lib/text/clip.ts'
import { type BrokenReason, keyOf, type ReasonKey, type ReasonName } from '../day/broken-issuer.ts'
import type { CatalogueOffer } from '../day/catalogue-offer.ts'
import {
  COMPARED_MEMBERS,
  type ComparedMembers,
  comparedMembersOf,
  DAY_MEMBERS,
  isKnown,
  isSwapped,
  type MemberValue,
  NUMBER_MEMBERS,
  powerOfTen,
} from './compared-members.ts'

/** The lowest `of` of a tally from which a reason counts by itself: fewer offers or changes may be alike by chance. */
const MIN_COUNTED = 10

/** From this number of offers or changes on, it is no accident that all of them are alike. */
const MIN_ALL = 3

/** Of each way. A summary shows the first, the report all. */
const MAX_EXAMPLES = 3

/** The counts for one reason and member. */
interface Tally {
  /** For `lost`, the number of offers that had the member; for other reasons, of changes in it. */
  of: number
  /** The changes of each way that the reason describes. For `scaled` a way is a power of ten. */
  ways: Map<number, { changed: number; examples: string[] }>
}

/** The way of the reasons that describe only one. */
const ONLY_WAY = 0

/** The changes of the offers of one issuer, or of several. */
class NatureTally {
  readonly #lost = recordOf(COMPARED_MEMBERS, newTally)
  readonly #swapped = newTally()
  readonly #scaled = newTally()

  /** Counts an unchanged offer. */
  addUnchanged(members: ComparedMembers): void {
    for (const member of COMPARED_MEMBERS) if (isKnown(members[member])) this.#lost[member].of += 1
  }

  /** @param ref of the offer in the source */
  addChanged(before: ComparedMembers, now: ComparedMembers, ref: string): void {
    for (const member of COMPARED_MEMBERS) {
      if (!isKnown(before[member])) continue
      const way = isKnown(now[member]) ? undefined : ONLY_WAY
      count(this.#lost[member], way, () => example(ref, before[member], now[member]))
    }
    for (const member of DAY_MEMBERS) {
      const [day, dayNow] = [before[member], now[member]]
      if (typeof day !== 'string' || typeof dayNow !== 'string' || day === dayNow) continue
      const way = isSwapped(day, dayNow) ? ONLY_WAY : undefined
      count(this.#swapped, way, () => example(ref, day, dayNow))
    }
    for (const member of NUMBER_MEMBERS) {
      const [value, valueNow] = [before[member], now[member]]
      if (typeof value !== 'number' || typeof valueNow !== 'number' || value === valueNow) continue
      count(this.#scaled, powerOfTen(value, valueNow), () => example(ref, value, valueNow))
    }
  }

  add(other: NatureTally): void {
    const others = other.#tallies()
    this.#tallies().forEach(({ tally }, index) => {
      merge(tally, elementAt(others, index).tally)
    })
  }

  /** @param isSuspected whether a reason counts even below `MIN_COUNTED` */
  reasons(isSuspected: (key: ReasonKey) => boolean = () => false): BrokenReason[] {
    return this.#tallies().flatMap(({ reason, member, tally: { of, ways } }) => {
      // No two ways can each have more than half.
      const majority = [...ways.values()].find(({ changed }) => changed * 2 > of)
      if (!majority) return []
      const areAll = of >= MIN_ALL && majority.changed === of
      if (of < MIN_COUNTED && !areAll && !isSuspected({ reason, member })) return []
      return [{ reason, member, of, ...majority }]
    })
  }

  /** In the same order for every issuer. */
  #tallies(): { reason: ReasonName; member: string; tally: Tally }[] {
    return [
      ...COMPARED_MEMBERS.map((member) => ({ reason: 'lost' as const, member, tally: this.#lost[member] })),
      { reason: 'swapped_days', member: DAY_MEMBERS.join('/'), tally: this.#swapped },
      { reason: 'scaled', member: NUMBER_MEMBERS.join('/'), tally: this.#scaled },
    ]
  }
}

/** Counts the changes by issuer. */
export class NatureChanges {
  readonly #byIssuer = new Map<string, NatureTally>()

  /**
   * Compares a record with the offer of the previous release, and counts the result.
   * @param before the known offer; it is not compared if it was not listed, or belonged to another issuer
   * @param now the offer that the record becomes today
   * @param offer the known offer as it was rendered; undefined if it is unchanged
   */
  look(
    record: SourceOffer,
    { before, now, offer }: { before: CatalogueOffer; now: CatalogueOffer; offer: Offer | undefined },
  ): void {
    if (!isListed(before.status) || before.issuer !== now.issuer) return
    const members = comparedMembersOf(record)
    const tally = this.#byIssuer.get(now.issuer) ?? new NatureTally()
    this.#byIssuer.set(now.issuer, tally)
    if (offer) tally.addChanged(comparedMembersOf(offer), members, record.ref)
    else tally.addUnchanged(members)
  }

  /**
   * The reasons why issuers are broken. A reason with an `of` below `MIN_COUNTED` counts if it counts by itself for
   * another issuer, or if the issuer was already broken for it.
   * @param before the reasons for which issuers were already broken, by slug
   * @param excluded issuers that are left out
   */
  reasonsByIssuer(
    before: ReadonlyMap<string, readonly ReasonKey[]>,
    excluded: { has(issuer: string): boolean } = new Set(),
  ): Map<string, BrokenReason[]> {
    const tallies = [...this.#byIssuer].filter(([issuer]) => !excluded.has(issuer))
    // Includes those of the issuer itself, which count anyway.
    const elsewhere = new Set(tallies.flatMap(([, tally]) => tally.reasons().map(keyOf)))
    const found = new Map<string, BrokenReason[]>()
    for (const [issuer, tally] of tallies) {
      const suspected = new Set([...elsewhere, ...(before.get(issuer) ?? []).map(keyOf)])
      const reasons = tally.reasons((key) => suspected.has(keyOf(key)))
      if (reasons.length > 0) found.set(issuer, reasons)
    }
    return found
  }

  /** The reasons that apply to the offers of all issuers together. @param excluded issuers that are left out */
  reasonsTogether(excluded: { has(issuer: string): boolean } = new Set()): BrokenReason[] {
    const all = new NatureTally()
    for (const [issuer, tally] of this.#byIssuer) if (!excluded.has(issuer)) all.add(tally)
    return all.reasons()
  }
}

function newTally(): Tally {
  return { of: 0, ways: new Map() }
}

/** Counts an offer or a change. @param way undefined if it did not change as the reason says */
function count(tally: Tally, way: number | undefined, describe: () => string): void {
  tally.of += 1
  if (way === undefined) return
  const counted = wayOf(tally, way)
  counted.changed += 1
  if (counted.examples.length < MAX_EXAMPLES) counted.examples.push(describe())
}

function wayOf({ ways }: Tally, key: number): { changed: number; examples: string[] } {
  const way = ways.get(key) ?? { changed: 0, examples: [] }
  ways.set(key, way)
  return way
}

function merge(tally: Tally, other: Tally): void {
  tally.of += other.of
  for (const [key, { changed, examples }] of other.ways) {
    const way = wayOf(tally, key)
    way.changed += changed
    way.examples.push(...examples.slice(0, MAX_EXAMPLES - way.examples.length))
  }
}

function example(ref: string, before: MemberValue, now: MemberValue): string {
  return `${clip(ref)}: ${shown(before)} → ${shown(now)}`
}

function shown(value: MemberValue): string {
  return clip(Array.isArray(value) ? `[${value.join(', ')}]` : String(value))
}
