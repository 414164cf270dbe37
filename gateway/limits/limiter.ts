// Counts requests in windows of 60 s. Abuse protection, not a quota.

/** What a limiter says of one request. */
export interface RateDecision {
  allowed: boolean
  /** Requests left in this window, 0 or more. */
  remaining: number
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number
}

/**
 * Implemented in memory and in Redis; one contract suite runs against both. It never rejects: a limiter that
 * can't reach its store goes on counting in its own process.
 */
export interface Limiter {
  /** Counts one request of a subject that may make `allowed` in a window. In memory the answer is at hand. */
  consume(subject: string, allowed: number): RateDecision | Promise<RateDecision>
  close(): Promise<void>
}
