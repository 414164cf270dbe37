// Makes a request the last of its connection: bytes after it are neither parsed nor read.
//
// SECURITY: Node parses all 64 kB that it has read, even after the connection is closed: some two thousand requests, or
// ten thousand chunks of a body. Its parser is not a public API. If it changes, everything still works, but those bytes
// are parsed. See `README.md`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Takes a request whose head is complete. The result controls the parser. */
type TakeRequest = (req: IncomingMessage, keepAlive: boolean) => number

interface Parser {
  onIncoming: TakeRequest
}

/** The parser stops, as after an upgrade to another protocol. */
const STOP = 2

const takeNone: TakeRequest = () => STOP

/** How long a client may take to read its last answer while it still sends, in milliseconds. */
const LINGER_MS = 1_000

/** Prepares a connection, before its first request, for `takeNoMore`. */
export function watchRequests(socket: Socket): void {
  const parser = parserOf(socket)
  if (!parser) return
  const takeRequest = parser.onIncoming
  const take: TakeRequest = (req, keepAlive) => {
    const result = takeRequest(req, keepAlive)
    // `takeNoMore` may have been called meanwhile.
    return parser.onIncoming === take ? result : STOP
  }
  parser.onIncoming = take
}

/** Makes the current request the last: neither its body nor anything after it is read. */
export function takeNoMore(socket: Socket): void {
  const parser = parserOf(socket)
  if (parser) parser.onIncoming = takeNone
  readNoMore(socket)
}

/** Makes an answer the last of its connection, and reads no further. */
export function closeWithAnswer(socket: Socket, res: ServerResponse): void {
  res.shouldKeepAlive = false
  takeNoMore(socket)
  // Node calls it once the last answer is written.
  socket.destroySoon = () => endGently(socket)
}

/**
 * Ends our side of a connection, and closes it a moment later. Closing it with unread bytes would reset it, and a client
 * that is still sending might lose the answer (RFC 9112 §9.6).
 */
export function endGently(socket: Duplex, lastBytes = ''): void {
  readNoMore(socket)
  socket.end(lastBytes)
  const closing = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(closing))
}

function readNoMore(socket: Duplex): void {
  socket.pause()
  // Node calls it whenever a request is complete, and whenever an answer is sent.
  socket.resume = () => socket
}

function parserOf(socket: Socket): Parser | undefined {
  const parser: unknown = 'parser' in socket ? socket.parser : undefined
  return isParser(parser) ? parser : undefined
}

function isParser(value: unknown): value is Parser {
  return (
    typeof value === 'object' &&
    value !== null &&
    'onIncoming' in value &&
    typeof value.onIncoming === 'function'
  )
}
