// Decides which failures are worth another try, and how long to wait before it.

import { OffersError } from '../api/errors.ts'
import type { RetryOptions } from '../api/options.ts'

export interface Tries {
  /** Requests that were made so far. */
  requests: number
  /** Milliseconds that were waited so far. */
  waitedMs: number
}

// The defaults of `RetryOptions`.
const MAX_REQUESTS = 4
const MAX_WAIT_MS = 120_000

const FIRST_WAIT_MS = 1000

/** Statuses after which the next answer may be another one. */
const TEMPORARY = [408, 429, 500, 502, 503, 504]

/**
 * Milliseconds to wait before the next request, or undefined if the error is final: it would occur again, there
 * were enough requests, or all waits together would be longer than the caller allows. Without `Retry-After` it is half to
 * all of 1 s, 2 s, 4 s, …; with it, as long as that says, and up to a second more.
 * @param chance from 0 to 1, so that clients that failed together do not come back together
 */
export function waitBefore(
  error: unknown,
  { requests, waitedMs }: Tries,
  options: RetryOptions,
  chance: number,
): number | undefined {
  if (!(error instanceof OffersError) || !isTemporary(error)) return undefined
  if (requests >= (options.requests ?? MAX_REQUESTS)) return undefined
  const { retryAfterSeconds } = error
  const wait =
    retryAfterSeconds === undefined
      ? FIRST_WAIT_MS * 2 ** (requests - 1) * (0.5 + chance / 2)
      : retryAfterSeconds * 1000 + chance * 1000
  return waitedMs + wait > (options.maxWaitMs ?? MAX_WAIT_MS) ? undefined : wait
}

function isTemporary({ code, status = 0 }: OffersError): boolean {
  return code === 'network' || code === 'timeout' || TEMPORARY.includes(status)
}
