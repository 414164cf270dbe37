// The facts of an answer, without its body.

/** The rest of the window in which requests are counted. */
export interface Rate {
  /** The kind of key, as the API calls it: `demo`, `named`. */
  policy: string
  /** Requests that are left. */
  remaining: number
  /** Seconds until the next window begins. */
  resetSeconds: number
  /** Requests in a window; undefined if the answer does not say. */
  limit: number | undefined
}

export interface Answer {
  url: string
  /** The status of the response: 304 if the kept body is still valid. 200 if nothing was requested. */
  status: number
  headers: Headers
  /** From the first request to the end of the body, waits and repeated requests included. */
  durationMs: number
  /** How many requests it took; 0 if it came out of the cache alone. */
  requests: number
  /**
   * `fresh`: from the client's cache, without a request. `revalidated`: from the cache, and the API confirmed with 304
   * that it is still valid.
   */
  fromCache: false | 'fresh' | 'revalidated'
  /** Characters of its JSON, wherever that came from; 0 of errors and snapshots. */
  size: number
  etag: string | undefined
  /** The provider finds the request by it. */
  requestId: string | undefined
  /** Undefined without a request: an older one would be outdated. */
  rate: Rate | undefined
}

/** Reads `RateLimit: "named";r=299;t=12` and `RateLimit-Policy: "named";q=300;w=60`. */
export function rateOf(headers: Headers): Rate | undefined {
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

/** Whole seconds, or a moment (RFC 9110, 10.2.3). @returns seconds from now; undefined if it says neither */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,15}$/.test(value)) return Number(value)
  // Every date of HTTP begins with a day of the week; `Date.parse` also accepts many other texts.
  const moment = /^[A-Z][a-z]{2,8}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1000))
}
