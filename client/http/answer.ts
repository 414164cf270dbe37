// The header fields of an answer that have facts for callers.

import type { Rate } from '../api/options.ts'

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
