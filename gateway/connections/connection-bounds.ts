// Bounds on connections, in all and per address, and on the waiting requests and free answers of each.
// SECURITY: a connection too many is closed at once, without an answer or a log line.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Nothing } from '../../lib/command-line/command.ts'
import { recordOf } from '../../lib/record-of.ts'
import { type Clock, monotonicClock } from '../../lib/time/clock.ts'
import { type LruMap, lruMap } from '../lib/lru-map.ts'
import { subjectOfAddress } from '../limits/subject.ts'
import { closeWithAnswer, takeNoMore, watchRequests } from './last-request.ts'
import {
  FREE_ANSWERS_MS,
  IDLE_TIMEOUT_MS,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_FREE_ANSWERS,
  MAX_FREE_ANSWERS_PER_ADDRESS,
  MAX_WAITING_REQUESTS,
} from './limits.ts'
import { MAX_ADDRESSES, Offences } from './offences.ts'

/** Each closes its connection; repeated ones close all connections of the address, and block it. */
const OFFENCES = ['pipeline', 'loop'] as const
type Offence = (typeof OFFENCES)[number]

/** Too many connections in all, or of one address; too many waiting requests of a connection; too many free answers. */
export const DROP_REASONS = ['total', 'address', ...OFFENCES] as const
export type DropReason = (typeof DROP_REASONS)[number]

export interface ConnectionOptions {
  maxPerAddress?: number
  /** A proxy speaks for many clients: its connections are counted only in all. */
  isProxy?: (address: string) => boolean
  /** How long a connection may be without a byte in either direction, in milliseconds. */
  idleTimeoutMs?: number
  clock?: Clock
}

/** Answers within `FREE_ANSWERS_MS`; the end of that time on the clock of the bounds. */
interface FreeAnswers {
  count: number
  until: number
}

export class ConnectionBounds {
  /** Connections closed since the start. */
  readonly dropped: Record<DropReason, number> = recordOf(DROP_REASONS, () => 0)
  readonly #maxPerAddress: number
  readonly #isProxy: (address: string) => boolean
  readonly #idleTimeoutMs: number
  /** By address, as rate limits count it. */
  readonly #open = new Map<string, Set<Socket>>()
  readonly #offences: Readonly<Record<Offence, Offences>>
  readonly #clock: Clock
  readonly #freeAnswersOn = new WeakMap<Socket, FreeAnswers>()
  readonly #freeAnswersOf: LruMap<FreeAnswers>
  readonly #waiting = new WeakMap<Socket, Set<ServerResponse>>()

  constructor({
    maxPerAddress = MAX_CONNECTIONS_PER_ADDRESS,
    isProxy = () => false,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
    clock = monotonicClock,
    ...unused
  }: ConnectionOptions = {}) {
    unused satisfies Nothing
    this.#maxPerAddress = maxPerAddress
    this.#isProxy = isProxy
    this.#idleTimeoutMs = idleTimeoutMs
    this.#clock = clock
    this.#offences = recordOf(OFFENCES, () => new Offences(clock))
    this.#freeAnswersOf = lruMap(MAX_ADDRESSES, { afterMs: FREE_ANSWERS_MS, clock })
  }

  /** Bounds the connections of a server. */
  watch(server: Server): void {
    server.maxConnections = MAX_CONNECTIONS
    server.setTimeout(this.#idleTimeoutMs)
    server.on('drop', () => {
      this.dropped.total += 1
    })
    server.on('connection', (socket: Socket) => {
      this.#count(socket)
      if (!socket.destroyed) watchRequests(socket)
    })
  }

  /**
   * Whether a request may be answered; if not, its connection is closed. No route takes a body: the answer to a request
   * with one is the last of its connection.
   */
  admit(req: IncomingMessage, res: ServerResponse): boolean {
    // Only a pipelined request has no socket yet.
    if (res.socket === null && !this.#admitWaiting(req.socket, res)) return false
    if (hasBody(req)) closeWithAnswer(req.socket, res)
    return true
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
    const countedAs = this.#countedAs(socket)
    takeNoMore(socket)
    socket.destroy()
    this.dropped.pipeline += 1
    if (countedAs !== undefined) this.#countOffence('pipeline', countedAs)
  }

  /** Counts an answer that no rate limit has allowed. Returns whether it must be the last of its connection. */
  countFreeAnswer(socket: Socket): boolean {
    const countedAs = this.#countedAs(socket)
    if (countedAs === undefined) return false
    const onSocket = this.#oneMore(this.#freeAnswersOn.get(socket))
    this.#freeAnswersOn.set(socket, onSocket)
    const ofAddress = this.#oneMore(this.#freeAnswersOf.get(countedAs))
    this.#freeAnswersOf.set(countedAs, ofAddress)
    if (onSocket.count < MAX_FREE_ANSWERS && ofAddress.count < MAX_FREE_ANSWERS_PER_ADDRESS) return false
    if (onSocket.count <= MAX_FREE_ANSWERS) this.dropped.loop += 1
    if (onSocket.count === MAX_FREE_ANSWERS) this.#countOffence('loop', countedAs, socket)
    if (ofAddress.count === MAX_FREE_ANSWERS_PER_ADDRESS) this.#block('loop', countedAs, socket)
    return true
  }

  #oneMore(known: FreeAnswers | undefined): FreeAnswers {
    const now = this.#clock()
    if (!known || now >= known.until) return { count: 1, until: now + FREE_ANSWERS_MS }
    known.count += 1
    return known
  }

  /** @param answering the connection that is still getting its last answer */
  #countOffence(reason: Offence, countedAs: string, answering?: Socket): void {
    this.#offences[reason].count(countedAs)
    if (this.#offences[reason].blocks(countedAs)) this.#block(reason, countedAs, answering)
  }

  #block(reason: Offence, countedAs: string, answering?: Socket): void {
    this.#offences[reason].block(countedAs)
    for (const socket of this.#open.get(countedAs) ?? []) {
      if (socket === answering || socket.destroyed) continue
      this.dropped[reason] += 1
      socket.destroy()
    }
  }

  #waitingOn(socket: Socket): Set<ServerResponse> {
    const known = this.#waiting.get(socket)
    if (known) return known
    const waiting = new Set<ServerResponse>()
    this.#waiting.set(socket, waiting)
    // Node emits `close` only for the answer being sent. The others would never release what they hold, such as the
    // open file of a snapshot.
    socket.once('close', () => {
      for (const res of waiting) res.destroy().emit('close')
    })
    return waiting
  }

  /** Undefined for a proxy, and for a closed connection, which has no address. */
  #countedAs({ remoteAddress }: Socket): string | undefined {
    if (remoteAddress === undefined || this.#isProxy(remoteAddress)) return undefined
    return subjectOfAddress(remoteAddress).countedAs
  }

  #count(socket: Socket): void {
    const countedAs = this.#countedAs(socket)
    if (countedAs === undefined) return
    const open = this.#open.get(countedAs) ?? new Set()
    const reason = this.#reasonToDrop(countedAs, open.size)
    if (reason) {
      this.dropped[reason] += 1
      socket.destroy()
      return
    }
    this.#open.set(countedAs, open.add(socket))
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0) this.#open.delete(countedAs)
    })
  }

  #reasonToDrop(countedAs: string, open: number): DropReason | undefined {
    if (open >= this.#maxPerAddress) return 'address'
    return OFFENCES.find((reason) => this.#offences[reason].blocks(countedAs))
  }
}

/** Whether a body follows the head of a request (RFC 9112 §6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}
