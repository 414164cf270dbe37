// What a day says about its source, and about the issuers that are broken, as `release.json` and the summaries report it.

import { formatCount } from '../../lib/text/format-numbers.ts'
import type { BrokenDecision } from './broken-policy.ts'
import { type BrokenReason, describeReason, type ReasonKey } from './broken-reason.ts'

export interface BrokenIssuer {
  issuer: string
  /** The day on which it broke, as YYYY-MM-DD. */
  since: string
  /** Calendar days since then, today included. */
  days: number
  keep_days: number
  decision: BrokenDecision
  /** Its records of today, the rejected ones included. */
  records: number
  rejected: number
  /** The offers that it should still have, and how many of them are rejected or no longer in the source. */
  listed: number
  gone: number
  /** How many of its missing offers are kept as last known today … */
  kept: number
  /** … and how many are withdrawn. */
  withdrawn: number
  /** Why its records are not trusted, good as they are; left out if nothing speaks against them. */
  reasons?: BrokenReason[]
}

/** What the next build must know about it. */
export interface BrokenBefore extends Pick<BrokenIssuer, 'issuer' | 'since' | 'decision'> {
  reasons?: ReasonKey[]
}

export function rememberBroken({ issuer, since, decision, reasons }: BrokenBefore): BrokenBefore {
  if (!reasons) return { issuer, since, decision }
  return { issuer, since, decision, reasons: reasons.map(({ reason, member }) => ({ reason, member })) }
}

/** Whether its missing offers are kept as last known today. */
export function isKept({
  decision,
  days,
  keep_days,
}: Pick<BrokenIssuer, 'decision' | 'days' | 'keep_days'>): boolean {
  return decision === 'keep' && days <= keep_days
}

/** Whether its records of today wait, and every offer that is known of it is kept instead. */
export function isDistrusted(broken: BrokenIssuer): boolean {
  return broken.reasons !== undefined && isKept(broken)
}

/** E.g. `banco-x is broken (day 3 of 7): 62 of its 62 records are rejected; 12 offers are kept as last known`. */
export function describeBroken(broken: BrokenIssuer): string {
  const { issuer, days, keep_days, decision } = broken
  const counted = decision === 'keep' ? `day ${days} of ${keep_days}` : `day ${days}`
  return `${issuer} is broken (${counted}): ${whatIsWrong(broken)}; ${outcome(broken)}`
}

function whatIsWrong({ records, rejected, listed, gone, reasons = [] }: BrokenIssuer): string {
  const found: string[] = []
  if (rejected > 0) found.push(`${formatCount(rejected)} of its ${formatCount(records)} records are rejected`)
  if (gone > 0) found.push(`${formatCount(gone)} of its ${formatCount(listed)} listed offers are gone`)
  found.push(...reasons.map(describeReason))
  return found.join(', ') || 'none of its records can be published'
}

function outcome(broken: BrokenIssuer): string {
  const { decision, kept, withdrawn, days, keep_days, reasons } = broken
  if (decision === 'refuse') return 'refused by --on-broken'
  if (isKept(broken)) {
    return `${formatCount(kept)} offers are kept as last known${reasons ? ', and new ones wait' : ''}`
  }
  const why = decision === 'keep' && days > keep_days ? `: it is broken for more than ${keep_days} days` : ''
  const believed = reasons ? ['its records are published as they are'] : []
  const left = reasons && withdrawn === 0 ? [] : [`${formatCount(withdrawn)} offers are withdrawn today`]
  return `${[...believed, ...left].join(', ')}${why}`
}

/** What the records of a day say about the source. */
export interface Verdict {
  /** Read, the rejected ones included. */
  records: number
  rejected: number
  /** The offers that the previous release listed, and those of them that are gone though they had not ended. */
  listed: number
  gone: number
  /** By slug. */
  broken_issuers: BrokenIssuer[]
  /** Why the records of all issuers together are not to be trusted. */
  reasons: BrokenReason[]
}
