// The last request of a connection: what follows it is neither parsed nor read.
//
// SECURITY: Node parses all that it has read at once, 64 kB, also after the connection was closed: some two thousand
// requests, or ten thousand chunks of a body. Its parser is no public API. Without it, everything works, and what was
// read is parsed to its end. See `../fast-path/README.md`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Takes a request whose head is complete. The number says how the parser goes on. */
type TakeRequest = (req: IncomingMessage, keepAlive: boolean) => number

interface Parser {
  onIncoming: TakeRequest
}

/** The parser takes what follows for another protocol, as after an upgrade, and stops. */
const STOP = 2

const takeNone: TakeRequest = () => STOP

/** How long a client may take to read its last answer while it still sends, in milliseconds. */
const LINGER_MS = 1_000

/** Prepares a connection, before its first request, for its last one. */
export function watchRequests(socket: Socket): void {
  const parser = parserOf(socket)
  if (!parser) return
  const takeRequest = parser.onIncoming
  const take: TakeRequest = (req, keepAlive) => {
    const how = takeRequest(req, keepAlive)
    // Its request may have been found to be the last one meanwhile.
    return parser.onIncoming === take ? how : STOP
  }
  parser.onIncoming = take
}

/** Ends the requests of a connection with the one that is being taken: neither its body nor anything after it is read. */
export function takeNoMore(socket: Socket): void {
  const parser = parserOf(socket)
  if (parser) parser.onIncoming = takeNone
  readNoMore(socket)
}

/** Makes an answer the last of its connection, without reading any further. */
export function closeWithAnswer(socket: Socket, res: ServerResponse): void {
  res.shouldKeepAlive = false
  takeNoMore(socket)
  // Node calls it once the last answer is written.
  socket.destroySoon = () => endGently(socket)
}

/**
 * Ends our side of a connection, and closes it a moment later. Closed with unread bytes, it would be reset at once, and
 * a client that is still sending might lose the answer (RFC 9112 §9.6).
 */
export function endGently(socket: Duplex, lastBytes = ''): void {
  readNoMore(socket)
  socket.end(lastBytes)
  const closing = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(closing))
}

function readNoMore(socket: Duplex): void {
  socket.pause()
  // Node calls it whenever a request is complete, and when an answer is sent.
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
