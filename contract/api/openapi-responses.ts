// What routes may answer with, and the headers that go with it, for the API description.

import { RATE_WINDOW_SECONDS, WIDEST_KIND, WIDEST_LIMITS } from '../keys/kinds.ts'
import type { AnySchema } from '../lib/schema.ts'
import { refTo } from '../offers/offer.ts'
import { PROBLEMS, type ProblemCode } from './problems.ts'
import type { ResourceRow } from './resources.ts'

/** The responses of a route, by status. */
export function responsesOf({ kind, needsKey, success, problems }: ResourceRow): AnySchema {
  const more = success.headers ?? []
  const headers =
    kind === 'snapshot' ? answerHeaders(SNAPSHOT_HEADERS) : needsKey ? answerHeaders(more) : PUBLIC_HEADERS
  const content = kind === 'snapshot' ? SNAPSHOT_CONTENT : jsonContent(success.schema)
  return {
    200: { description: success.description, headers, content },
    ...(kind === 'snapshot' ? { 206: partOf(headers) } : {}),
    ...failures(problems),
  }
}

const SNAPSHOT_HEADERS = ['Content-Disposition', 'Repr-Digest', 'Accept-Ranges']
const SNAPSHOT_CONTENT = { 'application/gzip': { schema: { type: 'string', contentEncoding: 'binary' } } }

function jsonContent(schema: string | null): AnySchema {
  return { 'application/json': { schema: schema === null ? { type: 'object' } : refTo(schema) } }
}

function partOf(headers: AnySchema): AnySchema {
  return {
    description: 'The part that was asked for.',
    headers: { ...headers, 'Content-Range': headerRef('Content-Range') },
    content: SNAPSHOT_CONTENT,
  }
}

function headerRef(name: string): AnySchema {
  return { $ref: `#/components/headers/${name}` }
}

function headerRefs(names: readonly string[]): AnySchema {
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]))
}

function answerHeaders(more: readonly string[]): AnySchema {
  return headerRefs(['ETag', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', ...more])
}

const PUBLIC_HEADERS = headerRefs(['ETag', 'Cache-Control'])

// Any route may answer with these, whatever it is asked.
const EVERYWHERE = ['internal', 'origin_unavailable', 'catalogue_unavailable'] as const

function failures(codes: readonly ProblemCode[]): AnySchema {
  const responses: Record<string, AnySchema> = {
    304: { description: 'What you have still stands. No body.', headers: answerHeaders([]) },
  }
  for (const code of [...codes, ...EVERYWHERE]) {
    const { status } = PROBLEMS[code]
    responses[status] = { $ref: `#/components/responses/status_${status}` }
  }
  return responses
}

/** One response a status: where two codes share one, its description names both. */
export function problemResponses(): AnySchema {
  const byStatus = new Map<number, string[]>()
  for (const [code, { status, meaning }] of Object.entries(PROBLEMS)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${meaning}`])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, meanings]) => [
      `status_${status}`,
      {
        description: meanings.join('\n\n'),
        ...(problemHeaders(status) ? { headers: problemHeaders(status) } : {}),
        content: { 'application/problem+json': { schema: refTo('Problem') } },
      },
    ]),
  )
}

function problemHeaders(status: number): AnySchema | undefined {
  if (status === 401) return { 'WWW-Authenticate': headerRef('WWW-Authenticate') }
  if (status === 416) return { 'Content-Range': headerRef('Content-Range') }
  if (status === 429 || status === 503) return { 'Retry-After': headerRef('Retry-After') }
  return undefined
}

const header = (description: string, example: string): AnySchema => ({
  description,
  schema: { type: 'string', examples: [example] },
})

export const HEADERS: Readonly<Record<string, AnySchema>> = {
  ETag: header('A strong validator: send it back in `If-None-Match`.', '"0f343b0931126a20f133d67c2b018a3b"'),
  'Cache-Control': header('How long an answer may be kept.', 'private, max-age=3600'),
  RateLimit: header(
    'What is left of the window, and the seconds until the next one.',
    `"${WIDEST_KIND}";r=299;t=12`,
  ),
  'RateLimit-Policy': header(
    'The requests in a window, and its seconds.',
    `"${WIDEST_KIND}";q=${WIDEST_LIMITS.requests};w=${RATE_WINDOW_SECONDS}`,
  ),
  'Retry-After': header('Whole seconds to wait.', '12'),
  Link: header(
    'The first, previous and next page, where this key may read them.',
    '<?limit=25&offset=25>; rel="next"',
  ),
  'Content-Disposition': header('A dated file name.', 'attachment; filename="offers-2026-09-01.ndjson.gz"'),
  'Content-Range': header('The range that follows, and the whole length.', 'bytes 1024-2047/146515'),
  'Accept-Ranges': header('Ranges are counted in bytes.', 'bytes'),
  'Repr-Digest': header(
    'SHA-256 of the whole file (RFC 9530).',
    'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  ),
  'WWW-Authenticate': header('How to present a key.', 'Bearer realm="offers"'),
}
