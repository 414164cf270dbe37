// The header fields of requests and answers, for the API description.

import type { AnySchema } from '../../../lib/json/schema.ts'
import { RATE_WINDOW_SECONDS, WIDEST_KIND, WIDEST_LIMITS } from '../../keys/kinds.ts'
import { PRIVATE_CACHING } from '../resources.ts'
import type { ApiVersion } from '../versions.ts'

interface HeaderWords {
  description: string
  example: string
}

const ETAG = '"0f343b0931126a20f133d67c2b018a3b"'

/** The headers of answers. */
const SENT = {
  ETag: { description: 'A strong validator. Send it back in `If-None-Match`.', example: ETAG },
  'Cache-Control': {
    description: 'How long an answer may be cached, and by which caches; `no-store` on errors.',
    example: PRIVATE_CACHING.cacheControl,
  },
  Vary: { description: 'The request headers that an answer depends on.', example: PRIVATE_CACHING.vary },
  'Content-Encoding': {
    description: '`gzip`, if the request accepts it; absent otherwise.',
    example: 'gzip',
  },
  RateLimit: {
    description:
      'The requests left (`r`), and the seconds until there is one more (`t`), as of this request. Out of date in an ' +
      'answer from a cache.',
    example: `"${WIDEST_KIND}";r=299;t=12`,
  },
  'RateLimit-Policy': {
    description: 'The requests that this key may make (`q`) within any `w` seconds.',
    example: `"${WIDEST_KIND}";q=${WIDEST_LIMITS.requests};w=${RATE_WINDOW_SECONDS}`,
  },
  'Retry-After': { description: 'Whole seconds to wait.', example: '12' },
  Link: {
    description:
      'The first, previous and next page, if this key may read them (RFC 8288). References are relative to the address ' +
      'of the request.',
    example: '<?limit=25&offset=25>; rel="next"',
  },
  'Content-Disposition': {
    description: 'A dated file name.',
    example: 'attachment; filename="offers-2026-09-01.ndjson.gz"',
  },
  'Content-Range': {
    description: 'The range in the body, and the length of the whole.',
    example: 'bytes 1024-2047/146515',
  },
  'Accept-Ranges': { description: 'Ranges are counted in bytes.', example: 'bytes' },
  'Repr-Digest': {
    description: 'SHA-256 of the whole file (RFC 9530).',
    example: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  },
  'X-Sample': {
    description:
      'The offers in the file, of those in the catalogue. Present only if the file is a sample that lacks offers.',
    example: '100 of 414',
  },
  'WWW-Authenticate': { description: 'How to present a key.', example: 'Bearer realm="offers"' },
  'X-Request-Id': {
    description: 'The id of the request: the one that was sent, if it is well-formed, or a new one.',
    example: '5f0c7e52-17',
  },
  'X-Content-Type-Options': { description: 'The type of the body is the one stated.', example: 'nosniff' },
  'Access-Control-Allow-Origin': { description: 'Any page on the web may read the answer.', example: '*' },
  'Access-Control-Expose-Headers': {
    description: 'The headers that a script in a browser may read.',
    example: 'ETag, Link',
  },
} as const satisfies Readonly<Record<string, HeaderWords>>

/** The headers that announce the end of a version. */
const SENT_AT_THE_END = {
  Deprecation: {
    description: 'From this time on, new programs should not use this version (RFC 9745).',
    example: '@1767225600',
  },
  Sunset: {
    description: 'The end of this version (RFC 8594): from then on the answer is 410.',
    example: 'Sun, 01 Feb 2026 00:00:00 GMT',
  },
} as const satisfies Readonly<Record<string, HeaderWords>>

export type HeaderName = keyof typeof SENT | keyof typeof SENT_AT_THE_END

/** `components.headers`. */
export function headersIn({ end }: ApiVersion): AnySchema {
  const sent: Readonly<Record<string, HeaderWords>> = end ? { ...SENT, ...SENT_AT_THE_END } : SENT
  return Object.fromEntries(
    Object.entries(sent).map(([name, { description, example }]) => [
      name,
      { description, schema: { type: 'string' }, example },
    ]),
  )
}

/** References to headers, as a response lists them. */
export function headerRefs(names: readonly HeaderName[]): AnySchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** On every answer, errors and 304 included; only answers to what is not a request yet have no `X-Request-Id`. */
export const ON_ALL = [
  'X-Request-Id',
  'X-Content-Type-Options',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
] as const

/** In addition, on every answer to a request for a version of the API: those that announce its end, if it has one. */
export function alwaysIn({ end }: ApiVersion): readonly HeaderName[] {
  return end ? ['Deprecation', 'Sunset'] : []
}

/** On every answer that may be cached. */
export const ON_KEPT = ['ETag', 'Cache-Control', 'Vary'] as const

/** On every answer to a request that was counted. */
export const ON_COUNTED = ['RateLimit', 'RateLimit-Policy'] as const

/**
 * The headers of requests, except `Authorization`, which OpenAPI has as a security scheme, and `Accept-Encoding`, which
 * programs send by themselves.
 */
const READ = {
  'If-None-Match': {
    description: 'The ETags of answers that the client has: the answer is 304 if one of them is current.',
    example: ETAG,
  },
  'If-Match': {
    description: 'The ETag that the answer must have: if it has another one, the answer is 412.',
    example: ETAG,
  },
  'X-Request-Id': {
    description: 'An id by which both sides find the request in their logs. The answer repeats it.',
    example: 'order-66.b',
  },
  Range: { description: 'One range of bytes (RFC 9110).', example: 'bytes=0-1023' },
  'If-Range': {
    description:
      'The ETag of the file that the range is from. If the file has changed since, the answer is the whole file.',
    example: ETAG,
  },
} as const satisfies Readonly<Record<string, HeaderWords>>

/**
 * `components.parameters`. Tools fill in the example of a parameter, but not one of its schema, and a first try must send
 * none of these headers: `If-Match` would get a 412.
 */
export const READ_HEADERS: AnySchema = Object.fromEntries(
  Object.entries(READ).map(([name, { description, example }]) => [
    name,
    { name, in: 'header', required: false, description, schema: { type: 'string', examples: [example] } },
  ]),
)

/** References to the headers that a route reads. @param hasRanges whether its body can be read in parts */
export function readHeaderRefs(hasRanges: boolean): AnySchema[] {
  const names: (keyof typeof READ)[] = ['If-None-Match', 'If-Match', 'X-Request-Id']
  if (hasRanges) names.push('Range', 'If-Range')
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}
