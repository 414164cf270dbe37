// Decides which failures are worth another try, and how long to wait before it.

import { OffersError } from '../api/errors.ts'
import type { RetryOptions } from '../api/options.ts'

export interface Tries {
  /** Requests that were made so far. */
  requests: number
  /** Milliseconds that were waited so far. */
  waitedMs: number
}

const FIRST_WAIT_MS = 1000

/** After any of these the next answer may be another one. */
const TEMPORARY = [408, 429, 500, 502, 503, 504]

/**
 * Milliseconds to wait before the next request, or undefined if the error is final: it would occur again, there
 * were enough tries, or the server asks for more patience than the caller has.
 * @param chance from 0 to 1, so that clients that failed together do not come back together
 */
export function waitBefore(
  error: unknown,
  { requests, waitedMs }: Tries,
  options: RetryOptions,
  chance: number,
): number | undefined {
  if (!(error instanceof OffersError) || !isTemporary(error)) return undefined
  if (requests >= (options.requests ?? 4)) return undefined
  const { retryAfterSeconds } = error
  const wait =
    retryAfterSeconds === undefined
      ? FIRST_WAIT_MS * 2 ** (requests - 1) * (0.5 + chance / 2)
      : retryAfterSeconds * 1000 + chance * 1000
  return waitedMs + wait > (options.maxWaitMs ?? 120_000) ? undefined : wait
}

function isTemporary({ code, status = 0 }: OffersError): boolean {
  return code === 'network' || code === 'timeout' || TEMPORARY.includes(status)
}
