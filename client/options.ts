// What a client is made with, and what a single call may say.

import type { Answer } from './http/answer.ts'
import type { OffersCache } from './http/cache.ts'
import type { RetryOptions } from './http/retry.ts'
import type { Clock } from './lib/clock.ts'
import type { OffersError } from './lib/errors.ts'

export interface ClientOptions {
  /** The address of the API, with a path where it has one: `https://api.example/catalogue`. */
  baseUrl: string | URL
  /** The key, or what fetches it before each call. Keep a named key out of front-end code. */
  key: string | (() => string | Promise<string>)
  /** Where answers are kept; a memory of its own if not given, `false` for nowhere. */
  cache?: OffersCache | false | undefined
  /** How failures that pass are dealt with; `false` repeats no request. */
  retry?: RetryOptions | false | undefined
  /** The `fetch` of the platform if not given. */
  fetch?: typeof fetch | undefined
  /** How long one request may take, in milliseconds; 30,000 if not given. Of a snapshot: how long nothing may come. */
  timeoutMs?: number | undefined
  /** For logs, tracing and counters. */
  hooks?: Hooks | undefined
  /** Time and chance, for tests. */
  clock?: Clock | undefined
}

/** Each is called at once, and what it throws ends the call. */
export interface Hooks {
  /** Before each request. What it puts into `headers` is sent, e.g. `traceparent`. The key is not in there. */
  onRequest?: ((request: RequestFacts) => void) | undefined
  /** After each answer, errors and those out of the cache included. */
  onAnswer?: ((answer: Answer) => void) | undefined
  /** Before each wait for another try. */
  onWait?: ((wait: WaitFacts) => void) | undefined
  /** When a list is longer than the key may read. Without this hook it is told on the console. */
  onTruncated?: ((list: TruncatedFacts) => void) | undefined
  /** When the cache fails; the call goes on without it. */
  onCacheError?: ((error: unknown) => void) | undefined
}

export interface RequestFacts {
  url: string
  headers: Headers
  /** Counted from 1; more than that are repetitions. */
  request: number
}

export interface WaitFacts {
  url: string
  milliseconds: number
  /** Why the request is repeated. */
  error: OffersError
}

export interface TruncatedFacts {
  url: string
  /** The offers that match. */
  total: number
  /** Those of them that the key could read. */
  read: number
}

/** Of a single call. */
export interface CallOptions {
  /** Ends the call and all that it waits for; it then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Asks even if a kept answer is still fresh, be it kept by this client or by a browser. */
  revalidate?: boolean | undefined
  /** Instead of that of the client: how long one request may take, in milliseconds. */
  timeoutMs?: number | undefined
  /** Instead of that of the client; `false` repeats no request. */
  retry?: RetryOptions | false | undefined
  /** Sent as `X-Request-Id`, for the logs of both sides. */
  requestId?: string | undefined
}
