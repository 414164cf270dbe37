// How many connections there may be, in all and from one address, and how many requests may wait or be refused on each.
// SECURITY: a connection too many is closed at once, without an answer and without a line in the log.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Nothing } from '../../lib/command-line/command.ts'
import { recordOf } from '../../lib/record-of.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { IDLE_SECONDS } from '../exchange/send-response.ts'
import { subjectOfAddress } from '../limits/subject.ts'
import { Offences } from './offences.ts'

/** In all. Each takes a file descriptor and memory, with or without a request. */
export const MAX_CONNECTIONS = 20_000

/** From one address (IPv6: one /64), so that no single caller can take them all. */
export const MAX_CONNECTIONS_PER_ADDRESS = 2_500

/**
 * Requests of one connection that wait for the answer before theirs (pipelining, RFC 9112 §9.3.2). Node stops reading
 * from a client that does not read, but takes all requests of what it has read before: some two thousand in 64 kB.
 */
export const MAX_WAITING_REQUESTS = 20

/**
 * Requests of one connection that are refused (4xx) within `REFUSALS_MS`. A program with a bad key, or one that does not
 * wait as a 429 says, stays far below. SECURITY: no key limits refusals, and a closed loop of them would keep the gateway
 * busy.
 */
export const MAX_REFUSALS = 100
const REFUSALS_MS = 10_000

/**
 * Without a byte in either direction for so long, a connection is closed: an idle one, and that of a stopped reader,
 * which Node gives the time twice: once for the bytes that the system still took, once for those that it did not.
 * Longer than balancers keep idle connections (nginx: 60 s), so that they close them: a gateway that closes
 * first may do so while a request is on its way.
 */
const IDLE_TIMEOUT_MS = IDLE_SECONDS * 1000

/** Offences: each closes the connection; repeated ones block the address. */
const OFFENCES = ['pipeline', 'refused'] as const

/** Why a connection is closed: too many in all, too many of one address, too many requests that wait or are refused. */
export const DROP_REASONS = ['total', 'address', ...OFFENCES] as const
export type DropReason = (typeof DROP_REASONS)[number]

export interface ConnectionOptions {
  maxPerAddress?: number
  /** Whether a peer speaks for many clients: then its connections are counted in all only. */
  isProxy?: (address: string) => boolean
  /** How long a connection may be without a byte in either direction. */
  idleTimeoutMs?: number
  clock?: Clock
}

/** Never set back, as the time of day may be. */
const uptime: Clock = () => performance.now()

export class ConnectionBounds {
  /** Connections closed as one too many, since the start. */
  readonly dropped: Record<DropReason, number> = recordOf(DROP_REASONS, () => 0)
  readonly #maxPerAddress: number
  readonly #isProxy: (address: string) => boolean
  readonly #idleTimeoutMs: number
  /** By address, as rate limits count it. */
  readonly #open = new Map<string, number>()
  readonly #offences: Readonly<Record<(typeof OFFENCES)[number], Offences>>
  readonly #clock: Clock
  readonly #refusals = new WeakMap<Socket, { count: number; until: number }>()
  readonly #waiting = new WeakMap<Socket, Set<ServerResponse>>()

  constructor({
    maxPerAddress = MAX_CONNECTIONS_PER_ADDRESS,
    isProxy = () => false,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
    clock = uptime,
    ...unused
  }: ConnectionOptions = {}) {
    unused satisfies Nothing
    this.#maxPerAddress = maxPerAddress
    this.#isProxy = isProxy
    this.#idleTimeoutMs = idleTimeoutMs
    this.#clock = clock
    this.#offences = recordOf(OFFENCES, () => new Offences(clock))
  }

  /** Bounds the connections of a server. */
  watch(server: Server): void {
    server.maxConnections = MAX_CONNECTIONS
    server.setTimeout(this.#idleTimeoutMs)
    server.on('drop', () => {
      this.dropped.total += 1
    })
    server.on('connection', (socket: Socket) => this.#count(socket))
  }

  /**
   * Whether a request may be answered; if not, its connection is closed. Only one that came before the answer to
   * another was sent has no socket yet: for all others this is one comparison.
   */
  admit(req: IncomingMessage, res: ServerResponse): boolean {
    return res.socket !== null || this.#admitWaiting(req.socket, res)
  }

  #admitWaiting(socket: Socket, res: ServerResponse): boolean {
    const waiting = this.#waitingOn(socket)
    if (waiting.size >= MAX_WAITING_REQUESTS) {
      if (!socket.destroyed) this.#closeForPipelining(socket)
      return false
    }
    waiting.add(res)
    res.once('close', () => waiting.delete(res))
    return true
  }

  #closeForPipelining(socket: Socket): void {
    this.dropped.pipeline += 1
    const countedAs = this.#countedAs(socket)
    if (countedAs !== undefined) this.#offences.pipeline.count(countedAs)
    socket.destroy()
  }

  /** Whether an answer with that status must be the last of its connection: one too many was refused on it. */
  countRefusal(status: number, socket: Socket): boolean {
    if (status < 400 || status >= 500) return false
    const refusals = this.#refusalsOn(socket)
    refusals.count += 1
    if (refusals.count < MAX_REFUSALS) return false
    const countedAs = this.#countedAs(socket)
    if (countedAs === undefined) {
      refusals.count = 0
      return false
    }
    if (refusals.count === MAX_REFUSALS) {
      this.dropped.refused += 1
      this.#offences.refused.count(countedAs)
    }
    return true
  }

  #refusalsOn(socket: Socket): { count: number; until: number } {
    const now = this.#clock()
    const known = this.#refusals.get(socket)
    if (known && now < known.until) return known
    const refusals = { count: 0, until: now + REFUSALS_MS }
    this.#refusals.set(socket, refusals)
    return refusals
  }

  #waitingOn(socket: Socket): Set<ServerResponse> {
    const known = this.#waiting.get(socket)
    if (known) return known
    const waiting = new Set<ServerResponse>()
    this.#waiting.set(socket, waiting)
    // Node emits `close` only for the answer that was being sent. The others would never release what they hold: a
    // snapshot has its file open by then.
    socket.once('close', () => {
      for (const res of waiting) res.destroy().emit('close')
    })
    return waiting
  }

  /** Undefined for a proxy, and for a connection that is closed already: it has no address any more. */
  #countedAs({ remoteAddress }: Socket): string | undefined {
    if (remoteAddress === undefined || this.#isProxy(remoteAddress)) return undefined
    return subjectOfAddress(remoteAddress).countedAs
  }

  #count(socket: Socket): void {
    const countedAs = this.#countedAs(socket)
    if (countedAs === undefined) return
    const open = (this.#open.get(countedAs) ?? 0) + 1
    const reason = this.#reasonToDrop(countedAs, open)
    if (reason) {
      this.dropped[reason] += 1
      socket.destroy()
      return
    }
    this.#open.set(countedAs, open)
    socket.once('close', () => this.#closed(countedAs))
  }

  #reasonToDrop(countedAs: string, open: number): DropReason | undefined {
    if (open > this.#maxPerAddress) return 'address'
    return OFFENCES.find((reason) => this.#offences[reason].blocks(countedAs))
  }

  #closed(countedAs: string): void {
    const open = (this.#open.get(countedAs) ?? 1) - 1
    if (open > 0) this.#open.set(countedAs, open)
    else this.#open.delete(countedAs)
  }
}
