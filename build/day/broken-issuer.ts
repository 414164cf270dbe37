// What a day says about its source, and about the issuers that are broken, as `release.json` and the summaries report it.

import { formatCount } from '../../lib/text/format-numbers.ts'
import type { BrokenDecision } from './broken-policy.ts'

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
}

/** What the next build must know about it. */
export type BrokenBefore = Pick<BrokenIssuer, 'issuer' | 'since' | 'decision'>

/** Whether its missing offers are kept as last known today. */
export function isKept({
  decision,
  days,
  keep_days,
}: Pick<BrokenIssuer, 'decision' | 'days' | 'keep_days'>): boolean {
  return decision === 'keep' && days <= keep_days
}

/** E.g. `banco-x is broken (day 3 of 7): 62 of its 62 records are rejected; 12 offers are kept as last known`. */
export function describeBroken(broken: BrokenIssuer): string {
  const { issuer, days, keep_days, decision } = broken
  const counted = decision === 'keep' ? `day ${days} of ${keep_days}` : `day ${days}`
  return `${issuer} is broken (${counted}): ${reasons(broken)}; ${outcome(broken)}`
}

function reasons({ records, rejected, listed, gone }: BrokenIssuer): string {
  const found: string[] = []
  if (rejected > 0) found.push(`${formatCount(rejected)} of its ${formatCount(records)} records are rejected`)
  if (gone > 0) found.push(`${formatCount(gone)} of its ${formatCount(listed)} listed offers are gone`)
  return found.join(', ') || 'none of its records can be published'
}

function outcome(broken: BrokenIssuer): string {
  const { decision, kept, withdrawn, days, keep_days } = broken
  if (decision === 'refuse') return 'refused by --on-broken'
  if (isKept(broken)) return `${formatCount(kept)} offers are kept as last known`
  const why = decision === 'keep' && days > keep_days ? `: it is broken for more than ${keep_days} days` : ''
  return `${formatCount(withdrawn)} offers are withdrawn today${why}`
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
}
