// Counts, while records are read, how the offers of each issuer changed since the release before: one by one any
// change may be right, most of them at once in the same way come from a converter that broke.

import { isListed } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { recordOf } from '../../lib/record-of.ts'
import { clip } from '../../lib/text/clip.ts'
import {
  type BrokenReason,
  describeReason,
  keyOf,
  type ReasonKey,
  type ReasonName,
} from '../day/broken-reason.ts'
import { type CatalogueOffer, parseOfferLine } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import {
  COMPARED_MEMBERS,
  type ComparedMembers,
  DAY_MEMBERS,
  isKnown,
  isSwapped,
  type MemberValue,
  membersOfOffer,
  membersOfRecord,
  NUMBER_MEMBERS,
  powerOfTen,
} from './compared-members.ts'

/** With fewer, most of them may change at once. */
const MIN_CHANGES = 10

/** With fewer, not even a word about it is worth while. */
const MIN_HINT = 5

const MAX_EXAMPLES = 3

/** What is counted for one reason and member. */
interface Tally {
  /** The offers that could have changed, or the changes. */
  of: number
  /** Those in one way: by which power of ten, or 0 where there is one way alone. */
  ways: Map<number, { changed: number; examples: string[] }>
}

/** How the offers of one issuer changed, or those of several. */
export class NatureTally {
  readonly #lost = recordOf(COMPARED_MEMBERS, newTally)
  readonly #swapped = newTally()
  readonly #scaled = newTally()

  /** An offer that reads as before has lost nothing. */
  addUnchanged(members: ComparedMembers): void {
    for (const member of COMPARED_MEMBERS) if (isKnown(members[member])) this.#lost[member].of += 1
  }

  /** @param ref how the source names the offer */
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

  /** @param isEnough whether fewer than ten are enough for a reason */
  reasons(isEnough: (key: ReasonKey) => boolean = () => false): BrokenReason[] {
    return this.#tallies().flatMap(([reason, member, { of, ways }]) => {
      if (of < MIN_CHANGES && !isEnough({ reason, member })) return []
      const most = [...ways.values()].find(({ changed }) => changed * 2 > of)
      return most ? [{ reason, member, of, ...most }] : []
    })
  }

  /** What holds for all of five to nine. */
  few(): BrokenReason[] {
    const reasons = this.reasons(() => true)
    return reasons.filter(({ of, changed }) => of >= MIN_HINT && of < MIN_CHANGES && changed === of)
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
  readonly byIssuer = new Map<string, NatureTally>()

  /**
   * @param before the offer as it is known; one that was not listed, or was of another issuer, is not compared
   * @param now the same offer of today
   */
  look(record: SourceOffer, before: CatalogueOffer | undefined, now: CatalogueOffer, lines: Lines): void {
    if (!before || !isListed(before.status) || before.issuer !== now.issuer) return
    const members = membersOfRecord(record)
    const tally = this.byIssuer.get(now.issuer) ?? new NatureTally()
    this.byIssuer.set(now.issuer, tally)
    // An offer that reads as before keeps its very line: only others are worth reading back.
    if (before.line === now.line) tally.addUnchanged(members)
    else tally.addChanged(membersOfOffer(parseOfferLine(lines.at(before.line))), members, record.ref)
  }

  /**
   * Why issuers are broken. What one issuer suffers counts for others with fewer than ten offers too, and so does what
   * an issuer was broken for before.
   */
  reasonsByIssuer(before: ReadonlyMap<string, readonly ReasonKey[]>): Map<string, BrokenReason[]> {
    const suffered = new Set([...this.byIssuer.values()].flatMap((tally) => tally.reasons().map(keyOf)))
    const found = new Map<string, BrokenReason[]>()
    for (const [issuer, tally] of this.byIssuer) {
      const own = new Set([...suffered, ...(before.get(issuer) ?? []).map(keyOf)])
      const reasons = tally.reasons((key) => own.has(keyOf(key)))
      if (reasons.length > 0) found.set(issuer, reasons)
    }
    return found
  }

  /** What holds for all issuers together, but for some. */
  reasonsTogether(without: { has(issuer: string): boolean } = new Set()): BrokenReason[] {
    const all = new NatureTally()
    for (const [issuer, tally] of this.byIssuer) if (!without.has(issuer)) all.add(tally)
    return all.reasons()
  }
}

/**
 * What all of a few offers suffered: too few for a reason, and enough for a word. Offers of several issuers count
 * together as those of the source.
 * @param without issuers that are broken anyway
 */
export function fewChanges({ byIssuer }: NatureChanges, without: { has(issuer: string): boolean }): string[] {
  const all = new NatureTally()
  const own = [...byIssuer].filter(([issuer]) => !without.has(issuer))
  for (const [, tally] of own) all.add(tally)
  const hints = own.flatMap(([issuer, tally]) => tally.few().map((reason) => fewText(issuer, reason)))
  return hints.length > 0 ? hints : all.few().map((reason) => fewText('the source', reason))
}

function fewText(name: string, reason: BrokenReason): string {
  return `${name}: ${describeReason(reason)}; published, for so few may change at once`
}

function newTally(): Tally {
  return { of: 0, ways: new Map() }
}

/** @param way undefined if it is none that the reason is about */
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
