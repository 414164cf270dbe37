// The header fields that answers have in common.

import { HOME_FILES } from '../../contract/api/home.ts'
import { type Caching, PUBLIC_CACHING } from '../../contract/api/resources.ts'
import type { MediaType } from '../../contract/release/target-table.ts'
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

/**
 * SECURITY: what a browser may do with the page for people: its own files, calls to its own gateway, nothing inline,
 * nothing of others. What is not named here is forbidden.
 */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

/** On all that browsers show, or run. */
export function shownFields(policy: string): Fields {
  return [
    'Content-Security-Policy',
    policy,
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'no-referrer',
  ]
}

/** What goes with a body that needs no key, by its type: the files beside the API, or a document of the API. */
export function openFields(type: MediaType): Fields {
  const { vary } = PUBLIC_CACHING
  const file = HOME_FILES.find(({ mediaType }) => mediaType === type)
  if (!file) return cachingFields(PUBLIC_CACHING)
  return [...cachingFields({ cacheControl: file.cacheControl, vary }), ...shownFields(PAGE_POLICY)]
}
