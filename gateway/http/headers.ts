// The header fields that answers have in common.

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

/** How long and by whom an answer may be kept: by the client alone if a key was needed. */
export const KEYED_CACHING: Fields = [
  'Cache-Control',
  'private, max-age=3600',
  'Vary',
  'Authorization, Accept-Encoding',
]

export const PUBLIC_CACHING: Fields = ['Cache-Control', 'public, max-age=3600', 'Vary', 'Accept-Encoding']
