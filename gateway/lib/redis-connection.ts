// A connection to Redis, by node-redis, that follows its address: after a failover, the old server may go on answering.
// So a connection is renewed from time to time, and as soon as its server refuses changes. Commands go on with the old
// one until the new one answers.

import type { RedisClientType } from '@redis/client'
import { monotonicClock } from '../../lib/time/clock.ts'
import { printableAddress } from './redis-address.ts'
import {
  isReadOnlyReply,
  type LinkEvents,
  type RedisCommand,
  RedisLink,
  type RedisServer,
} from './redis-link.ts'

/** How long a command may take, in milliseconds. */
export const COMMAND_TIMEOUT_MS = 1000

// An idle connection is pinged each second, and given up after three seconds without a reply.
const PING_MS = 1000
const IDLE_TIMEOUT_MS = 3000

// The pause before another attempt to connect doubles from the first to the longest.
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 1000

/** The age in milliseconds at which a connection is renewed. `KEY_SERVE_MS` and this together are below `KEY_TRUST_MS`. */
export const REDIS_RENEW_MS = 20_000

/** Milliseconds between two attempts to renew, if one fails or leads to a replica. */
const RETRY_MS = 1_000

export interface RedisOptions {
  /** How long a command may take, in milliseconds; 1000 by default. */
  timeoutMs?: number | undefined
  /** The age at which a connection is renewed, in milliseconds; 20,000 by default. */
  renewMs?: number | undefined
  /** Called for each lost connection, and each failed attempt at a new one. */
  onError?: ((error: unknown) => void) | undefined
  /** Called for each new connection. */
  onServer?: ((server: RedisServer) => void) | undefined
  /** Called if the server of a new connection is another one than before, or was restarted. */
  onMoved?: (() => void) | undefined
}

/**
 * Starts to connect, and never stops trying; `ready` waits for the first attempt.
 * @param url `redis[s]://[[user][:password]@]host[:port][/database]`
 * @throws {OperatorError} `usage` if the address is malformed
 */
export async function connectRedis(url: string, options: RedisOptions = {}): Promise<RedisConnection> {
  const address = printableAddress(url)
  // Loaded here, so that a gateway without Redis starts without it.
  const { createClient } = await import('@redis/client')
  const open = (): RedisClientType =>
    createClient({
      url,
      // A queue would turn an outage into time-outs and then a flood.
      disableOfflineQueue: true,
      pingInterval: PING_MS,
      // Both would send commands that not every server knows, and not every user may run.
      maintNotifications: 'disabled',
      disableClientInfo: true,
      socket: {
        connectTimeout: IDLE_TIMEOUT_MS,
        socketTimeout: IDLE_TIMEOUT_MS,
        reconnectStrategy: (retries) =>
          // A quarter more or less, so that gateways do not all come back at the same time.
          Math.min(FIRST_PAUSE_MS * 2 ** retries, MAX_PAUSE_MS) * (0.75 + Math.random() / 2),
      },
    })
  return new RedisConnection(address, open, options)
}

export class RedisConnection {
  /** Without user and password, for messages. */
  readonly address: string
  readonly #open: () => RedisClientType
  readonly #options: RedisOptions
  readonly #timeoutMs: number
  readonly #renewMs: number
  #link: RedisLink
  #serverId: string | undefined
  #timer: NodeJS.Timeout | undefined
  #isRenewing = false
  /** Whether the timer is set because the server refused a change. */
  #isUrgent = false
  /** When the last renewal began, in milliseconds of the monotonic clock. */
  #renewedAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(address: string, open: () => RedisClientType, options: RedisOptions) {
    this.address = address
    this.#open = open
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? COMMAND_TIMEOUT_MS
    this.#renewMs = options.renewMs ?? REDIS_RENEW_MS
    this.#link = this.#openLink()
  }

  /** Waits for the first attempt to connect; rejects if it fails or takes longer than a command may. */
  ready(): Promise<void> {
    return this.#link.ready(this.#timeoutMs)
  }

  /**
   * Runs a command; rejects if the server is away, refuses it or takes too long.
   * @param timeoutMs for commands that may take longer than others
   */
  async run<T>(command: RedisCommand<T>, timeoutMs = this.#timeoutMs): Promise<T> {
    try {
      return await this.#link.run(command, timeoutMs)
    } catch (error) {
      if (isReadOnlyReply(error)) this.#renewSoon()
      throw error
    }
  }

  /** Ends the connection; commands under way are rejected. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#link.close()
  }

  #openLink(): RedisLink {
    // Only the link in use reports its events: `#renew` handles those of its next link.
    const events: LinkEvents = {
      connected: () => {
        if (link === this.#link) void this.#learnServer(link)
      },
      failed: (error) => {
        if (link === this.#link) this.#options.onError?.(error)
      },
    }
    const link: RedisLink = new RedisLink(this.#open(), this.address, events)
    return link
  }

  async #learnServer(link: RedisLink): Promise<void> {
    // First: the connection is renewed also if its server cannot be asked.
    this.#renewIn(this.#renewMs)
    // A failure was reported by the link, or the next command meets it, too.
    const server = await link.askServer(this.#timeoutMs).catch(() => undefined)
    if (server && link === this.#link) this.#useServer(server)
  }

  #useServer(server: RedisServer): void {
    if (this.#isClosed) return
    // A server that does not name its id is taken for the same.
    const { id = this.#serverId } = server
    if (this.#serverId !== undefined && id !== this.#serverId) this.#options.onMoved?.()
    this.#serverId = id
    this.#options.onServer?.(server)
    this.#renewIn(server.isReadOnly ? RETRY_MS : this.#renewMs)
  }

  /** Renews at once, but not within `RETRY_MS` of the last renewal. */
  #renewSoon(): void {
    if (this.#isRenewing || this.#isUrgent) return
    this.#renewIn(Math.max(this.#renewedAt + RETRY_MS - monotonicClock(), 0))
    // After `#renewIn`, which clears it.
    this.#isUrgent = true
  }

  #renewIn(milliseconds: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#isUrgent = false
    this.#timer = setTimeout(() => void this.#renew(), milliseconds).unref()
  }

  async #renew(): Promise<void> {
    // A lost connection looks the address up again by itself.
    if (this.#isRenewing || !this.#link.isReady) return this.#renewIn(this.#renewMs)
    this.#isRenewing = true
    this.#renewedAt = monotonicClock()
    const next = this.#openLink()
    try {
      await next.ready(IDLE_TIMEOUT_MS)
      const server = await next.askServer(this.#timeoutMs)
      if (this.#isClosed) return next.close()
      this.#link.retire()
      this.#link = next
      this.#useServer(server)
    } catch (error) {
      next.close()
      if (this.#isClosed) return
      this.#options.onError?.(error)
      this.#renewIn(RETRY_MS)
    } finally {
      this.#isRenewing = false
    }
  }
}
