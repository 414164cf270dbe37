// Bounds on connections, in all and per address, and on the waiting requests and free answers of each (`limits.ts`). No
// address is blocked: those who share it would be locked out for what a neighbour does.
// SECURITY: a connection over a limit is closed at once, without an answer; only one with too many free answers still gets
// the last of them. `onDrop` decides what is logged.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { recordOf } from '../../lib/record-of.ts'
import { type Clock, monotonicClock } from '../../lib/time/clock.ts'
import { closeWithAnswer, takeInOrder, takeNoMore } from '../fast-path/take-requests.ts'
import { subjectOfAddress } from '../limits/client-address.ts'
import {
  FREE_ANSWERS_MS,
  IDLE_TIMEOUT_MS,
  MANY_CONNECTIONS,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_FREE_ANSWERS,
  MAX_WAITING_REQUESTS,
  PROXY_IDLE_TIMEOUT_MS,
} from './limits.ts'
import { Turns } from './turns.ts'

/**
 * Too many connections in all, or of one address; too many waiting requests of a connection; too many free answers; a large
 * answer that was taken too slowly, or ended because another caller needed its room.
 */
export const DROP_REASONS = ['total', 'address', 'pipeline', 'loop', 'slow', 'room'] as const
export type DropReason = (typeof DROP_REASONS)[number]

export interface ConnectionOptions {
  maxPerAddress?: number
  /** A proxy speaks for many clients: its connections are counted only in all, and may be idle for longer. */
  isProxy?: (address: string) => boolean
  /** How long a connection may be without a byte in either direction, in milliseconds. */
  idleTimeoutMs?: number
  /** The same for a proxy. */
  proxyIdleTimeoutMs?: number
  clock?: Clock
  /** Called for each connection that is closed for one of `DROP_REASONS`, except `total`: Node closes those by itself. */
  onDrop?: (drop: { address: string | undefined; reason: DropReason }) => void
}

/** The facts of an open connection. */
interface Connection {
  /** The address as rate limits count it; undefined for a proxy. */
  readonly clientKey: string | undefined
  /** Free answers in a window that ends at `until`, in milliseconds of the clock. */
  free: { count: number; until: number }
}

export class ConnectionBounds {
  /** Connections closed since the start. */
  readonly dropped: Record<DropReason, number> = recordOf(DROP_REASONS, () => 0)
  readonly #options: Required<ConnectionOptions>
  /** The number of open connections by client key. */
  readonly #open = new Map<string, number>()
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #turns = new Turns()

  constructor(options: ConnectionOptions = {}) {
    this.#options = {
      maxPerAddress: MAX_CONNECTIONS_PER_ADDRESS,
      isProxy: () => false,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      proxyIdleTimeoutMs: PROXY_IDLE_TIMEOUT_MS,
      clock: monotonicClock,
      onDrop: () => {},
      ...options,
    }
  }

  /** Bounds the connections of a server. */
  watch(server: Server): void {
    server.maxConnections = MAX_CONNECTIONS
    server.setTimeout(this.#options.idleTimeoutMs)
    server.on('drop', () => {
      this.dropped.total += 1
    })
    server.on('connection', (socket: Socket) => {
      this.#turns.newConnection()
      this.#count(socket)
      if (!socket.destroyed) takeInOrder(socket, this.#onWait)
    })
  }

  /**
   * Calls `answer`, now or later: requests that follow a free answer are answered a few at a time, so that loops of them
   * do not delay other clients. No route takes a body: the answer to a request with one is the last of its connection.
   */
  admit(req: IncomingMessage, res: ServerResponse, answer: () => void): void {
    const { socket } = req
    if (hasBody(req)) closeWithAnswer(socket, res)
    if (this.#hasFreeAnswers(this.#connectionOf(socket))) {
      this.#turns.add(() => {
        if (!socket.destroyed) answer()
      })
    } else answer()
  }

  /** Bounds the requests that wait for the answers before them. As in `admit`, one with a body is the last. */
  readonly #onWait = (req: IncomingMessage, waiting: number): void => {
    const { socket } = req
    const isTooMany = waiting > MAX_WAITING_REQUESTS
    if (isTooMany || hasBody(req)) takeNoMore(socket)
    if (!isTooMany) return
    socket.destroy()
    this.drop(socket, 'pipeline')
  }

  /** Whether a trusted proxy has opened a connection. */
  isFromProxy(socket: Socket): boolean {
    return this.#connectionOf(socket).clientKey === undefined
  }

  #hasFreeAnswers({ free }: Connection): boolean {
    return free.count > 0 && this.#options.clock() < free.until
  }

  /**
   * Counts an answer that no rate limit has allowed, before its head is written. Returns whether it must be the last of
   * its connection. Answers to proxies are not counted.
   */
  countFreeAnswer({ req: { socket } }: ServerResponse): boolean {
    const connection = this.#connectionOf(socket)
    if (connection.clientKey === undefined) return false
    const { free } = connection
    const now = this.#options.clock()
    if (now >= free.until) connection.free = { count: 1, until: now + FREE_ANSWERS_MS }
    else free.count += 1
    if (connection.free.count < MAX_FREE_ANSWERS) return false
    if (connection.free.count === MAX_FREE_ANSWERS) this.drop(socket, 'loop')
    return true
  }

  /** Counts and reports a connection that is closed. */
  drop({ remoteAddress }: Socket, reason: DropReason): void {
    this.dropped[reason] += 1
    this.#options.onDrop({ address: remoteAddress, reason })
  }

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known) return known
    const { remoteAddress: address } = socket
    // A connection that is closed already has no address: like one of a proxy, it has no client to be counted for.
    const clientKey =
      address === undefined || this.#options.isProxy(address) ? undefined : subjectOfAddress(address)
    const connection: Connection = { clientKey, free: { count: 0, until: 0 } }
    this.#connections.set(socket, connection)
    return connection
  }

  /** Counts a new connection, or closes it if its address has too many. A proxy only gets its longer time. */
  #count(socket: Socket): void {
    const { clientKey } = this.#connectionOf(socket)
    if (clientKey === undefined) return void socket.setTimeout(this.#options.proxyIdleTimeoutMs)
    const open = this.#open.get(clientKey) ?? 0
    if (open >= this.#options.maxPerAddress) {
      this.drop(socket, 'address')
      socket.destroy()
      return
    }
    this.#open.set(clientKey, open + 1)
    socket.once('close', () => this.#forget(clientKey))
    if (open >= MANY_CONNECTIONS) this.#readLater(socket)
  }

  /** So that an address with many connections, all with bytes to read, delays only itself. */
  #readLater(socket: Socket): void {
    // Not at once: Node begins to read only after this event.
    process.nextTick(() => {
      socket.pause()
      this.#turns.add(() => {
        if (!socket.destroyed) socket.resume()
      })
    })
  }

  #forget(clientKey: string): void {
    const open = (this.#open.get(clientKey) ?? 0) - 1
    if (open > 0) this.#open.set(clientKey, open)
    else this.#open.delete(clientKey)
  }
}

/** Whether a body follows the head of a request (RFC 9112 §6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}
