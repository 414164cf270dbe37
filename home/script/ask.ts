// One call to the API, as any program makes it. SECURITY: keys and answers stay in the memory of this page.

import { isRecord } from '../../lib/json/json.ts'
import { type Call, targetOf } from '../content/snippets.ts'
import type { Problem } from './words.ts'

export interface Reply {
  status: number
  headers: Headers
  /** The JSON of the answer, after a 304 of the one that was kept. Undefined for a file, which is not downloaded. */
  body: unknown
  durationMs: number
}

const TIMEOUT_MS = 30_000

/** The last answer to each call with each key, with its tag. */
const kept = new Map<string, { etag: string; body: unknown }>()

/** @throws {Error} if no answer comes, or one that is not JSON */
export async function ask(base: string, call: Call, key: string): Promise<Reply> {
  const { kind, needsKey } = call.route
  const url = base + targetOf(call)
  const slot = `${key} ${url}`
  const before = kept.get(slot)
  const headers = new Headers(needsKey ? { Authorization: `Bearer ${key}` } : {})
  if (before) headers.set('If-None-Match', before.etag)
  const startedAt = performance.now()
  const answer = await fetch(url, {
    // HEAD shows the size and the headers of a file without downloading it.
    method: kind === 'snapshot' ? 'HEAD' : 'GET',
    headers,
    // Otherwise the browser's own copy would pass for an answer of the gateway.
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await answer.text()
  const durationMs = performance.now() - startedAt
  const body: unknown = answer.status === 304 ? before?.body : text === '' ? undefined : JSON.parse(text)
  const etag = answer.headers.get('ETag')
  if (answer.ok && etag !== null) kept.set(slot, { etag, body })
  return { status: answer.status, headers: answer.headers, body, durationMs }
}

/** Why the gateway refused the call; undefined if it did not. An answer to HEAD has no body, so its status decides. */
export function problemOf({ status, headers, body }: Reply): Problem | undefined {
  if (status < 400) return undefined
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  const { code, detail } = isRecord(body) ? body : {}
  return {
    code: typeof code === 'string' ? code : (CODES[status] ?? ''),
    detail: typeof detail === 'string' ? detail : `The gateway answered ${status}.`,
    retryAfterSeconds: Number.isNaN(seconds) ? undefined : seconds,
  }
}

const CODES: Readonly<Record<number, string>> = { 401: 'unauthorized', 429: 'rate_limited' }
