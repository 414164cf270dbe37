// Broken issuers: the verdict of a day, its words for `release.json` and summaries, and the operator's policy for them.

import { isHeldWithoutEnd, type RefReason } from '../../contract/release/manifest.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'

/** An issuer whose source is broken, as `release.json` and the summaries have it. */
export interface BrokenIssuer {
  issuer: string
  /** The day on which it broke, as YYYY-MM-DD. */
  since: string
  /** Calendar days since then, today included. */
  days: number
  /** Its missing offers are kept until `days` is above this; they are kept without an end if `isHeld`. */
  keep_days: number
  decision: BrokenDecision
  /** Its records of today, including rejected ones. */
  records: number
  rejected: number
  /** The number of its offers that were listed on the day before it broke. */
  listed: number
  /** The number of those that have no valid record today, though they have not ended. */
  gone: number
  /** The number of offers that are kept as last known today: the missing ones, or all if its records are not trusted. */
  kept: number
  /** The number of missing offers that are withdrawn today. */
  withdrawn: number
  /** The reasons why its records are not trusted though they are valid; left out if there are none. */
  reasons?: BrokenReason[]
}

/** The part of a broken issuer that the memory keeps for the next build. */
export interface BrokenBefore extends Pick<BrokenIssuer, 'issuer' | 'since' | 'decision'> {
  reasons?: ReasonKey[]
  /** The ids of offers that it listed only after it broke; left out if there are none. */
  came?: readonly string[]
}

/** The part that the memory keeps: no numbers, which differ from day to day. @param came as in `Verdict` */
export function rememberBroken(
  { issuer, since, decision, reasons }: BrokenIssuer,
  came: ReadonlyMap<string, readonly string[]>,
): BrokenBefore {
  const ids = came.get(issuer) ?? []
  return {
    issuer,
    since,
    decision,
    ...(reasons && { reasons: reasons.map(({ reason, member }) => ({ reason, member })) }),
    ...(ids.length > 0 && { came: ids }),
  }
}

type KeptBy = Pick<BrokenIssuer, 'decision' | 'days' | 'keep_days' | 'reasons'>

/** Whether the missing offers of a broken issuer are kept as last known today. */
export function isKept(broken: KeptBy): boolean {
  return isHeld(broken) || (broken.decision === 'keep' && broken.days <= broken.keep_days)
}

/** Whether the known offers of a broken issuer are kept without an end, because its refs seem to number the rows. */
export function isHeld({ decision, reasons }: Pick<BrokenBefore, 'decision' | 'reasons'>): boolean {
  return decision === 'keep' && reasons !== undefined && isHeldWithoutEnd({ reasons })
}

/** Whether the records of a broken issuer are not used today, and all its known offers are kept instead. */
export function isDistrusted(broken: BrokenIssuer): boolean {
  return broken.reasons !== undefined && isKept(broken)
}

/**
 * E.g. `banco-x is broken (day 3 of 7): 60 of its 62 records are rejected, 19 of its 20 listed offers are gone; 19 offers
 * are kept as last known`.
 */
export function describeBroken(broken: BrokenIssuer): string {
  const { issuer, days, keep_days, decision } = broken
  const counted = decision === 'keep' && !isHeld(broken) ? `day ${days} of ${keep_days}` : `day ${days}`
  return `${issuer} is broken (${counted}): ${whatIsWrong(broken)}; ${outcome(broken)}`
}

function whatIsWrong({ records, rejected, listed, gone, reasons = [] }: BrokenIssuer): string {
  const found: string[] = []
  if (rejected > 0) found.push(`${formatCount(rejected)} of its ${formatCount(records)} records are rejected`)
  if (gone > 0) found.push(`${formatCount(gone)} of its ${formatCount(listed)} listed offers are gone`)
  found.push(...reasons.map(describeReason))
  return found.join(', ')
}

function outcome(broken: BrokenIssuer): string {
  const { decision, kept, withdrawn, keep_days, reasons } = broken
  if (decision === 'refuse') return 'refused by --on-broken'
  if (isHeld(broken)) {
    return `${formatCount(kept)} offers are kept as last known until they end, and new ones wait until the refs are as before; --on-broken accept:${broken.issuer} publishes what came`
  }
  if (isKept(broken)) {
    return `${formatCount(kept)} offers are kept as last known${reasons ? ', and new ones wait' : ''}`
  }
  const results: string[] = []
  if (reasons) results.push('its records are published as they are')
  if (!reasons || withdrawn > 0) results.push(`${formatCount(withdrawn)} offers are withdrawn today`)
  const why = decision === 'keep' ? `: it has been broken for more than ${keep_days} days` : ''
  return `${results.join(', ')}${why}`
}

/** The verdict on the records of a day. */
export interface Verdict {
  /** Including rejected ones. */
  records: number
  rejected: number
  /** By slug. */
  broken_issuers: BrokenIssuer[]
  /** The line within which a file of the source ends, e.g. `offers.ndjson:12`; undefined if none was cut off. */
  cut_at: string | undefined
  /** Why the source as a whole is broken; undefined if it is not. */
  broken_source: BrokenSource | undefined
  /** The ids of the offers that broken issuers listed only after they broke, by issuer. */
  came: ReadonlyMap<string, readonly string[]>
}

/** The counts of all issuers together, except those that the operator decided about by name. */
export interface SourceCounts {
  /** Including rejected ones. */
  records: number
  rejected: number
  /** As `listed` and `gone` of `BrokenIssuer`. */
  listed: number
  gone: number
  /** The reasons why their records are not trusted. */
  reasons: BrokenReason[]
}

/** A source of which most is rejected, gone or doubtful. */
export interface BrokenSource extends SourceCounts {
  /**
   * A few issuers without which the source would not be broken, the one with the most faults first; empty if it would be
   * broken without them, too.
   */
  issuers: readonly string[]
}

/**
 * Why valid records of an issuer are not trusted: most of its data changed overnight in one way. Offers lost a member, day
 * and month changed places, amounts changed by one power of ten, offers moved to other refs, or refs name other offers.
 */
export type ReasonName = 'lost' | 'swapped_days' | 'scaled' | RefReason

/** A reason, with the numbers that show it. */
export interface BrokenReason {
  reason: ReasonName
  /** The member of the offer, or two that are judged together. */
  member: string
  /**
   * For `lost`, the number of offers that had the member; for reasons of refs, of records under a ref that named an offer
   * before; for other reasons, of changes in the member.
   */
  of: number
  /** The number of those that changed as the reason says. */
  changed: number
  /** The first changes, e.g. `R-100: 2026-12-31 → null`. */
  examples: string[]
}

/** A reason without its numbers, which differ from day to day. The memory may have reasons of another version. */
export type ReasonKey = Pick<BrokenReason, 'member'> & { reason: string }

export function keyOf({ reason, member }: ReasonKey): string {
  return `${reason} ${member}`
}

const WORDS: Readonly<Record<ReasonName, string>> = {
  lost: 'lost',
  swapped_days: 'changes exchange day and month',
  scaled: 'changes are by the same power of ten',
  moved_refs: 'records are offers that another ref named before',
  other_offers: 'records are other offers than their refs named before',
}

/** The likely cause and what to do, for reasons that do not show it. */
const ADVICE: Readonly<Record<RefReason, string>> = {
  moved_refs: 'the refs seem to number the rows: identify offers by something that stays',
  other_offers: 'the refs seem to be used again: give new offers new refs',
}

/** E.g. `valid_until: 115 of 115 lost, e.g. R-100: 2026-12-31 → null`. */
export function describeReason({ reason, member, of, changed, examples }: BrokenReason): string {
  const shown = examples.slice(0, isAdvised(reason) ? 2 : 1).join('; ')
  const found = `${formatCount(changed)} of ${formatCount(of)} ${WORDS[reason]}${shown && `, e.g. ${shown}`}`
  return `${member}: ${found}${isAdvised(reason) ? ` (${ADVICE[reason]})` : ''}`
}

function isAdvised(reason: ReasonName): reason is RefReason {
  return reason in ADVICE
}

/** For a broken issuer: keep its missing offers as last known, withdraw them, or refuse the build. */
export const BROKEN_DECISIONS = ['keep', 'accept', 'refuse'] as const
export type BrokenDecision = (typeof BROKEN_DECISIONS)[number]

/** The decisions for some issuers, by slug, and the decision for all others. */
export interface BrokenDecisions {
  otherwise: BrokenDecision
  byIssuer: ReadonlyMap<string, BrokenDecision>
}

/** The rejected records that an issuer may have: a number, or a share in percent. */
export type Allowance = { records: number } | { percent: number }

/** The operator's decisions about broken issuers. */
export interface BrokenPolicy {
  maxRejected: Allowance
  onBroken: BrokenDecisions
  /** The number of days in a row that missing offers are kept as last known. */
  keepDays: number
}

export function decisionFor(issuer: string, { otherwise, byIssuer }: BrokenDecisions): BrokenDecision {
  return byIssuer.get(issuer) ?? otherwise
}

/**
 * Whether an issuer has more rejected records than allowed. A number of records is exact; one rejected record never
 * exceeds a percentage, even for a small issuer.
 */
export function isTooMany(rejected: number, records: number, allowance: Allowance): boolean {
  if ('records' in allowance) return rejected > allowance.records
  return rejected > 1 && rejected * 100 > allowance.percent * records
}
