// One call to the API: the request, its repetitions, and the bounds of both. It returns a success or throws an error.

import { connectionError, OffersError } from '../api/errors.ts'
import type { Answer, CallOptions, ClientOptions, Hooks, Key, Rate, RetryOptions } from '../api/options.ts'
import { type Clock, pause, systemClock, within } from '../lib/clock.ts'
import { failureOf } from './failure.ts'
import { waitBefore } from './retry.ts'

/** A request to the API, and how often and how long it may be tried. */
export interface Call extends CallOptions {
  url: URL
  key: Key
  headers?: Readonly<Record<string, string>> | undefined
  /** Statuses that are no error, in addition to 200, which never is. */
  accept?: readonly number[] | undefined
}

/** An answer whose body is not read yet. */
export interface Exchange {
  response: Response
  answer: Answer
  /** Ends the request, and the reading of its body. */
  abort(reason?: unknown): void
}

/** Headers with which no cache below this client answers: a browser has one. */
export const PAST_CACHES = { 'cache-control': 'no-cache' } as const

const ONCE: RetryOptions = { requests: 1 }

/** Put in by the build of the package. */
declare const PACKAGE_VERSION: string | undefined

/**
 * The name of the client and of its runtime, if that has one, for the provider's logs. Undefined in browsers: they send
 * their own, and another one would need a preflight.
 */
export function userAgentOf(runtime = ''): string | undefined {
  const version = typeof PACKAGE_VERSION === 'string' ? PACKAGE_VERSION : 'dev'
  return runtime.startsWith('Mozilla/')
    ? undefined
    : `offers-catalogue-client/${version} ${runtime}`.trimEnd()
}

export class Requester {
  readonly clock: Clock
  readonly hooks: Hooks
  readonly timeoutMs: number
  readonly #fetch: typeof fetch
  readonly #retry: RetryOptions | false
  readonly #key: ClientOptions['key']

  constructor({ key, retry, fetch: given, timeoutMs, hooks, clock }: ClientOptions) {
    this.clock = clock ?? systemClock
    this.hooks = hooks ?? {}
    this.timeoutMs = timeoutMs ?? 30_000
    this.#retry = retry ?? {}
    this.#key = key
    // Called as a function: browsers refuse a `fetch` that is called as a method of another object.
    const fetchFunction = given ?? fetch
    this.#fetch = (input, init) => fetchFunction(input, init)
  }

  /** The key for a call. @throws {TypeError} if it is neither null nor the text of a key */
  async key(): Promise<Key> {
    const key = typeof this.#key === 'function' ? await this.#key() : this.#key
    if (key === null) return null
    // Visible ASCII, as a header can carry it.
    if (typeof key !== 'string' || !/^[!-~]+$/.test(key))
      throw new TypeError('key: expected an API key, or null')
    return key
  }

  /**
   * Repeats the request until there is an answer, or no repetition would help.
   * @param take reads the body within the time for the request, or returns the exchange for a caller that reads it later
   * @throws {OffersError} what the API answered, or why there is no answer; or the reason of the signal
   */
  async ask<T>(call: Call, take: (exchange: Exchange) => Promise<T>): Promise<T> {
    const { clock, hooks } = this
    const begun = clock.now()
    const tries = { requests: 0, waitedMs: 0 }
    const retry = (call.retry ?? this.#retry) || ONCE
    for (;;) {
      tries.requests += 1
      try {
        return await this.#askOnce(call, take, { begun, requests: tries.requests })
      } catch (error) {
        const wait = waitBefore(error, tries, retry, clock.random())
        if (wait === undefined) throw error
        // Only an `OffersError` is repeated.
        hooks.onWait?.({ url: call.url.href, milliseconds: wait, error: error as OffersError })
        await pause(wait, { clock, signal: call.signal })
        tries.waitedMs += wait
      }
    }
  }

  async #askOnce<T>(
    call: Call,
    take: (exchange: Exchange) => Promise<T>,
    { begun, requests }: { begun: number; requests: number },
  ): Promise<T> {
    const { url, signal, timeoutMs = this.timeoutMs } = call
    const controller = new AbortController()
    const abort = (reason?: unknown) => controller.abort(reason)
    const late = () => new OffersError('timeout', `no answer in ${timeoutMs} ms`, { url: url.href })
    try {
      return await within(timeoutMs, { clock: this.clock, signal }, late, async () => {
        const response = await this.#send(call, requests, controller.signal)
        const answer = this.#answerOf(response, url)
        try {
          if (response.status !== 200 && !call.accept?.includes(response.status)) {
            throw await failureOf(response, answer, this.clock.now())
          }
          return await take({ response, answer, abort })
        } finally {
          answer.durationMs = this.clock.now() - begun
          this.hooks.onAnswer?.(answer)
        }
      })
    } catch (error) {
      // If it is late or the caller's signal has aborted, the request is still under way.
      abort(error)
      throw error
    }
  }

  async #send(call: Call, request: number, signal: AbortSignal): Promise<Response> {
    const { url, key, requestId } = call
    const headers = new Headers(call.headers)
    const { navigator } = globalThis as { navigator?: { userAgent?: string } }
    const userAgent = userAgentOf(navigator?.userAgent)
    if (userAgent) headers.set('user-agent', userAgent)
    if (requestId !== undefined) headers.set('x-request-id', requestId)
    this.hooks.onRequest?.({ url: url.href, headers, request })
    // SECURITY: set after the hook, which may log what it sees.
    if (key !== null) headers.set('authorization', `Bearer ${key}`)
    // SECURITY: a redirect would take the key elsewhere.
    const init: RequestInit = { headers, signal, redirect: 'manual' }
    return await this.#fetch(url.href, init).catch((error) => {
      throw connectionError(error, url.href)
    })
  }

  #answerOf({ status, headers }: Response, url: URL): Answer {
    return {
      url: url.href,
      status,
      headers,
      durationMs: 0,
      fromCache: false,
      size: 0,
      etag: headers.get('etag') ?? undefined,
      requestId: headers.get('x-request-id') ?? undefined,
      rate: rateOf(headers),
    }
  }
}

/** Reads `RateLimit: "named";r=299;t=12` and `RateLimit-Policy: "named";q=300;w=60`. */
function rateOf(headers: Headers): Rate | undefined {
  const [, policy, remaining, reset] =
    /^"([^"]{1,64})";r=(\d{1,12});t=(\d{1,12})/.exec(headers.get('ratelimit') ?? '') ?? []
  if (policy === undefined) return undefined
  const [, named, limit] = /^"([^"]{1,64})";q=(\d{1,12})/.exec(headers.get('ratelimit-policy') ?? '') ?? []
  return {
    policy,
    remaining: Number(remaining),
    resetSeconds: Number(reset),
    limit: named === policy ? Number(limit) : undefined,
  }
}
