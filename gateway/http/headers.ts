// The header fields that answers have in common.

import type { Caching } from '../../contract/api/resources.ts'
import { type Fields, headOf } from '../fast-path/response-head.ts'

/** What the API answers to. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

/** On every answer, errors and 304 included: any page on the web may read it. */
export const CORS_HEADERS: Fields = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, RateLimit, RateLimit-Policy, Retry-After, Link, Content-Disposition, Content-Range, Repr-Digest, WWW-Authenticate, X-Request-Id',
]

/**
 * Without a length: a 204 has none (RFC 9110 §8.6). Any header may be sent: there are no cookies to protect, and
 * libraries for tracing and caching add headers of their own. `*` does not stand for Authorization (Fetch standard).
 */
export const PREFLIGHT_HEAD = headOf([
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods',
  'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  '*, Authorization',
  'Access-Control-Max-Age',
  '86400',
])

/** How long and by whom an answer may be kept. */
export function cachingFields({ cacheControl, vary }: Caching): Fields {
  return ['Cache-Control', cacheControl, 'Vary', vary]
}
