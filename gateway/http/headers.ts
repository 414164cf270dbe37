// The header fields of answers, as flat lists of names and values: the form that `writeHead` takes as it is.

import { KEY_LIMITS, type KeyKind, RATE_WINDOW_SECONDS } from '../../contract/key-kinds.ts'
import type { Caller } from '../exchange.ts'
import type { RateDecision } from '../limits/limiter.ts'

export type FlatHeaders = readonly string[]

/** On every answer, errors and 304 included: any page on the web may read it. */
export const CORS_HEADERS: FlatHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, RateLimit, RateLimit-Policy, Retry-After, Link, Content-Disposition, Content-Range, Repr-Digest, WWW-Authenticate, X-Request-Id',
]

export const PREFLIGHT_HEADERS: FlatHeaders = [
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods',
  'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  'Authorization, If-None-Match, If-Range, Range, Cache-Control, X-Request-Id',
  'Access-Control-Max-Age',
  '86400',
  'Content-Length',
  '0',
]

/** How long and by whom an answer may be kept: by the client alone where a key was needed. */
export const KEYED_CACHING: FlatHeaders = [
  'Cache-Control',
  'private, max-age=3600',
  'Vary',
  'Authorization, Accept-Encoding',
]

export const PUBLIC_CACHING: FlatHeaders = [
  'Cache-Control',
  'public, max-age=3600',
  'Vary',
  'Accept-Encoding',
]

// The policies are named after the kinds of keys.
const policy = (kind: KeyKind) => `"${kind}";q=${KEY_LIMITS[kind].requests};w=${RATE_WINDOW_SECONDS}`
const POLICIES: Readonly<Record<KeyKind, string>> = { demo: policy('demo'), named: policy('named') }

/** `RateLimit-Policy` and `RateLimit` for a request that was counted. */
export function rateHeaders(caller: Caller, rate: RateDecision): FlatHeaders {
  const { kind } = caller
  return [
    'RateLimit-Policy',
    POLICIES[kind],
    'RateLimit',
    `"${kind}";r=${rate.remaining};t=${rate.resetSeconds}`,
  ]
}
