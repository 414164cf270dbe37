// The verdict of a day on its source and on broken issuers, for `release.json` and the summaries.

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
  /** Its records of today, including rejected ones. */
  records: number
  rejected: number
  /** The offers that it should still have, and the number of them that are rejected or missing. */
  listed: number
  gone: number
  /** The number of missing offers that are kept as last known today … */
  kept: number
  /** … and that are withdrawn. */
  withdrawn: number
  /** The reasons why its records are not trusted though they are valid; left out if there are none. */
  reasons?: BrokenReason[]
}

/** The part that the next build needs. */
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

/** Whether its records of today wait, and all its known offers are kept instead. */
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
  const why =
    decision === 'keep' && days > keep_days ? `: it has been broken for more than ${keep_days} days` : ''
  const believed = reasons ? ['its records are published as they are'] : []
  const left = reasons && withdrawn === 0 ? [] : [`${formatCount(withdrawn)} offers are withdrawn today`]
  return `${[...believed, ...left].join(', ')}${why}`
}

/** The verdict on the records of a day. */
export interface Verdict {
  /** Including rejected ones. */
  records: number
  rejected: number
  /** The listed offers of the previous release, and those of them that are missing before their end. */
  listed: number
  gone: number
  /** By slug. */
  broken_issuers: BrokenIssuer[]
  /** The reasons why the records of all issuers together are not trusted. */
  reasons: BrokenReason[]
}
