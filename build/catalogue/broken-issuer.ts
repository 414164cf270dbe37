// A broken issuer: what `release.json`, the summary and programs are told of it.

import { formatCount } from '../report/format-numbers.ts'
import type { BrokenDecision } from './broken-policy.ts'

export interface BrokenIssuer {
  issuer: string
  /** The first of the days in a row on which it is broken, as YYYY-MM-DD. */
  since: string
  /** How many days these are, today included, by the calendar. */
  days: number
  keep_days: number
  decision: BrokenDecision
  /** Its records of today, the rejected ones included. */
  records: number
  rejected: number
  /** The offers that it should still have, and those of them that are rejected or no longer in the source. */
  listed: number
  gone: number
  /** What its missing offers become today: these stand as last known … */
  kept: number
  /** … and these leave. */
  withdrawn: number
}

/** What the next build must know of it. */
export type BrokenBefore = Pick<BrokenIssuer, 'issuer' | 'since' | 'decision'>

/** Whether what it lacks stands as last known today. */
export function isKept({
  decision,
  days,
  keep_days,
}: Pick<BrokenIssuer, 'decision' | 'days' | 'keep_days'>): boolean {
  return decision === 'keep' && days <= keep_days
}

/** E.g. `banco-x is broken (day 3 of 7): 62 of its 62 records are rejected; 12 offers stand as last known`. */
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
  if (isKept(broken)) return `${formatCount(kept)} offers stand as last known`
  const why = decision === 'keep' && days > keep_days ? ', for its days are over' : ''
  return `${formatCount(withdrawn)} offers are withdrawn today${why}`
}
