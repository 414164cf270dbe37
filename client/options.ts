// The options of a client, and of a single call.

import type { Answer } from './http/answer.ts'
import type { OffersCache } from './http/cache.ts'
import type { RetryOptions } from './http/retry.ts'
import type { Clock } from './lib/clock.ts'
import type { OffersError } from './lib/errors.ts'

export interface ClientOptions {
  /** The address of the API, with its path if it has one: `https://api.example/catalogue`. */
  baseUrl: string | URL
  /** The key, or a function that returns it before each call. Keep a named key out of front-end code. */
  key: string | (() => string | Promise<string>)
  /** Keeps answers; in memory if not given, `false` keeps none. */
  cache?: OffersCache | false | undefined
  /** How temporary failures are repeated; `false` repeats no request. */
  retry?: RetryOptions | false | undefined
  /** The `fetch` of the platform if not given. */
  fetch?: typeof fetch | undefined
  /** The longest time for one request, or between two pieces of a snapshot, in milliseconds; 30,000 if not given. */
  timeoutMs?: number | undefined
  /** For logs, tracing and counters. */
  hooks?: Hooks | undefined
  /** Time and random numbers, for tests. */
  clock?: Clock | undefined
}

/** Each is called synchronously; if it throws, the call ends with that error. */
export interface Hooks {
  /** Before each request. Headers that it sets are sent, e.g. `traceparent`. `headers` does not contain the key. */
  onRequest?: ((request: RequestFacts) => void) | undefined
  /** After each answer, including errors and answers from the cache. */
  onAnswer?: ((answer: Answer) => void) | undefined
  /** Before each wait for another try. */
  onWait?: ((wait: WaitFacts) => void) | undefined
  /** When a list is longer than the key may read. Without this hook the console shows it. */
  onTruncated?: ((list: TruncatedFacts) => void) | undefined
  /** When the cache fails; the call goes on without it. */
  onCacheError?: ((error: unknown) => void) | undefined
}

export interface RequestFacts {
  url: string
  headers: Headers
  /** Counted from 1; a higher number is a repetition. */
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
  /** How many of them the key could read. */
  read: number
}

/** The options of a single call. */
export interface CallOptions {
  /** Ends the call, which rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Sends a request even if this client or a browser keeps an answer that is still fresh. */
  revalidate?: boolean | undefined
  /** How long one request may take, in milliseconds; that of the client if not given. */
  timeoutMs?: number | undefined
  /** How temporary failures are repeated; that of the client if not given. `false` repeats no request. */
  retry?: RetryOptions | false | undefined
  /** Sent as `X-Request-Id`, for the logs of both sides. */
  requestId?: string | undefined
}
