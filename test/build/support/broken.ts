// A broken issuer, for tests that need one at hand.

import type { BrokenIssuer } from '../../../build/day/broken-issuer.ts'

export function brokenIssuer(changes: Partial<BrokenIssuer> = {}): BrokenIssuer {
  return {
    issuer: 'banco-x',
    since: '2026-02-27',
    days: 3,
    keep_days: 7,
    decision: 'keep',
    records: 62,
    rejected: 60,
    listed: 20,
    gone: 19,
    kept: 19,
    withdrawn: 0,
    ...changes,
  }
}
