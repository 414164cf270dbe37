// The answers of routes, with their headers, for the API description.

import type { AnySchema } from '../../../lib/json/schema.ts'
import { KEY_LIMITS } from '../../keys/kinds.ts'
import { refTo } from '../../offers/offer.ts'
import { parameterErrors, parseListQuery, scopeErrors } from '../list-query.ts'
import { type ParameterError, PROBLEMS, type ProblemCode, problemBody } from '../problems.ts'
import type { ResourceRow } from '../resources.ts'
import type { ApiVersion } from '../versions.ts'
import type { DescribedDay } from './described-day.ts'
import { alwaysIn, type HeaderName, headerRefs, ON_ALL, ON_COUNTED, ON_KEPT } from './openapi-headers.ts'

/** The responses of a route, by status. */
export function responsesOf(row: ResourceRow, day: DescribedDay): AnySchema {
  const { kind, needsKey, success, problems } = row
  const isPaged = kind === 'list' || kind === 'changes'
  const counted = needsKey ? ON_COUNTED : []
  const own: HeaderName[] = kind === 'snapshot' ? SNAPSHOT_HEADERS : ['Content-Encoding']
  const { version } = day
  // On every answer of a version with an announced end, `Link` names the successor.
  const linkHeader: readonly HeaderName[] = version.end || isPaged ? ['Link'] : []
  const kept = [...ON_KEPT, ...counted, ...linkHeader, ...ON_ALL, ...alwaysIn(version)]
  const headers = headerRefs([...own, ...kept])
  const content = kind === 'snapshot' ? SNAPSHOT_CONTENT : jsonContent(row, day)
  return {
    200: { description: success.description, headers, content, ...(isPaged ? linksFrom(row) : {}) },
    ...(kind === 'snapshot' ? { 206: partOf(headers) } : {}),
    304: { description: 'Your copy is current. No body.', headers: headerRefs(kept) },
    ...failures([...problems, ...onlyIn(version)]),
  }
}

/** OpenAPI's links. Its expressions can't add `limit` to `offset`, so `nextPage` has words in place of parameters. */
function linksFrom({ operationId }: ResourceRow): AnySchema {
  const offer = {
    operationId: 'readOffer',
    parameters: { id: '$response.body#/data/0/id' },
    description: 'Each offer of the page, by its `id`.',
  }
  const nextPage = { operationId, description: 'The page that the header `Link` names as `next`.' }
  return { links: { offer, nextPage } }
}

const SNAPSHOT_HEADERS: HeaderName[] = ['Content-Disposition', 'Repr-Digest', 'Accept-Ranges', 'X-Sample']

const SNAPSHOT_CONTENT = {
  'application/gzip': {
    schema: {
      type: 'string',
      format: 'binary',
      description: 'A gzip file of NDJSON, one `SnapshotOffer` a line.',
      contentMediaType: 'application/x-ndjson',
      contentSchema: refTo('SnapshotOffer'),
    },
  },
}

/** Of the routes without a schema, only the description itself is JSON. */
function jsonContent({ success }: ResourceRow, { bodies, version }: DescribedDay): AnySchema {
  const { schema } = success
  if (schema === null)
    return { 'application/json': { schema: ABOUT_ITSELF, example: descriptionStart(version) } }
  const example = bodies[schema]
  return { 'application/json': { schema: refTo(schema), ...(example === undefined ? {} : { example }) } }
}

const ABOUT_ITSELF = { type: 'object', description: 'An OpenAPI 3.1 document.' }

/** The beginning of the description, as an example of it. */
export function descriptionStart({ schemaVersion }: ApiVersion) {
  return { openapi: '3.1.0', info: { title: 'Offers Catalogue', version: schemaVersion } }
}

function partOf(headers: AnySchema): AnySchema {
  return {
    description: 'The requested part.',
    headers: { ...headers, ...headerRefs(['Content-Range']) },
    content: SNAPSHOT_CONTENT,
  }
}

/**
 * Any route may answer with these. Codes of one status share a response, so a 503 also names `key_store_unavailable`, which
 * only routes with a key have.
 */
const EVERYWHERE: readonly ProblemCode[] = [
  'malformed_request',
  'request_timeout',
  'precondition_failed',
  'request_header_too_large',
  'internal',
  'origin_unavailable',
  'catalogue_unavailable',
]

/** Only versions with an announced end answer with these. */
const AT_THE_END: readonly ProblemCode[] = ['version_gone']

function onlyIn({ end }: ApiVersion): readonly ProblemCode[] {
  return end ? AT_THE_END : []
}

/** The description has only GET, which never gets this answer. */
const OF_OTHER_METHODS: readonly ProblemCode[] = ['method_not_allowed']

/** A reference for each status of these codes and of those of every route. */
function failures(codes: readonly ProblemCode[]): AnySchema {
  const statuses = [...codes, ...EVERYWHERE].map((code) => PROBLEMS[code].status)
  const named = statuses.map((status) => [status, { $ref: `#/components/responses/status_${status}` }])
  return Object.fromEntries(named)
}

/** One response a status. If several codes share it, its description names all. */
export function problemResponses({ edition, version }: Pick<DescribedDay, 'edition' | 'version'>): AnySchema {
  const leftOut = [...OF_OTHER_METHODS, ...(version.end ? [] : AT_THE_END)]
  const byStatus = new Map<number, ProblemCode[]>()
  for (const [code, { status }] of entriesOf(PROBLEMS)) {
    if (!leftOut.includes(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses = [...byStatus].map(([status, codes]) => [
    `status_${status}`,
    {
      description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].meaning}`).join('\n\n'),
      headers: problemHeaders(status, version),
      content: {
        'application/problem+json': {
          schema: refTo('Problem'),
          examples: Object.fromEntries(
            codes.map((code) => [code, problemExample(code, edition.attribution, version)]),
          ),
        },
      },
    },
  ])
  return Object.fromEntries(responses)
}

function problemExample(code: ProblemCode, attribution: string, version: ApiVersion): AnySchema {
  const { title } = PROBLEMS[code]
  // The page as seen from `/beta/offers`.
  const about = { attribution, home: '../', version }
  return { summary: title, value: problemBody(code, `${title}.`, about, EXAMPLE_ERRORS[code]) }
}

const EXAMPLE_ERRORS: { readonly [code in ProblemCode]?: ParameterError[] } = {
  invalid_parameter: invalidLimit(),
  scope_exceeded: scopeErrors({ limit: KEY_LIMITS.demo.maxLimit + 1, offset: 0 }, {}, 'demo'),
}

function invalidLimit(): ParameterError[] {
  const parsed = parseListQuery('limit=0')
  return 'faults' in parsed ? parameterErrors(parsed.faults, 'demo') : []
}

/** The headers of the errors with a status. `RateLimit` is left out if all of them come before a request is counted. */
function problemHeaders(status: number, version: ApiVersion): AnySchema {
  const own: HeaderName[] = []
  if (status === 401) own.push('WWW-Authenticate')
  if (status === 416) own.push('Content-Range')
  if (status === 429 || status === 503) own.push('Retry-After')
  const counted = BEFORE_COUNTING.includes(status) ? [] : ON_COUNTED
  const all = AT_THE_SOCKET.includes(status)
    ? ON_ALL.filter((name) => name !== 'X-Request-Id')
    : [...ON_ALL, ...alwaysIn(version)]
  return headerRefs([...own, 'Cache-Control', ...counted, ...all])
}

const BEFORE_COUNTING = [401, 408, 431]
/** All answers with these statuses come before there is a request, so without its id and version. */
const AT_THE_SOCKET = [408, 431]

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][]
}
