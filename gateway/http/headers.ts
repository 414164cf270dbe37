// Header fields that answers share.

import { HOME_FILES, type HomeFileRow } from '../../contract/api/home.ts'
import { type Caching, PUBLIC_CACHING } from '../../contract/api/resources.ts'
import type { MediaType } from '../../contract/release/target-table.ts'
import type { Fields } from './head.ts'

/** The methods of the API. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

/** On every answer, errors and 304 included: any page on the web may read it, none may take it for another type. */
export const COMMON_FIELDS: Fields = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, RateLimit, RateLimit-Policy, Retry-After, Link, Content-Disposition, Content-Range, Repr-Digest, WWW-Authenticate, X-Request-Id, X-Sample, Deprecation, Sunset',
  'X-Content-Type-Options',
  'nosniff',
]

/** How long and by whom an answer may be kept. */
export function cachingFields({ cacheControl, vary }: Caching): Fields {
  return ['Cache-Control', cacheControl, 'Vary', vary]
}

/** SECURITY: home may load its own files and call its own gateway; nothing inline, nothing of other origins. */
const HOME_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
const POLICY_FIELDS: Fields = ['Content-Security-Policy', HOME_POLICY, 'Referrer-Policy', 'no-referrer']

/** The fields of a body that needs no key: a file of home, or a document of the API. Files of one media type share them. */
export function publicFields(type: MediaType): Fields {
  const { vary } = PUBLIC_CACHING
  const file: HomeFileRow | undefined = HOME_FILES.find(({ mediaType }) => mediaType === type)
  if (!file) return cachingFields(PUBLIC_CACHING)
  const { cacheControl, link } = file
  const links = link === undefined ? [] : ['Link', link]
  return [...cachingFields({ cacheControl, vary }), ...POLICY_FIELDS, ...links]
}
