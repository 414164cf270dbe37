// Step: too many records that can't be published mean that the source is broken, not that some records are.

/** How many records may be rejected: a number of them, or a share in percent. */
export type Allowance = { records: number } | { percent: number }

/** What the guard saw and decided. */
export interface RejectGuard {
  records: number
  rejected: number
  allowed: string
  decision: 'passed' | 'refused'
}

export function guardRejects(records: number, rejected: number, allowance: Allowance): RejectGuard {
  const isTooMany =
    'records' in allowance ? rejected > allowance.records : rejected * 100 > allowance.percent * records
  const allowed = 'records' in allowance ? String(allowance.records) : `${allowance.percent}%`
  return { records, rejected, allowed, decision: isTooMany ? 'refused' : 'passed' }
}
