// Step: too many records that can't be published mean that the source is broken, not that some records are.

import { OperatorError } from '../../contract/lib/errors.ts'

/** How many records may be rejected: a number of them, or a share in percent. */
export type Allowance = { records: number } | { percent: number }

/** What the guard saw and decided. */
export interface RejectGuard {
  records: number
  rejected: number
  allowed: string
  decision: 'passed' | 'refused'
}

export function judgeRejects(records: number, rejected: number, allowance: Allowance): RejectGuard {
  const isTooMany =
    'records' in allowance ? rejected > allowance.records : rejected * 100 > allowance.percent * records
  const allowed = 'records' in allowance ? String(allowance.records) : `${allowance.percent}%`
  return { records, rejected, allowed, decision: isTooMany ? 'refused' : 'passed' }
}

/** @throws {OperatorError} `too-many-rejected` */
export function enforceRejects({ decision, rejected, records, allowed }: RejectGuard): void {
  if (decision === 'passed') return
  throw new OperatorError(
    'too-many-rejected',
    `${rejected} of ${records} records are rejected, more than the ${allowed} allowed by --max-rejected`,
  )
}
