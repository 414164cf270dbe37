// Bounds on connections, in all and per address, and on the waiting requests and free answers of each. An address that
// goes beyond them again and again is blocked, but its connections with good keys are spared.
// SECURITY: a connection too many is closed at once, without an answer or a log line.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
import { type Trial, Trials } from './trials.ts'

/** Each closes its connection; repeated ones close the connections of the address, and block it. */
const OFFENCES = ['pipeline', 'loop'] as const
export type Offence = (typeof OFFENCES)[number]

/** Too many connections in all, or of one address; too many waiting requests of a connection; too many free answers. */
export const DROP_REASONS = ['total', 'address', ...OFFENCES] as const
export type DropReason = (typeof DROP_REASONS)[number]

/**
 * An answer to a request with a good key that its rate limit allows; one that no rate limit has allowed; one that failed
 * because of us.
 */
export type AnswerKind = 'accepted' | 'free' | 'failed'

/** An address whose connections were closed, and that is blocked. */
export interface Block {
  address: string
  reason: Offence
  /** Of the connections that it had, those that were closed and those that were spared. */
  closed: number
  spared: number
}

/** How long an accepted key spares its connection, in milliseconds. */
export const SPARED_MS = 60_000

export interface ConnectionOptions {
  maxPerAddress?: number
  /** A proxy speaks for many clients: its connections are counted only in all. */
  isProxy?: (address: string) => boolean
  /** How long a connection may be without a byte in either direction, in milliseconds. */
  idleTimeoutMs?: number
  clock?: Clock
  /** Called when an address is blocked that was not before. */
  onBlocked?: (block: Block) => void
}

/** The facts of an open connection. */
interface Connection {
  /** Undefined for a proxy. */
  readonly countedAs: string | undefined
  free: FreeAnswers | undefined
  waiting: Set<ServerResponse> | undefined
  /** When a key was last accepted on it. */
  acceptedAt: number
  /** The last answer to that key, if it is a file. */
  download: ServerResponse | undefined
  trial: Trial | undefined
}

/** Answers within `FREE_ANSWERS_MS`; the end of that time on the clock of the bounds. */
interface FreeAnswers {
  count: number
  until: number
}

export class ConnectionBounds {
  /** Connections closed since the start. */
  readonly dropped: Record<DropReason, number> = recordOf(DROP_REASONS, () => 0)
  readonly #options: Required<ConnectionOptions>
  /** By address, as rate limits count it. */
  readonly #open = new Map<string, Set<Socket>>()
  readonly #offences: Offences<Offence>
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #freeAnswersOf: LruMap<FreeAnswers>
  readonly #trials: Trials

  constructor(options: ConnectionOptions = {}) {
    this.#options = {
      maxPerAddress: MAX_CONNECTIONS_PER_ADDRESS,
      isProxy: () => false,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      clock: monotonicClock,
      onBlocked: () => {},
      ...options,
    }
    const { clock } = this.#options
    this.#offences = new Offences(clock)
    this.#trials = new Trials(clock)
    this.#freeAnswersOf = lruMap(MAX_ADDRESSES, { afterMs: FREE_ANSWERS_MS, clock })
  }

  /** Bounds the connections of a server. */
  watch(server: Server): void {
    server.maxConnections = MAX_CONNECTIONS
    server.setTimeout(this.#options.idleTimeoutMs)
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
    const connection = this.#connection(req.socket)
    if (connection.trial && !this.#admitOnTrial(connection.trial, req.socket, res)) return false
    // Only a pipelined request has no socket yet.
    if (res.socket === null && !this.#admitWaiting(req.socket, res)) return false
    if (hasBody(req)) closeWithAnswer(req.socket, res)
    return true
  }

  /** A second request before the first is answered is not; the first is then the last. */
  #admitOnTrial(trial: Trial, socket: Socket, res: ServerResponse): boolean {
    if (trial.answer) closeWithAnswer(socket, trial.answer)
    else trial.answer = res
    return trial.answer === res
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
    const { countedAs } = this.#connection(socket)
    takeNoMore(socket)
    socket.destroy()
    this.dropped.pipeline += 1
    if (countedAs !== undefined) this.#countOffence('pipeline', countedAs)
  }

  /**
   * Counts an answer before its head is written. Returns whether it must be the last of its connection.
   * @param isFile whether its body may take longer than a key spares its connection
   */
  countAnswer(res: ServerResponse, kind: AnswerKind, isFile = false): boolean {
    const { socket } = res.req
    const connection = this.#connection(socket)
    if (connection.countedAs === undefined) return false
    if (kind === 'accepted') {
      connection.acceptedAt = this.#options.clock()
      connection.download = isFile ? res : undefined
    }
    const isLast = kind === 'free' && this.#countFreeAnswer(socket, connection, connection.countedAs)
    if (!connection.trial) return isLast
    if (kind === 'accepted') {
      connection.trial = undefined
      this.#trials.end(connection.countedAs, socket)
    } else {
      closeWithAnswer(socket, res)
    }
    return !res.shouldKeepAlive
  }

  #countFreeAnswer(socket: Socket, connection: Connection, countedAs: string): boolean {
    const onSocket = this.#oneMore(connection.free)
    connection.free = onSocket
    const ofAddress = this.#oneMore(this.#freeAnswersOf.get(countedAs))
    this.#freeAnswersOf.set(countedAs, ofAddress)
    if (ofAddress.count === MAX_FREE_ANSWERS_PER_ADDRESS) this.#block('loop', countedAs, socket)
    const isLoop = onSocket.count >= MAX_FREE_ANSWERS
    if (!isLoop && (ofAddress.count < MAX_FREE_ANSWERS_PER_ADDRESS || this.#isSpared(connection)))
      return false
    if (onSocket.count <= MAX_FREE_ANSWERS) this.dropped.loop += 1
    if (onSocket.count === MAX_FREE_ANSWERS) this.#countOffence('loop', countedAs, socket)
    return true
  }

  #oneMore(known: FreeAnswers | undefined): FreeAnswers {
    const now = this.#options.clock()
    if (!known || now >= known.until) return { count: 1, until: now + FREE_ANSWERS_MS }
    known.count += 1
    return known
  }

  /** @param answering the connection that is still getting its last answer */
  #countOffence(reason: Offence, countedAs: string, answering?: Socket): void {
    if (this.#offences.count(reason, countedAs)) this.#block(reason, countedAs, answering)
  }

  /**
   * SECURITY: a client that shares an address must not lose its connection for what a neighbour does, and a published demo key
   * must not spare many: only an allowed request spares its connection, and of those an address has few with demo keys.
   */
  #block(reason: Offence, countedAs: string, answering?: Socket): void {
    const isNew = this.#offences.block(reason, countedAs)
    const block = { address: countedAs, reason, closed: 0, spared: 0 }
    for (const socket of this.#open.get(countedAs) ?? []) {
      const connection = this.#connection(socket)
      if (socket === answering || socket.destroyed || connection.trial) continue
      if (this.#isSpared(connection)) {
        block.spared += 1
        continue
      }
      block.closed += 1
      this.dropped[reason] += 1
      socket.destroy()
    }
    if (isNew) this.#options.onBlocked(block)
  }

  #isSpared({ acceptedAt, download }: Connection): boolean {
    const isDownloading = download !== undefined && !download.writableFinished && !download.destroyed
    return isDownloading || this.#options.clock() < acceptedAt + SPARED_MS
  }

  #waitingOn(socket: Socket): Set<ServerResponse> {
    const connection = this.#connection(socket)
    if (connection.waiting) return connection.waiting
    const waiting = new Set<ServerResponse>()
    connection.waiting = waiting
    // Node emits `close` only for the answer being sent. The others would never release what they hold, such as the
    // open file of a snapshot.
    socket.once('close', () => {
      for (const res of waiting) res.destroy().emit('close')
    })
    return waiting
  }

  #connection(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known) return known
    const connection: Connection = {
      countedAs: this.#countedAs(socket),
      free: undefined,
      waiting: undefined,
      acceptedAt: Number.NEGATIVE_INFINITY,
      download: undefined,
      trial: undefined,
    }
    this.#connections.set(socket, connection)
    return connection
  }

  /** Undefined for a proxy, and for a connection that was closed before it was seen, which has no address. */
  #countedAs({ remoteAddress }: Socket): string | undefined {
    if (remoteAddress === undefined || this.#options.isProxy(remoteAddress)) return undefined
    return subjectOfAddress(remoteAddress)
  }

  #count(socket: Socket): void {
    const connection = this.#connection(socket)
    const { countedAs } = connection
    if (countedAs === undefined) return
    const open = this.#open.get(countedAs) ?? new Set()
    const reason = this.#reasonToDrop(countedAs, open.size, socket)
    if (reason) {
      this.dropped[reason] += 1
      socket.destroy()
      return
    }
    this.#open.set(countedAs, open.add(socket))
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0) this.#open.delete(countedAs)
      if (connection.trial) this.#trials.end(countedAs, socket)
    })
  }

  #reasonToDrop(countedAs: string, open: number, socket: Socket): DropReason | undefined {
    if (open >= this.#options.maxPerAddress) return 'address'
    const offence = this.#offences.blockedFor(countedAs)
    if (offence === undefined) return undefined
    const trial = this.#trials.begin(countedAs, socket)
    this.#connection(socket).trial = trial
    return trial ? undefined : offence
  }
}

/** Whether a body follows the head of a request (RFC 9112 §6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}
