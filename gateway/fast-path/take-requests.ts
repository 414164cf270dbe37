// Takes the requests of a connection one after the other, and none after its last answer.
//
// SECURITY: Node parses all 64 kB that it has read, even after the connection is closed: some two thousand requests, or
// ten thousand chunks of a body. It would make an answer for each request at once, and end each with an error, with its
// stack, if the connection closes. Its parser is not a public API. See `README.md`.

import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A request whose head is complete. */
type Incoming = IncomingMessage & { upgrade?: boolean }

/** Takes a request. The result controls the parser. */
type TakeRequest = (req: Incoming, keepAlive: boolean) => number

interface Parser {
  onIncoming: TakeRequest
}

// Results for the parser: it goes on, or stops, as after an upgrade to another protocol.
const GO_ON = 0
const STOP = 2

const takeNone: TakeRequest = () => STOP

/** How long a client may take to read its last answer while it still sends, in milliseconds. */
const LINGER_MS = 1_000

/**
 * Prepares a connection, before its first request. A pipelined request is taken when those before it are answered.
 * @param onWait called with each request that has to wait, and how many now do
 */
export function takeInOrder(socket: Socket, onWait: (req: IncomingMessage, waiting: number) => void): void {
  const parser = parserOf(socket)
  if (!parser) return
  const takeRequest = parser.onIncoming
  const waiting: Parameters<TakeRequest>[] = []
  const takeNext = () => {
    const next = waiting.shift()
    if (!next || !socket.writable) return
    takeRequest(...next)
    // An answer that is given at once is still under way here: Node lets go of it later, once it is written.
    if (waiting.length > 0) answerUnderWay(socket)?.once('close', takeNext)
  }
  const take: TakeRequest = (req, keepAlive) => {
    const before = answerUnderWay(socket)
    const isFirst = !before && waiting.length === 0
    let result = GO_ON
    // Node hands the socket of a CONNECT over at once.
    if (isFirst || req.method === 'CONNECT') result = takeRequest(req, keepAlive)
    else {
      // If nothing listens for upgrades, Node does this, too, but only when it takes the request. Until then its parser
      // would read the next bytes as another protocol.
      req.upgrade = false
      if (waiting.push([req, keepAlive]) === 1) before?.once('close', takeNext)
      onWait(req, waiting.length)
    }
    // `takeNoMore` may have been called meanwhile.
    return parser.onIncoming === take ? result : STOP
  }
  parser.onIncoming = take
}

/** The answer that Node writes to a connection now. Node keeps it in the socket until the answer has ended. */
export function answerUnderWay(socket: Duplex): EventEmitter | undefined {
  const answer = '_httpMessage' in socket ? socket._httpMessage : undefined
  return answer instanceof EventEmitter ? answer : undefined
}

/**
 * Makes the request that was parsed last the final one: neither its body nor anything after it is read. Requests that wait
 * are still answered.
 */
export function takeNoMore(socket: Socket): void {
  const parser = parserOf(socket)
  if (parser) parser.onIncoming = takeNone
  readNoMore(socket)
}

/** Makes an answer the last of its connection, and reads no further. */
export function closeWithAnswer(socket: Socket, res: ServerResponse): void {
  res.shouldKeepAlive = false
  takeNoMore(socket)
  // Node calls `destroySoon` once the last answer is written.
  socket.destroySoon = () => endGently(socket)
}

/**
 * Ends our side of a connection, and closes it a moment later. Closing it with unread bytes would reset it, and a client
 * that is still sending might lose the answer (RFC 9112 §9.6).
 * @param lastBytes sent before the end
 */
export function endGently(socket: Duplex, lastBytes = ''): void {
  readNoMore(socket)
  socket.end(lastBytes)
  const closing = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(closing))
}

function readNoMore(socket: Duplex): void {
  socket.pause()
  // Node calls `resume` whenever a request is complete, and whenever an answer is sent.
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
