// The operator's policy for broken issuers: the number of bad records that make an issuer broken, and the treatment of
// its offers.

export const BROKEN_DECISIONS = ['keep', 'accept', 'refuse'] as const
export type BrokenDecision = (typeof BROKEN_DECISIONS)[number]

/** The decisions for some issuers, by slug, and the decision for all others. */
export interface BrokenDecisions {
  otherwise: BrokenDecision
  byIssuer: ReadonlyMap<string, BrokenDecision>
}

/** The rejected records that an issuer may have: a number, or a share in percent. */
export type Allowance = { records: number } | { percent: number }

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
