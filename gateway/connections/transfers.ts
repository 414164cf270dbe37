// The large answers under way: bounded together, and closed if their clients take them too slowly.
// SECURITY: a client that reads slowly keeps a body, or a file and a connection to the origin, for as long as it likes.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LARGE_BYTES } from '../../lib/gzip-in-thread.ts'
import { type Clock, monotonicClock } from '../../lib/time/clock.ts'
import { type Holder, SharedBound, TooManyDownloads } from '../limits/shared-bound.ts'
import { readUnsentBytes, type UnsentBytes } from './unsent-bytes.ts'

/**
 * Bytes of the large bodies in memory, packed and unpacked: two of the largest that a small file of an unsigned release may
 * unpack to. The largest page of a catalogue takes a twentieth.
 */
const MAX_BODY_BYTES = 256 * 1024 * 1024

/** Snapshots. Each takes a connection, a file or a connection to the origin, and some 300 kB. */
export const MAX_DOWNLOADS = 300

/** A client takes this many bytes in `PACE_MS`, or its connection is closed: 4 kB/s. */
const PACE_BYTES = 80_000
const PACE_MS = 20_000

/** How often the clients are looked at, and how often the system is asked what they have taken of what it buffers. */
const LOOK_MS = 1_000
const ASK_MS = 5_000

export interface TransferOptions {
  maxBodyBytes?: number
  maxDownloads?: number
  clock?: Clock
  /** Reads what the system still buffers. */
  unsentBytes?: () => Promise<UnsentBytes>
  /** Called for each answer that is ended while it is sent: for a newcomer, or because its client is slow. */
  onEnd?: (socket: Socket, reason: 'room' | 'slow') => void
}

export class Transfers {
  /** Bodies in memory, in bytes. */
  readonly bodies: SharedBound
  /** Snapshots on their way, in number. */
  readonly downloads: SharedBound
  readonly #options: Required<Pick<TransferOptions, 'clock' | 'unsentBytes' | 'onEnd'>>
  readonly #sent = new Set<Transfer>()
  #timer: NodeJS.Timeout | undefined
  #askedAt = 0
  #asking: Promise<void> | undefined

  constructor({
    maxBodyBytes = MAX_BODY_BYTES,
    maxDownloads = MAX_DOWNLOADS,
    ...options
  }: TransferOptions = {}) {
    this.bodies = new SharedBound(maxBodyBytes)
    this.downloads = new SharedBound(maxDownloads)
    this.#options = { clock: monotonicClock, unsentBytes: readUnsentBytes, onEnd: () => {}, ...options }
  }

  /** A large answer that begins. @param caller is empty for a route without keys, which no bound counts */
  begin(res: ServerResponse, caller = ''): Transfer {
    const { clock, onEnd } = this.#options
    return new Transfer(res, caller, { clock, onEnd })
  }

  /**
   * Counts the large ones among bodies until the returned function is called.
   * @throws {TooManyDownloads} if the caller may hold no more; also the returned function, if the caller had to give way
   */
  holdBodies(
    res: ServerResponse,
    caller: string | undefined,
    bodies: readonly { readonly size: number }[],
  ): () => void {
    const transfer = this.begin(res, caller)
    const releases: (() => void)[] = []
    const releaseAll = () => {
      for (const release of releases) release()
    }
    try {
      for (const body of bodies) releases.push(this.holdBody(transfer, body))
    } catch (error) {
      releaseAll()
      throw error
    }
    return () => {
      releaseAll()
      transfer.throwIfEnded()
    }
  }

  /** The same for one body of an answer. */
  holdBody(transfer: Transfer, body: { readonly size: number }): () => void {
    if (body.size <= LARGE_BYTES || transfer.caller === '') return () => {}
    // Packed bytes that unpack to less than 64 MB may be as many.
    return this.bodies.hold(transfer, body, 2 * body.size)
  }

  /** Watches the pace of an answer from now on, until it ends. Call it once its body is ready. */
  watch(transfer: Transfer): void {
    transfer.begin()
    this.#sent.add(transfer)
    transfer.onceEnded(() => this.#sent.delete(transfer))
    if (this.#timer) return
    // Nobody is slow yet: a crowd that has just come is not to be asked about as well.
    this.#askedAt = this.#options.clock()
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref()
  }

  /** Looks at all clients once. The timer does; tests call it. */
  async look(): Promise<void> {
    const { clock, unsentBytes } = this.#options
    if (this.#sent.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    for (const transfer of this.#sent) transfer.look()
    if (!this.#asking && clock() >= this.#askedAt + ASK_MS) {
      this.#askedAt = clock()
      this.#asking = unsentBytes().then((unsent) => {
        this.#asking = undefined
        for (const transfer of this.#sent) transfer.checkPace(unsent)
      })
    }
    await this.#asking
  }
}

/** A large answer on its way to a client. */
export class Transfer implements Holder {
  readonly caller: string
  readonly #res: ServerResponse
  readonly #socket: Socket
  readonly #options: Required<Pick<TransferOptions, 'clock' | 'onEnd'>>
  /** What the connection had sent before. */
  readonly #before: number
  #isEnded = false
  /** What had arrived when the system was asked last. */
  #arrived = Number.POSITIVE_INFINITY
  /** When the client was seen to take bytes, and how many there were then. Undefined until it is sent any. */
  #moved: { taken: number; at: number } | undefined
  /** The last time at which the client had kept its pace. */
  #kept: { taken: number; at: number } | undefined

  constructor(
    res: ServerResponse,
    caller: string,
    options: Required<Pick<TransferOptions, 'clock' | 'onEnd'>>,
  ) {
    this.caller = caller
    this.#res = res
    this.#socket = res.req.socket
    this.#options = options
    this.#before = this.#handed
  }

  /** From now on its client may take bytes. */
  begin(): void {
    this.#moved = { taken: 0, at: this.#options.clock() }
  }

  /** Bytes that the system has taken from us, on this connection. */
  get #handed(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  get taken(): number {
    return this.#handed - this.#before
  }

  get stillMs(): number {
    this.look()
    // A client whose body is still read or made does not keep us waiting.
    return this.#moved ? this.#options.clock() - this.#moved.at : 0
  }

  look(): void {
    const { taken } = this
    if (this.#moved && taken > this.#moved.taken) this.#moved = { taken, at: this.#options.clock() }
  }

  /** Closes the connection if its client has taken too little since it last kept its pace. */
  checkPace(unsent: UnsentBytes): void {
    const now = this.#options.clock()
    const queued = unsent(this.#socket)
    const taken = this.taken - queued
    if (this.#moved && taken > this.#arrived) this.#moved.at = now
    this.#arrived = taken
    const hasAll = queued === 0 && this.#socket.writableLength === 0
    // A client that waits for the origin is not slow.
    if (!this.#kept || hasAll || taken - this.#kept.taken >= PACE_BYTES) this.#kept = { taken, at: now }
    else if (now - this.#kept.at >= PACE_MS) this.#break('slow')
  }

  /** Ends it for the benefit of others. If nothing is sent yet, `throwIfEnded` does. */
  end(): void {
    this.#isEnded = true
    if (this.#res.headersSent) this.#break('room')
  }

  /** @throws {TooManyDownloads} if it was ended while its body was awaited */
  throwIfEnded(): void {
    if (this.#isEnded) throw new TooManyDownloads()
  }

  #break(reason: 'room' | 'slow'): void {
    if (this.#socket.destroyed) return
    this.#options.onEnd(this.#socket, reason)
    this.#socket.destroy()
  }

  /**
   * Calls `then` once the answer has ended or its connection is closed: of that, an answer that waits for earlier ones of its
   * connection gets no event.
   */
  onceEnded(then: () => void): void {
    const end = () => {
      this.#res.off('close', end)
      this.#socket.off('close', end)
      then()
    }
    this.#res.on('close', end)
    this.#socket.on('close', end)
    // Neither sends an event any more.
    if (this.#res.closed || this.#socket.destroyed) end()
  }
}
