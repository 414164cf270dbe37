// The operator's policy for broken issuers: how many bad records make an issuer broken, what happens to its offers, and
// for how long.

export const BROKEN_DECISIONS = ['keep', 'accept', 'refuse'] as const
export type BrokenDecision = (typeof BROKEN_DECISIONS)[number]

/** What to do about broken issuers: about single ones by slug, and about all others. */
export interface BrokenDecisions {
  otherwise: BrokenDecision
  byIssuer: ReadonlyMap<string, BrokenDecision>
}

/** How many of an issuer's records may be rejected: a number of them, or a share in percent. */
export type Allowance = { records: number } | { percent: number }

export interface BrokenPolicy {
  maxRejected: Allowance
  onBroken: BrokenDecisions
  /** For how many days in a row missing offers are kept as last known. */
  keepDays: number
}

export function decisionFor(issuer: string, { otherwise, byIssuer }: BrokenDecisions): BrokenDecision {
  return byIssuer.get(issuer) ?? otherwise
}

/** A single bad record never exceeds a percentage, however small the issuer. A number of records is exact. */
export function isTooMany(rejected: number, records: number, allowance: Allowance): boolean {
  if ('records' in allowance) return rejected > allowance.records
  return rejected > 1 && rejected * 100 > allowance.percent * records
}
