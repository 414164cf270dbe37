// The one place where heads of answers are completed: what was prepared, plus what differs for every request.

import type { IncomingMessage } from 'node:http'
import { KEY_KINDS, KEY_LIMITS, type KeyKind, RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { recordOf } from '../../contract/lib/record-of.ts'
import { type Head, writeHead } from '../fast-path/response-head.ts'
import type { ContextResponse, RequestContext } from '../request-context.ts'

// The policies are named after the kinds of keys. What comes first in all answers to a kind is one text.
const rateLines = (kind: KeyKind) =>
  `RateLimit-Policy: "${kind}";q=${KEY_LIMITS[kind].requests};w=${RATE_WINDOW_SECONDS}\r\nRateLimit: "${kind}";r=`
const RATE_LINES = recordOf(KEY_KINDS, rateLines)

/**
 * What an answer says of its request alone: the rate limit, once the request was counted, and the request's id.
 * SECURITY: numbers, and an id that was looked through; see `request-id.ts`.
 */
export function linesOfRequest({ id, caller, rate }: RequestContext): string {
  if (!caller || !rate) return `X-Request-Id: ${id}\r\n`
  return `${RATE_LINES[caller.kind]}${rate.remaining};t=${rate.resetSeconds}\r\nX-Request-Id: ${id}\r\n`
}

/** How long a connection may be idle, in seconds. */
export const IDLE_SECONDS = 65

// Clients that know it give a connection up in time, instead of sending a request that may meet its end.
const KEEP_ALIVE_LINE = `Keep-Alive: timeout=${IDLE_SECONDS}\r\n`

/** What differs from answer to answer: of the request, and of the connection. */
export function requestHeaderText(res: ContextResponse): string {
  const lines = linesOfRequest(res.locals.context)
  return res.shouldKeepAlive ? lines + KEEP_ALIVE_LINE : lines
}

/** Writes a whole answer. To HEAD the same head goes out, without the body (RFC 9110 §9.3.2). */
export function answer(
  req: IncomingMessage,
  res: ContextResponse,
  status: number,
  head: Head,
  body?: Buffer,
): void {
  writeHead(res, status, head, requestHeaderText(res))
  if (body === undefined || req.method === 'HEAD') res.end()
  else res.end(body)
}
