// A connection to Redis, by node-redis. It reconnects, and its commands end in time, with a reply or an error.

import { once } from 'node:events'
import type { RedisClientType } from '@redis/client'
import { messageOf, OperatorError, systemCode } from '../../lib/errors.ts'

/** How long a command may take, in milliseconds. */
const COMMAND_TIMEOUT_MS = 1000

// An idle connection is pinged each second, and given up after three seconds without a reply.
const PING_MS = 1000
const IDLE_TIMEOUT_MS = 3000

const MAX_PAUSE_MS = 1000

export interface RedisOptions {
  /** How long a command may take, in milliseconds; 1000 by default. */
  timeoutMs?: number | undefined
  /** Called for each lost connection, and each failed attempt at a new one. */
  onError?: ((error: unknown) => void) | undefined
}

/** Whether a `--keys` or `--limits` names a Redis server. */
export function isRedisUrl(location: string): boolean {
  return /^rediss?:\/\//.test(location)
}

/**
 * Starts to connect, and never stops trying; `ready` waits for the first attempt.
 * @param url `redis[s]://[[user][:password]@]host[:port][/database]`
 * @throws {OperatorError} `usage` if the address is malformed
 */
export async function connectRedis(url: string, options: RedisOptions = {}): Promise<RedisConnection> {
  const address = printableUrl(url)
  // Loaded here, so that a gateway without Redis starts without it.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    // A queue would turn an outage into time-outs and then a flood.
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: IDLE_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_PAUSE_MS) * (0.75 + Math.random() / 2),
    },
  })
  return new RedisConnection(client, address, options)
}

export class RedisConnection {
  /** Without user and password, for messages. */
  readonly address: string
  readonly #client: RedisClientType
  readonly #timeoutMs: number
  /** Timed-out commands whose replies have not arrived yet. */
  #overdue = 0
  /** Why there is no connection; undefined while there is one. */
  #lost: Error | undefined

  constructor(
    client: RedisClientType,
    address: string,
    { timeoutMs = COMMAND_TIMEOUT_MS, onError }: RedisOptions,
  ) {
    this.address = address
    this.#client = client
    this.#timeoutMs = timeoutMs
    client.on('error', (error) => {
      this.#lost = this.#unavailable(error)
      onError?.(this.#lost)
    })
    client.on('ready', () => {
      this.#lost = undefined
    })
    // Failures come as `error` events; this promise rejects only when the connection is closed.
    client.connect().catch(() => {})
  }

  /** Waits for the first attempt to connect; rejects if it fails or takes longer than a command may. */
  async ready(): Promise<void> {
    if (this.#client.isReady) return
    try {
      await once(this.#client, 'ready', { signal: AbortSignal.timeout(this.#timeoutMs) })
    } catch (cause) {
      throw this.#unavailable(cause)
    }
  }

  /**
   * Runs a command; rejects if the server is away, refuses it or takes too long. While a reply is overdue, further
   * commands are refused at once: replies come in order, so theirs would come later. (The library's `timeout` does not
   * cover the wait for a reply.)
   * @param timeoutMs for commands that may take longer than others
   */
  async run<T>(command: (client: RedisClientType) => Promise<T>, timeoutMs = this.#timeoutMs): Promise<T> {
    if (this.#overdue > 0) throw new Error(`${this.address}: an earlier command is still not answered`)
    const reply = command(this.#client)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#overdue += 1
        const settled = () => {
          this.#overdue -= 1
        }
        reply.then(settled, settled)
        reject(new Error(`no answer within ${timeoutMs} ms`))
      }, timeoutMs)
    })
    try {
      return await Promise.race([reply, late])
    } catch (cause) {
      // The library only knows that it is offline.
      throw this.#lost ?? this.#unavailable(cause)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends the connection; commands under way are rejected. */
  close(): void {
    this.#client.destroy()
  }

  #unavailable(cause: unknown): Error {
    const isRefused = systemCode(cause) === 'ECONNREFUSED'
    const message = isRefused
      ? `cannot reach Redis at ${this.address}: nothing listens there`
      : `${this.address}: ${messageOf(cause)}`
    return new Error(message, { cause })
  }
}

function printableUrl(url: string): string {
  if (!isRedisUrl(url) || !URL.canParse(url)) {
    // SECURITY: the address is not repeated, for it may hold a password.
    throw new OperatorError('usage', 'expected a Redis address like redis://host:6379/0')
  }
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
