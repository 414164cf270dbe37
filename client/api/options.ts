// The options of a client and of a single call, and the facts of its answers.

import type { Clock } from '../lib/clock.ts'
import type { OffersError } from './errors.ts'

/** An API key; null sends none. */
export type Key = string | null

export interface ClientOptions {
  /** The address of the API without `/beta`, with its path if it has one: `https://api.example/catalogue`. */
  baseUrl: string | URL
  /**
   * The key, or a function that returns it: it is called before each page or file, and before the rest of a snapshot that
   * broke off. Null if a proxy adds the key. Keep a named key out of front-end code.
   */
  key: Key | (() => Key | Promise<Key>)
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
  /** After each answer, also one that is an error, comes from the cache, or is followed by a repeated request. */
  onAnswer?: ((answer: Answer) => void) | undefined
  /** Before each wait for another try. */
  onWait?: ((wait: WaitFacts) => void) | undefined
  /** When `pages`, `each` or `all` end, and more offers match than the key may read. Without this hook the console says so. */
  onTruncated?: ((list: TruncatedFacts) => void) | undefined
}

export interface RequestFacts {
  url: string
  headers: Headers
  /** The number of the request in its call, from 1; a higher number is a repetition. */
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
  /** How many of them, from the first, the key may read. */
  read: number
}

/** The options of a single call. */
export interface CallOptions {
  /** Ends the call, which rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Sends a request even if this client or a browser keeps an answer that is still fresh. */
  revalidate?: boolean | undefined
  /** In place of `timeoutMs` of the client, for this call. */
  timeoutMs?: number | undefined
  /** How temporary failures are repeated; that of the client if not given. `false` repeats no request. */
  retry?: RetryOptions | false | undefined
  /** Sent as `X-Request-Id`, for the logs of both sides. */
  requestId?: string | undefined
}

/** Each page of a list is a call here, and so is the rest of a snapshot that broke off. */
export interface RetryOptions {
  /** How many requests one call may make in all, 4 if not given; 1 never repeats. */
  requests?: number | undefined
  /** How long one call may wait in all, in milliseconds; 120,000 if not given, two windows of the rate limit. */
  maxWaitMs?: number | undefined
}

/** An answer as it is kept; plain data, so that any store can hold it as JSON. */
export interface CacheEntry {
  etag: string
  /** The JSON text. */
  body: string
  headers: [name: string, value: string][]
  /** When it came or was last confirmed, in milliseconds since 1970. */
  storedAt: number
  /** How long it is fresh from then on, in milliseconds. */
  maxAgeMs: number
}

/**
 * A store of answers. Lost answers are requested again: return undefined for one that can't be read. If it throws, the
 * call ends with that error. A `slot` names an answer: the SHA-256 of the key in base64, a blank, the address. It has no
 * secret, since the key cannot be derived from it.
 */
export interface OffersCache {
  get(slot: string): CacheEntry | undefined | Promise<CacheEntry | undefined>
  set(slot: string, entry: CacheEntry): void | Promise<void>
}

/** The rest of the window in which requests are counted. */
export interface Rate {
  /** The kind of key, as the API calls it: `demo`, `named`. */
  policy: string
  /** Requests that are left. */
  remaining: number
  /** Seconds until one more is left. */
  resetSeconds: number
  /** Requests in a window; undefined if the answer does not say. */
  limit: number | undefined
}

export interface Answer {
  url: string
  /** The status of the response: 304 if the kept body is still valid. 200 if nothing was requested. */
  status: number
  headers: Headers
  /**
   * From the first request of the call to the end of this body, earlier requests and waits included; of a snapshot, to the
   * end of its headers.
   */
  durationMs: number
  /**
   * `fresh`: from the client's cache, without a request. `revalidated`: from the cache, and the API confirmed with 304
   * that it is still valid.
   */
  fromCache: false | 'fresh' | 'revalidated'
  /** Characters of its JSON, wherever that came from; 0 of errors and snapshots. */
  size: number
  etag: string | undefined
  /** The `X-Request-Id` of the answer, by which the provider finds the request. */
  requestId: string | undefined
  /** Undefined if the answer states none, or without a request: the one that came with a kept answer is outdated. */
  rate: Rate | undefined
}
