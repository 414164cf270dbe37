// Counts the changes of the offers of each issuer since the previous release. Any single change may be right; if most
// offers change at once in the same way, a converter broke.

import { isListed } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { recordOf } from '../../lib/record-of.ts'
import { clip } from '../../lib/text/clip.ts'
import { type BrokenReason, keyOf, type ReasonKey, type ReasonName } from '../day/broken-issuer.ts'
import { type CatalogueOffer, parseOfferLine } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
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

/** With fewer offers, it is normal that most change at once. */
const MIN_CHANGES = 10

/** Changes that all exchange day and month are no accident, even if they are so few. */
const MIN_SWAPPED = 3

const MAX_EXAMPLES = 3

/** The counts for one reason and member. */
interface Tally {
  /** The offers that could have changed, or the changes. */
  of: number
  /** Those that changed in one way: by a power of ten, or 0 if there is only one way. */
  ways: Map<number, { changed: number; examples: string[] }>
}

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
      const lost = isKnown(now[member]) ? undefined : 0
      count(this.#lost[member], lost, () => example(ref, before[member], now[member]))
    }
    for (const member of DAY_MEMBERS) {
      const [day, dayNow] = [before[member], now[member]]
      if (typeof day !== 'string' || typeof dayNow !== 'string' || day === dayNow) continue
      count(this.#swapped, isSwapped(day, dayNow) ? 0 : undefined, () => example(ref, day, dayNow))
    }
    for (const member of NUMBER_MEMBERS) {
      const [value, valueNow] = [before[member], now[member]]
      if (typeof value !== 'number' || typeof valueNow !== 'number' || value === valueNow) continue
      count(this.#scaled, powerOfTen(value, valueNow), () => example(ref, value, valueNow))
    }
  }

  add(other: NatureTally): void {
    const own = this.#tallies()
    for (const [index, [, , theirs]] of other.#tallies().entries()) {
      const tally = own[index]?.[2]
      if (tally) merge(tally, theirs)
    }
  }

  /** @param isEnough whether fewer than ten offers are enough for a reason */
  reasons(isEnough: (key: ReasonKey) => boolean = () => false): BrokenReason[] {
    return this.#tallies().flatMap(([reason, member, { of, ways }]) => {
      const most = [...ways.values()].find(({ changed }) => changed * 2 > of)
      if (!most) return []
      const areAllSwapped = reason === 'swapped_days' && of >= MIN_SWAPPED && most.changed === of
      if (of < MIN_CHANGES && !areAllSwapped && !isEnough({ reason, member })) return []
      return [{ reason, member, of, ...most }]
    })
  }

  #tallies(): [ReasonName, string, Tally][] {
    return [
      ...COMPARED_MEMBERS.map((member): [ReasonName, string, Tally] => ['lost', member, this.#lost[member]]),
      ['swapped_days', DAY_MEMBERS.join('/'), this.#swapped],
      ['scaled', NUMBER_MEMBERS.join('/'), this.#scaled],
    ]
  }
}

/** By issuer. */
export class NatureChanges {
  readonly #byIssuer = new Map<string, NatureTally>()

  /**
   * @param before the known offer; it is not compared if it was not listed, or belonged to another issuer
   * @param now the same offer of today
   */
  look(record: SourceOffer, before: CatalogueOffer | undefined, now: CatalogueOffer, lines: Lines): void {
    if (!before || !isListed(before.status) || before.issuer !== now.issuer) return
    const members = comparedMembersOf(record)
    const tally = this.#byIssuer.get(now.issuer) ?? new NatureTally()
    this.#byIssuer.set(now.issuer, tally)
    // An unchanged offer keeps its line, so only other lines are parsed.
    if (before.line === now.line) tally.addUnchanged(members)
    else tally.addChanged(comparedMembersOf(parseOfferLine(lines.at(before.line))), members, record.ref)
  }

  /**
   * The reasons why issuers are broken. For issuers with fewer than ten offers, a reason counts if another issuer has it
   * too, or if the issuer was already broken for it.
   */
  reasonsByIssuer(before: ReadonlyMap<string, readonly ReasonKey[]>): Map<string, BrokenReason[]> {
    const suffered = new Set([...this.#byIssuer.values()].flatMap((tally) => tally.reasons().map(keyOf)))
    const found = new Map<string, BrokenReason[]>()
    for (const [issuer, tally] of this.#byIssuer) {
      const own = new Set([...suffered, ...(before.get(issuer) ?? []).map(keyOf)])
      const reasons = tally.reasons((key) => own.has(keyOf(key)))
      if (reasons.length > 0) found.set(issuer, reasons)
    }
    return found
  }

  /** The reasons that apply to all issuers together, except some. */
  reasonsTogether(without: { has(issuer: string): boolean } = new Set()): BrokenReason[] {
    const all = new NatureTally()
    for (const [issuer, tally] of this.#byIssuer) if (!without.has(issuer)) all.add(tally)
    return all.reasons()
  }
}

function newTally(): Tally {
  return { of: 0, ways: new Map() }
}

/** @param way undefined if the reason is not about it */
function count(tally: Tally, way: number | undefined, example: () => string): void {
  tally.of += 1
  if (way === undefined) return
  const counted = wayOf(tally, way)
  counted.changed += 1
  if (counted.examples.length < MAX_EXAMPLES) counted.examples.push(example())
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
