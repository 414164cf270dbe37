// Sends whole answers, and completes heads: prepared text, and the fields that differ for every request.

import type { IncomingMessage } from 'node:http'
import { KEY_KINDS, KEY_LIMITS, type KeyKind, RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { recordOf } from '../../lib/record-of.ts'
import { writeHead } from '../fast-path/response-head.ts'
import type { Head } from '../http/head.ts'
import type { ContextResponse, RequestContext } from './request-context.ts'

// The fields up to the number of requests left, which follows. The policies are named after the kinds of keys.
const rateText = (kind: KeyKind, requests: number) =>
  `RateLimit-Policy: "${kind}";q=${requests};w=${RATE_WINDOW_SECONDS}\r\nRateLimit: "${kind}";r=`

// Most keys have the limit of their kind, so their answers share this text.
const USUAL_RATE_TEXT = recordOf(KEY_KINDS, (kind) => rateText(kind, KEY_LIMITS[kind].requests))

/**
 * The header text of the rate limit, if the request was counted, and of the request's id.
 * SECURITY: only numbers and a checked id; see `request-context.ts`.
 */
export function contextHeaderText({ id, caller, rate }: RequestContext): string {
  if (!caller || !rate) return `X-Request-Id: ${id}\r\n`
  const { kind, requests } = caller
  const isUsual = requests === KEY_LIMITS[kind].requests
  const policy = isUsual ? USUAL_RATE_TEXT[kind] : rateText(kind, requests)
  return `${policy}${rate.remaining};t=${rate.resetSeconds}\r\nX-Request-Id: ${id}\r\n`
}

/**
 * For the log of a trusted proxy: the id of the key, its kind, and the code of the problem.
 * SECURITY: no other client gets them; the proxy removes them (`balancer.conf`).
 */
function proxyHeaderText({ holder, problem }: RequestContext): string {
  const key = holder ? `X-Offers-Key: ${holder.id}\r\nX-Offers-Key-Kind: ${holder.kind}\r\n` : ''
  return problem ? `${key}X-Offers-Problem: ${problem}\r\n` : key
}

/**
 * The field of the previous answer with `Keep-Alive`, and its time in milliseconds: most connections have the same. A
 * connection without a time-out gets no field.
 */
let keepAlive = { timeout: 0, text: '' }

/** The header text that differs from answer to answer. */
export function requestHeaderText(res: ContextResponse): string {
  const { context } = res.locals
  const text = contextHeaderText(context) + (context.isFromProxy ? proxyHeaderText(context) : '')
  if (!res.shouldKeepAlive) return text
  // Clients that know how long they may be idle close a connection first, instead of sending a request that crosses its
  // end. `ConnectionBounds` sets the time; a proxy may be idle for longer than a client.
  const { timeout = 0 } = res.req.socket
  if (timeout !== keepAlive.timeout) {
    keepAlive = { timeout, text: `Keep-Alive: timeout=${timeout / 1000}\r\n` }
  }
  return text + keepAlive.text
}

/** Of a piece is seen only whether all of it was taken. */
const PIECE_BYTES = 64 * 1024

/** The same as `sendResponse`, but each piece follows when the one before was taken: so it is seen how far a client has come. */
export function sendInPieces(
  req: IncomingMessage,
  res: ContextResponse,
  { status, head, body }: { status: number; head: Head; body: Buffer },
): void {
  if (req.method === 'HEAD' || body.length <= PIECE_BYTES) {
    sendResponse(req, res, { status, head, body })
    return
  }
  writeHead(res, status, head, requestHeaderText(res))
  const sendFrom = (start: number) => {
    const end = start + PIECE_BYTES
    const piece = body.subarray(start, end)
    if (end >= body.length) res.end(piece)
    else
      res.write(piece, (error) => {
        if (!error) sendFrom(end)
      })
  }
  sendFrom(0)
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
