// Answers requests that Node's parser refuses, and CONNECT. Express never sees them, so the answer is written to the
// socket, in the form of all others, and ends the connection.

import type { Duplex } from 'node:stream'
import { PROBLEMS, type ProblemCode, problemBody } from '../../contract/api/problems.ts'
import { CURRENT_VERSION } from '../../contract/api/versions.ts'
import { systemCode } from '../../lib/errors.ts'
import type { ProblemSource } from '../catalogue/problem-source.ts'
import { answerUnderWay, endGently } from '../fast-path/take-requests.ts'
import { type Fields, headerText } from '../http/head.ts'
import { ALLOWED_METHODS, COMMON_FIELDS } from '../http/headers.ts'

/** Our code and detail, by the code of Node's error. */
const CODES: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['request_header_too_large', 'Address and headers are longer than 16 kB together.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The header of the request did not arrive in time.'],
}
const OTHERWISE: readonly [ProblemCode, string] = [
  'malformed_request',
  'The input is not an HTTP/1.1 request.',
]

/**
 * Listeners for the events `clientError` and `connect` of an HTTP server. Without one for `connect` it would close the
 * connection silently.
 * @param refused called with the code of each answer
 */
export function refusalsOfInput(source: ProblemSource, refused: (code: ProblemCode) => void) {
  const ending = new WeakSet<Duplex>()
  /** Writes the last answer of a connection, after those under way. */
  const endWith = (
    socket: Duplex,
    [code, detail]: readonly [ProblemCode, string],
    { fields = [], isHead = false }: { fields?: Fields; isHead?: boolean } = {},
  ) => {
    // Bytes after the first fault have no meaning.
    if (ending.has(socket)) return
    ending.add(socket)
    socket.pause()
    onceAnswered(socket, () => {
      if (!socket.writable) return
      const context = { ...source(undefined), version: CURRENT_VERSION }
      const body = `${JSON.stringify(problemBody(code, detail, context))}\n`
      refused(code)
      endGently(socket, `${headText(code, Buffer.byteLength(body), fields)}\r\n${isHead ? '' : body}`)
    })
  }
  return {
    clientError(error: Error, socket: Duplex): void {
      // The client is gone.
      if (!socket.writable || systemCode(error) === 'ECONNRESET') return void socket.destroy()
      endWith(socket, CODES[systemCode(error) ?? ''] ?? OTHERWISE, { isHead: isInHead(error) })
    },
    connect(_request: unknown, socket: Duplex): void {
      // The server has handed the socket over, and no longer handles its events.
      socket.on('error', () => {})
      socket.once('finish', () => socket.destroy())
      const fields = ['Allow', ALLOWED_METHODS]
      endWith(socket, ['method_not_allowed', 'CONNECT is not answered here.'], { fields })
    },
  }
}

/** Whether the parser stopped in a request that begins with HEAD, whose answer has no body (RFC 9110 §9.3.2). */
function isInHead(error: Error): boolean {
  const { rawPacket, bytesParsed } = error as { rawPacket?: unknown; bytesParsed?: unknown }
  if (!Buffer.isBuffer(rawPacket)) return false
  const parsed = rawPacket.toString(
    'latin1',
    0,
    typeof bytesParsed === 'number' ? bytesParsed + 1 : undefined,
  )
  const end = parsed.lastIndexOf('\r\n\r\n')
  return parsed.startsWith('HEAD ', end < 0 ? 0 : end + 4)
}

function headText(code: ProblemCode, length: number, more: Fields): string {
  const fields = ['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store', ...COMMON_FIELDS]
  fields.push(...more, 'Content-Length', String(length), 'Connection', 'close')
  return `HTTP/1.1 ${PROBLEMS[code].status} ${code}\r\n${headerText(fields)}`
}

/** Calls `then` as soon as no answer of the connection is under way. */
function onceAnswered(socket: Duplex, then: () => void): void {
  const answer = answerUnderWay(socket)
  if (answer) answer.once('close', () => onceAnswered(socket, then))
  else then()
}
