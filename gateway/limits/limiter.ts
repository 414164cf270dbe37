// Counts requests: in any 60 s, a subject is admitted at most as often as its key allows.

import { RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'

/** How long an admitted request counts, in milliseconds. */
export const COUNTED_MS = RATE_WINDOW_SECONDS * 1000

/** The decision of a limiter on one request. */
export interface RateDecision {
  allowed: boolean
  /** Requests that would be admitted now, 0 or more. */
  remaining: number
  /** Whole seconds until `remaining` grows if no request comes, at least 1. */
  resetSeconds: number
}

/**
 * Implemented in memory and in Redis; one contract suite runs against both. It never rejects: a limiter that can't reach
 * its store counts in its own process.
 */
export interface Limiter {
  /**
   * Admits a request of a subject if fewer than `maxRequests` of its requests were admitted in the 60 s before; only
   * admitted ones count. Synchronous in memory.
   * @param subject the id of a key, or an address; no id looks like an address
   */
  consume(subject: string, maxRequests: number): RateDecision | Promise<RateDecision>
  close(): Promise<void>
}

/** @param growsInMs the milliseconds until `remaining` grows */
export function decisionOf(allowed: boolean, remaining: number, growsInMs: number): RateDecision {
  return { allowed, remaining, resetSeconds: Math.max(Math.ceil(growsInMs / 1000), 1) }
}
