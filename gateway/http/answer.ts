// The one place where heads of answers are completed: what was prepared, plus what differs for every request.

import type { IncomingMessage } from 'node:http'
import type { ExchangeResponse } from '../exchange.ts'
import { type FlatHeaders, rateHeaders } from './headers.ts'

/** The prepared head, completed with rate headers (once the request was counted) and the request's id. */
export function completeHead(res: ExchangeResponse, headers: FlatHeaders): string[] {
  const { id, caller, rate } = res.locals.exchange
  const counted = caller && rate ? rateHeaders(caller, rate) : []
  return [...headers, ...counted, 'X-Request-Id', id]
}

/** Writes a whole answer. To HEAD the same head goes out, without the body (RFC 9110 §9.3.2). */
export function answer(
  req: IncomingMessage,
  res: ExchangeResponse,
  status: number,
  headers: FlatHeaders,
  body?: Buffer,
): void {
  res.writeHead(status, completeHead(res, headers))
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}
