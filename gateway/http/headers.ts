// The header fields that answers have in common.

import type { Caching } from '../../contract/api/resources.ts'
import { type Fields, headOf } from '../fast-path/response-head.ts'

/** On every answer, errors and 304 included: any page on the web may read it. */
export const CORS_HEADERS: Fields = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, RateLimit, RateLimit-Policy, Retry-After, Link, Content-Disposition, Content-Range, Repr-Digest, WWW-Authenticate, X-Request-Id',
]

export const PREFLIGHT_HEAD = headOf(
  [
    ...CORS_HEADERS,
    'Access-Control-Allow-Methods',
    'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers',
    'Authorization, If-None-Match, If-Range, Range, Cache-Control, X-Request-Id',
    'Access-Control-Max-Age',
    '86400',
  ],
  0,
)

/** How long and by whom an answer may be kept. */
export function cachingFields({ cacheControl, vary }: Caching): Fields {
  return ['Cache-Control', cacheControl, 'Vary', vary]
}
