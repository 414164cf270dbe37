// Every error of the API (RFC 9457): code, status, title and meaning, in one table. Mock servers answer with the
// first of the codes that share a status, so the most frequent of these comes first.

import { described, listOf, object, type Schema, string, type TypeOf, text } from '../../lib/json/schema.ts'
import { keysOf } from '../../lib/record-of.ts'
import { refTo, WITHDRAWN_DAYS } from '../offers/offer.ts'
import { type ApiVersion, NOTICE_DAYS } from './versions.ts'

export const PROBLEMS = {
  invalid_parameter: {
    status: 400,
    title: 'A parameter is not valid',
    meaning: 'A query parameter is unknown, repeated, empty or malformed. `errors` names each.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    meaning: 'The bytes received are not an HTTP/1.1 request, or two headers contradict each other.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid API key is required',
    meaning:
      'Send `Authorization: Bearer <API_KEY>`. The key is missing, malformed, unknown, expired or revoked.',
  },
  scope_exceeded: {
    status: 403,
    title: 'The request asks for more than this key may read',
    meaning: '`limit` or `offset` is above the maximum of the kind of key. `errors` names each.',
  },
  not_found: {
    status: 404,
    title: 'Nothing is published at this address',
    meaning:
      'There is no such route, or no offer with this id can be read: it was never published, or was withdrawn too long ago.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The API is read-only',
    meaning: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    meaning: 'The header of the request was not complete in time.',
  },
  history_gone: {
    status: 410,
    title: 'The changes since this time are not known',
    meaning:
      '`since` is not the `data_as_of` of a release that the current one continues, or it is more than ' +
      `${WITHDRAWN_DAYS} days old. Download the snapshot and continue from its day.`,
  },
  version_gone: {
    status: 410,
    title: 'This version of the API is no longer served',
    meaning: `Its end was announced ${NOTICE_DAYS} days in advance. \`Link\` leads to its successor.`,
  },
  precondition_failed: {
    status: 412,
    title: 'The answer is no longer the one that was asked for',
    meaning:
      '`If-Match` does not name the current `ETag`: a new release was published. Begin again without `If-Match`.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range lies outside the snapshot',
    meaning: '`Content-Range` has the length of the current snapshot.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'Wait for the number of seconds in `Retry-After`.',
  },
  too_many_downloads: {
    status: 429,
    title: 'Too many downloads at the same time',
    meaning:
      'The gateway has no room for further large answers, and you are reading more of them than anyone else. Read or cancel ' +
      'those that you have begun. `Retry-After` says when to try again.',
  },
  request_header_too_large: {
    status: 431,
    title: 'The request header is too large',
    meaning:
      'The address and the header fields together may have at most 16 kB, and there may be at most 100 header fields.',
  },
  internal: {
    status: 500,
    title: 'The gateway failed',
    meaning: 'The fault is on the side of the API. You may repeat the request.',
  },
  origin_unavailable: {
    status: 502,
    title: 'The origin of the catalogue did not answer correctly',
    meaning:
      'The response body could not be read, is not the one that the release names, or is missing at the origin. You may repeat the request.',
  },
  catalogue_unavailable: {
    status: 503,
    title: 'The catalogue is not available',
    meaning:
      'The gateway has no release to serve yet, or none with this version of the API. Repeat the request after `Retry-After` seconds.',
  },
  key_store_unavailable: {
    status: 503,
    title: 'The key store does not answer',
    meaning: 'The key cannot be checked now. Repeat the request after `Retry-After` seconds.',
  },
} as const satisfies Record<string, { status: number; title: string; meaning: string }>

export type ProblemCode = keyof typeof PROBLEMS

export const PROBLEM_CODES: readonly ProblemCode[] = keysOf(PROBLEMS)

const textOrNumber: Schema<string | number> = { type: ['string', 'integer'] }
const wholeNumber: Schema<number> = { type: 'integer' }
const status: Schema<number> = { type: 'integer', minimum: 400, maximum: 599 }
const reference: Schema<string> = { type: 'string', format: 'uri-reference' }

/** A parameter that is wrong (400) or asks for too much (403): its name, its value, and the allowed values. */
export type ParameterError = TypeOf<typeof parameterErrorSchema>
export const parameterErrorSchema = object(
  {
    param: described(string, 'The name of the parameter.'),
    given: described(textOrNumber, 'The value as it was sent; long values are cut.'),
    allowed: described(textOrNumber, 'The values allowed for this key: in words for 400, a maximum for 403.'),
    minimum: described(wholeNumber, 'The smallest allowed number, if the parameter is a number.'),
    maximum: described(wholeNumber, 'The largest number allowed for this key, if the parameter is a number.'),
  },
  { optional: ['minimum', 'maximum'] },
)

/** The body of every error, `application/problem+json`. */
type ProblemBody = TypeOf<typeof problemSchema>
export const problemSchema = object(
  {
    type: described(reference, 'The address that explains this error.'),
    title: described(text, 'The kind of error in words, the same for each code.'),
    status: described(status, 'The status of the answer.'),
    detail: described(text, 'The cause in this case, for people.'),
    code: described(
      // Open: codes may be added at any time.
      { ...text, 'x-extensible-enum': PROBLEM_CODES } satisfies Schema<string>,
      'The stable code of the error: branch on it.',
    ),
    errors: described(
      listOf(refTo<ParameterError>('ParameterError')),
      'The parameters that are wrong; for 400 and 403.',
    ),
    meta: described(
      object({
        attribution: described(text, 'The provider of the data and its website.'),
        schema_version: described(string, 'The version of this contract.'),
      }),
      'The provider of the data and the version of the contract.',
    ),
  },
  { optional: ['errors'] },
)

/** The address of the reference, which explains every error. */
export const REFERENCE_TARGET = '/reference'

/**
 * The page for people, as a reference relative to the address of the request: `../` for `/beta/offers`. So it
 * resolves under every name and below every path that the gateway is reached by.
 * @param path of the request, without its query
 */
export function homeAsSeenFrom(path: string): string {
  const depth = path.split('/').length - 2
  // SECURITY: a path of thousands of slashes must not make an answer three times as long.
  if (depth > MAX_DEPTH) return '/'
  return depth > 0 ? '../'.repeat(depth) : './'
}

/** In folders, more than any route has. Deeper paths get `/`, which is right only for a gateway without a path. */
const MAX_DEPTH = 8

/** The members that every problem has, whatever its code. */
interface ProblemFrame {
  attribution: string
  /** The address of the page for people, ending with a slash; see `homeAsSeenFrom`. */
  home: string
  /** The version of the API that the request is for; else the current one. */
  version: ApiVersion
}

/** The body of the answer with a code. */
export function problemBody(
  code: ProblemCode,
  detail: string,
  { attribution, home, version }: ProblemFrame,
  errors?: ParameterError[],
): ProblemBody {
  const { title, status } = PROBLEMS[code]
  return {
    type: `${home}${REFERENCE_TARGET.slice(1)}#${code}`,
    title,
    status,
    detail,
    code,
    ...(errors ? { errors } : {}),
    meta: { attribution, schema_version: version.schemaVersion },
  }
}
