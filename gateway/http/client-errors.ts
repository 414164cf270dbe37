// Requests that Node's parser refuses: they never become a request that Express could answer, so the answer is
// written to the socket by hand, in the same form as all others.

import type { Duplex } from 'node:stream'
import { PROBLEMS, type ProblemCode, problemBody } from '../../contract/api/problems.ts'
import { systemCode } from '../../contract/lib/errors.ts'
import { CORS_HEADERS } from './headers.ts'
import type { ProblemSource } from './problem-source.ts'

const CODES: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['request_header_too_large', 'Address and headers are longer than 16 kB together.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The head of the request did not arrive in time.'],
}
const OTHERWISE: readonly [ProblemCode, string] = [
  'malformed_request',
  'What was received is no HTTP/1.1 request.',
]

/**
 * A listener for `clientError` of an HTTP server.
 * @param refused called with the code of each answer
 */
export function answerClientError(
  source: ProblemSource,
  refused: (code: ProblemCode) => void,
): (error: Error, socket: Duplex) => void {
  return (error, socket) => {
    // Hung up, or in the middle of an answer: nothing sensible can be said any more.
    if (!socket.writable || systemCode(error) === 'ECONNRESET' || isAnswering(socket))
      return void socket.destroy()
    const [code, detail] = CODES[systemCode(error) ?? ''] ?? OTHERWISE
    const said = { attribution: source.attribution(), home: source.homeFor(undefined) }
    const body = `${JSON.stringify(problemBody(code, detail, said))}\n`
    refused(code)
    socket.end(`${headOf(code, Buffer.byteLength(body))}\r\n\r\n${body}`)
  }
}

function headOf(code: ProblemCode, length: number): string {
  const fields = ['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store', ...CORS_HEADERS]
  fields.push('Content-Length', String(length), 'Connection', 'close')
  const lines = [`HTTP/1.1 ${PROBLEMS[code].status} ${code}`]
  for (let index = 0; index < fields.length; index += 2) lines.push(`${fields[index]}: ${fields[index + 1]}`)
  return lines.join('\r\n')
}

// Node keeps the answer under way on the socket; a second one must not be written into it.
function isAnswering(socket: Duplex): boolean {
  return '_httpMessage' in socket && Boolean(socket._httpMessage)
}
