// Broken issuers: the operator's policy for them, the verdict of a day, and its words for `release.json` and summaries.

import { hasRefReason, type RefReason } from '../../contract/release/manifest.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'

/** An issuer whose source is broken, as `release.json` and the summaries have it. */
export interface BrokenIssuer {
  issuer: string
  /** The day on which it broke, as YYYY-MM-DD. */
  since: string
  /** Calendar days since then, today included. */
  days: number
  /** The last day, counted like `days`, on which its missing offers are kept. Without effect if `isHeld`. */
  keep_days: number
  decision: BrokenDecision
  /** Its records of today, including rejected ones. */
  records: number
  rejected: number
  /**
   * The number of its offers that the previous release lists, and of those that have no good record today, though they
   * have not ended. Both include offers that were withdrawn because it was broken for too long.
   */
  listed: number
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
}

/** Leaves out the numbers, which differ from day to day. */
export function rememberBroken({ issuer, since, decision, reasons }: BrokenBefore): BrokenBefore {
  if (!reasons) return { issuer, since, decision }
  return { issuer, since, decision, reasons: reasons.map(({ reason, member }) => ({ reason, member })) }
}

type KeptBy = Pick<BrokenIssuer, 'decision' | 'days' | 'keep_days' | 'reasons'>

/** Whether the missing offers of a broken issuer are kept as last known today. */
export function isKept(broken: KeptBy): boolean {
  return isHeld(broken) || (broken.decision === 'keep' && broken.days <= broken.keep_days)
}

/**
 * Whether the known offers of a broken issuer are kept without an end, since its refs would give their ids to other offers.
 * The promise that an id stays the same offer does not end after some days.
 */
export function isHeld({ decision, reasons }: Pick<BrokenBefore, 'decision' | 'reasons'>): boolean {
  return decision === 'keep' && hasRefReason({ ...(reasons && { reasons }) })
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
  // It was broken before, and has no record at all today.
  return found.join(', ') || 'none of its records can be published'
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
  /** Of all issuers, as `listed` and `gone` of `BrokenIssuer`, but without withdrawn offers. */
  listed: number
  gone: number
  /** By slug. */
  broken_issuers: BrokenIssuer[]
  /** The reasons why the records of all issuers together are not trusted. */
  reasons: BrokenReason[]
}

// The reasons why valid records of an issuer are not trusted: the nature of its data changed overnight.

/**
 * Offers lost a member, day and month changed places, amounts changed by a power of ten; or names moved from ref to ref, or
 * refs stand for other offers.
 */
export type ReasonName = 'lost' | 'swapped_days' | 'scaled' | RefReason

/** What most offers lost, or what most changes of days or numbers have in common. */
export interface BrokenReason {
  reason: ReasonName
  /** The member of the offer, or two that are judged together. */
  member: string
  /**
   * For `lost`, the number of offers that had the member; for `moved_refs`, of those with another title or merchant; for
   * `other_offers`, of those that can be compared; for other reasons, of changes in the member. If a reason only lasts from
   * an earlier day, without examples: of records with a known id, and `changed` of those with another title or merchant.
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
  moved_refs: 'offers with another title or merchant have those of another ref',
  other_offers: 'offers have another title, merchant and url',
}

/** The likely cause and what to do, for reasons that do not say it by themselves. */
const ADVICE: Readonly<Record<RefReason, string>> = {
  moved_refs: 'the refs seem to number the rows: identify offers by something that stays',
  other_offers: 'the refs seem to be used again: give new offers new refs',
}

/** E.g. `valid_until: 115 of 115 lost, e.g. R-100: 2026-12-31 → null`. */
export function describeReason({ reason, member, of, changed, examples }: BrokenReason): string {
  const counts = `${formatCount(changed)} of ${formatCount(of)}`
  if (reason !== 'moved_refs' && reason !== 'other_offers') {
    return `${member}: ${counts} ${WORDS[reason]}${examples.slice(0, 1).map((each) => `, e.g. ${each}`)}`
  }
  return `${member}: ${whatRefsDid({ counts, reason, of, examples })} (${ADVICE[reason]})`
}

function whatRefsDid({
  counts,
  reason,
  of,
  examples,
}: Pick<BrokenReason, 'reason' | 'of' | 'examples'> & { counts: string }): string {
  if (examples.length > 0) return `${counts} ${WORDS[reason]}, e.g. ${examples.slice(0, 2).join('; ')}`
  return of > 0 ? `${counts} offers are not under the ref that they had` : 'no record has a known ref'
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

/** One rejected record never exceeds a percentage, even for a small issuer. A number of records is exact. */
export function isTooMany(rejected: number, records: number, allowance: Allowance): boolean {
  if ('records' in allowance) return rejected > allowance.records
  return rejected > 1 && rejected * 100 > allowance.percent * records
}
