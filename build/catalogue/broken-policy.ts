// What the operator wants done about broken issuers: how many bad records make one, what becomes of its offers, and
// for how long.

export const BROKEN_DECISIONS = ['keep', 'accept', 'refuse'] as const
export type BrokenDecision = (typeof BROKEN_DECISIONS)[number]

/** What to do if an issuer is broken: for all, and for single issuers by slug. */
export interface BrokenDecisions {
  otherwise: BrokenDecision
  byIssuer: ReadonlyMap<string, BrokenDecision>
}

/** How many of an issuer's records may be rejected: a number of them, or a share in percent. */
export type Allowance = { records: number } | { percent: number }

export interface BrokenPolicy {
  maxRejected: Allowance
  onBroken: BrokenDecisions
  /** For how many days in a row what is missing stands as last known. */
  keepDays: number
}

export function decisionFor(issuer: string, { otherwise, byIssuer }: BrokenDecisions): BrokenDecision {
  return byIssuer.get(issuer) ?? otherwise
}

/** A share never makes an issuer broken for a single record: a small issuer may have a bad day. A number is exact. */
export function isTooMany(rejected: number, records: number, allowance: Allowance): boolean {
  if ('records' in allowance) return rejected > allowance.records
  return rejected > 1 && rejected * 100 > allowance.percent * records
}
