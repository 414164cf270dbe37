// One call to the API, as any program makes it. SECURITY: keys and answers stay in the memory of this page.

import { isRecord } from '../../../lib/json/json.ts'
import { type Call, targetOf } from '../content/snippets.ts'

/** The answer to a call. */
export interface Reply {
  status: number
  headers: Headers
  /** The JSON of the answer; after a 304, that of the kept answer. Undefined for a snapshot: HEAD has no body. */
  body: unknown
  durationMs: number
}

const TIMEOUT_MS = 30_000

/** The latest good answer to each call with each key, and its tag. */
const kept = new Map<string, { etag: string; body: unknown }>()

/**
 * Makes a call. If an answer to it is kept, asks only for a newer one.
 * @param base the address of the API, without a slash at the end
 * @throws {Error} if no answer comes in time, or one that is not JSON
 */
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

/**
 * Why the gateway refused the call, and the remedy, for readers who have only this page; undefined if it did not.
 * @param isDemo whether the call used the public demo key
 */
export function refusalIn({ status, headers, body }: Reply, isDemo: boolean): string | undefined {
  if (status < 400) return undefined
  const seconds = headers.get('Retry-After')
  const again = seconds === null ? '' : ` Try again in ${seconds} s.`
  // An answer to HEAD has no body, so its status decides.
  if (status === 429) return `Too many calls.${again}`
  if (status === 401) {
    return isDemo
      ? 'This gateway does not accept the demo key: it has expired, was revoked, or was never issued here. Use your own key: “Keys” below says how to get one.'
      : 'This key is not accepted: it is mistyped, has expired, or was revoked.'
  }
  const { detail } = isRecord(body) ? body : {}
  return `${typeof detail === 'string' ? detail : `The gateway answered ${status}.`}${again}`
}
