// What the records of a day say about the source.

import type { BrokenIssuer } from './broken-issuer.ts'

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
