// Counts requests in windows of 60 s, each beginning with its first request.

/** The decision of a limiter on one request. */
export interface RateDecision {
  allowed: boolean
  /** Requests left in this window, 0 or more. */
  remaining: number
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number
}

/**
 * Implemented in memory and in Redis; one contract suite runs against both. It never rejects: a limiter that can't reach
 * its store counts in its own process.
 */
export interface Limiter {
  /**
   * Counts one request of a subject that may make `maxRequests` in a window; synchronous in memory.
   * @param subject the id of a key, or an address; no id looks like an address
   */
  consume(subject: string, maxRequests: number): RateDecision | Promise<RateDecision>
  close(): Promise<void>
}

/** The decision on request number `count`, from 1, of a window that ends in `endsInMs` milliseconds. */
export function decisionOf(count: number, maxRequests: number, endsInMs: number): RateDecision {
  return {
    allowed: count <= maxRequests,
    remaining: Math.max(maxRequests - count, 0),
    resetSeconds: Math.max(Math.ceil(endsInMs / 1000), 1),
  }
}
