// Completes heads: prepared text, and the fields that differ for every request.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { KEY_KINDS, KEY_LIMITS, type KeyKind, RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { recordOf } from '../../lib/record-of.ts'
import { writeHead } from '../fast-path/response-head.ts'
import type { Head } from '../http/head.ts'
import type { Caller } from '../keys/key-verdict.ts'
import type { ContextResponse, RequestContext } from './request-context.ts'

// The policies are named after the kinds of keys.
const rateText = (kind: KeyKind, requests: number) =>
  `RateLimit-Policy: "${kind}";q=${requests};w=${RATE_WINDOW_SECONDS}\r\nRateLimit: "${kind}";r=`

// Most keys have the limit of their kind, so their answers share this text.
const USUAL_RATE_TEXT = recordOf(KEY_KINDS, (kind) => rateText(kind, KEY_LIMITS[kind].requests))

function rateTextFor({ kind, requests }: Caller): string {
  return requests === KEY_LIMITS[kind].requests ? USUAL_RATE_TEXT[kind] : rateText(kind, requests)
}

/**
 * The rate limit, if the request was counted, and the request's id.
 * SECURITY: only numbers and a checked id; see `request-context.ts`.
 */
export function contextHeaderText({ id, caller, rate }: RequestContext): string {
  if (!caller || !rate) return `X-Request-Id: ${id}\r\n`
  return `${rateTextFor(caller)}${rate.remaining};t=${rate.resetSeconds}\r\nX-Request-Id: ${id}\r\n`
}

// Clients that know how long they may be idle close a connection first, instead of sending a request that crosses its
// end. A proxy may be idle for longer than a client.
function keepAliveText({ timeout = 0 }: Socket): string {
  if (timeout !== last.timeout) last = { timeout, text: `Keep-Alive: timeout=${timeout / 1000}\r\n` }
  return last.text
}
// Most connections have the same time.
let last = { timeout: 0, text: '' }

/** The header text that differs from answer to answer. */
export function requestHeaderText(res: ContextResponse): string {
  const text = contextHeaderText(res.locals.context)
  return res.shouldKeepAlive ? text + keepAliveText(res.req.socket) : text
}

/** Sends a whole answer; to HEAD without the body (RFC 9110 §9.3.2). */
export function sendResponse(
  req: IncomingMessage,
  res: ContextResponse,
  { status, head, body }: { status: number; head: Head; body?: Buffer },
): void {
  writeHead(res, status, head, requestHeaderText(res))
  if (body === undefined || req.method === 'HEAD') res.end()
  else res.end(body)
}
