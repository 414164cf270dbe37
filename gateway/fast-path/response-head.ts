// Writes response heads that are prepared as text. Node's `writeHead` checks and joins every field of every answer; here
// the whole head is one text. For the gain see `README.md`.

import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { fieldsIn, type Head } from '../http/head.ts'

/** @param more further header text. SECURITY: it is sent as it is, so it must hold nothing unchecked from a client */
export type WriteHead = (res: ServerResponse, status: number, head: Head, more?: string) => void

/** The documented way, and the fallback. */
export const writeHeadAsFields: WriteHead = (res, status, { framing, headerText }, more = '') => {
  res.writeHead(status, [...fieldsIn(framing + headerText + more)])
}

/**
 * The fast way: every Node so far keeps the head as text in `_header` until the body follows, and closes the connection
 * after an answer with `_last`.
 */
export const writeHeadAsText: WriteHead = (res, status, { framing, headerText }, more = '') => {
  if (!keepsHeadAsText(res)) throw new TypeError('Node keeps no text of the head')
  // SECURITY: the client would take such a body for the next answer.
  if (framing === '' && !WITHOUT_BODY.has(status)) throw new TypeError(`${status}: the length is missing`)
  res.beforeHead?.(status)
  res.statusCode = status
  // A client of HTTP/1.0 needs the length to know the end of an answer.
  const staysOpen = res.shouldKeepAlive && (framing !== '' || res.req.httpVersionMinor > 0)
  // Never back to false: Node also sets it if the client sends no more.
  if (!staysOpen) res._last = true
  const connection = staysOpen ? KEEP_ALIVE : CLOSE
  res._header = `${firstLine(status)}${framing}${dateLine()}${connection}${headerText}${more}\r\n`
}

/** Statuses whose answers have no body (RFC 9110 §6.4.1). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304])

const KEEP_ALIVE = 'Connection: keep-alive\r\n'
const CLOSE = 'Connection: close\r\n'

const firstLines = new Map<number, string>()

function firstLine(status: number): string {
  const known = firstLines.get(status)
  if (known !== undefined) return known
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`
  firstLines.set(status, line)
  return line
}

/** The line of the second since the epoch that was written last. */
let date = { second: 0, line: '' }

function dateLine(): string {
  const now = Date.now()
  const second = Math.trunc(now / 1000)
  if (second !== date.second) date = { second, line: `Date: ${new Date(now).toUTCString()}\r\n` }
  return date.line
}

/** What the fast way relies on; `beforeHead` is of `express-prototypes.ts`. */
type TextResponse = ServerResponse & {
  _header: unknown
  _last: unknown
  beforeHead?: (status: number) => void
}

function keepsHeadAsText(res: ServerResponse): res is TextResponse {
  return '_header' in res && '_last' in res
}

function canWriteText(): boolean {
  const probe = new ServerResponse(new IncomingMessage(new Socket()))
  if (!keepsHeadAsText(probe) || probe._last !== false) return false
  const { _header: header } = probe.writeHead(204)
  return typeof header === 'string' && header.endsWith('\r\n\r\n')
}

export const writeHead = canWriteText() ? writeHeadAsText : writeHeadAsFields
