// The answers of the API description: what every route may answer with, and the headers that go with it.

import type { Schema } from '../lib/schema.ts'
import { PROBLEMS, type ProblemCode } from './problems.ts'
import { refTo } from './schemas.ts'

export function jsonAnswer(description: string, schema: string, more: readonly string[] = []): Schema {
  return {
    description,
    headers: answerHeaders(more),
    content: { 'application/json': { schema: refTo(schema) } },
  }
}

export function headerRef(name: string): Schema {
  return { $ref: `#/components/headers/${name}` }
}

export function answerHeaders(more: readonly string[]): Schema {
  const names = ['ETag', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', ...more]
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]))
}

// Any keyed route can meet these, whatever it is asked.
const EVERYWHERE = ['internal', 'origin_unavailable', 'catalogue_unavailable'] as const

export function failures(...codes: ProblemCode[]): Schema {
  const responses: Record<string, Schema> = {
    304: { description: 'What you have still stands. No body.', headers: answerHeaders([]) },
  }
  for (const code of [...codes, ...EVERYWHERE]) {
    const { status } = PROBLEMS[code]
    responses[status] = { $ref: `#/components/responses/status_${status}` }
  }
  return responses
}

/** One response a status: where two codes share one, its description names both. */
export function problemResponses(): Schema {
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

function problemHeaders(status: number): Schema | undefined {
  if (status === 401) return { 'WWW-Authenticate': headerRef('WWW-Authenticate') }
  if (status === 416) return { 'Content-Range': headerRef('Content-Range') }
  if (status === 429 || status === 503) return { 'Retry-After': headerRef('Retry-After') }
  return undefined
}

const header = (description: string, example: string): Schema => ({
  description,
  schema: { type: 'string', examples: [example] },
})

export const HEADERS: Readonly<Record<string, Schema>> = {
  ETag: header('A strong validator: send it back in `If-None-Match`.', '"0f343b0931126a20f133d67c2b018a3b"'),
  'Cache-Control': header('How long an answer may be kept.', 'private, max-age=3600'),
  RateLimit: header('What is left of the window, and the seconds until the next one.', '"named";r=299;t=12'),
  'RateLimit-Policy': header('The requests in a window, and its seconds.', '"named";q=300;w=60'),
  'Retry-After': header('Whole seconds to wait.', '12'),
  Link: header(
    'The first, previous and next page, where this key may read them.',
    '</beta/offers?limit=25&offset=25>; rel="next"',
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
