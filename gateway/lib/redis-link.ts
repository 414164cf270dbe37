// One connection to a Redis server. It reconnects, and its commands end in time, with a reply or an error.

import { once } from 'node:events'
import type { RedisClientType } from '@redis/client'
import { messageOf, systemCode } from '../../lib/errors.ts'
import { asRecord } from '../../lib/json/json.ts'

/** What a server says of itself. */
export interface RedisServer {
  /** Differs after a restart; undefined if the user may not run INFO. */
  id: string | undefined
  /** Whether it refuses all changes. */
  isReadOnly: boolean
  /** Why it does: `a replica`. */
  reason?: string | undefined
}

export interface LinkEvents {
  /** There is a connection, again or for the first time. */
  connected(): void
  /** The connection is lost, or an attempt at a new one has failed. */
  failed(error: Error): void
}

/** A command, as a call of the client library. */
export type RedisCommand<T> = (client: RedisClientType) => Promise<T>

export class RedisLink {
  readonly #client: RedisClientType
  readonly #address: string
  /** Commands whose callers still wait. */
  #pending = 0
  /** Timed-out commands whose replies have not arrived yet. */
  #overdue = 0
  /** Why there is no connection; undefined while there is one. */
  #lost: Error | undefined
  #isRetired = false

  /** Starts to connect, and never stops trying. @param address without user and password, for messages */
  constructor(client: RedisClientType, address: string, { connected, failed }: LinkEvents) {
    this.#client = client
    this.#address = address
    client.on('error', (error) => {
      // A retired link fails when its last ping is cut off.
      if (this.#isRetired) return
      this.#lost = this.#explained(error)
      failed(this.#lost)
    })
    client.on('connect', () => {
      // The library does not end an attempt that is under way when it is closed.
      if (this.#isRetired) this.#client.destroy()
    })
    client.on('ready', () => {
      this.#lost = undefined
      connected()
    })
    // Failures come as `error` events; this promise rejects only when the connection is closed.
    client.connect().catch(() => {})
  }

  get isReady(): boolean {
    return this.#client.isReady
  }

  /** Waits for the first attempt to connect; rejects if it fails or takes longer than this. */
  async ready(timeoutMs: number): Promise<void> {
    if (this.isReady) return
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      await once(this.#client, 'ready', { signal })
    } catch (cause) {
      throw this.#explained(signal.aborted ? new Error(`no answer within ${timeoutMs} ms`) : cause)
    }
  }

  /**
   * Runs a command; rejects if the server is away, refuses it or takes too long. While a reply is overdue, further
   * commands are refused at once: replies come in order, so theirs would come later. (The library's `timeout` does not
   * cover the wait for a reply.)
   */
  async run<T>(command: RedisCommand<T>, timeoutMs: number): Promise<T> {
    if (this.#overdue > 0) throw new Error(`${this.#address}: an earlier command is still not answered`)
    const reply = command(this.#client)
    this.#pending += 1
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#countOverdue(reply)
        reject(new Error(`no answer within ${timeoutMs} ms`))
      }, timeoutMs)
    })
    try {
      return await Promise.race([reply, late])
    } catch (cause) {
      // The library only knows that it is offline.
      throw this.#lost ?? this.#explained(cause)
    } finally {
      clearTimeout(timer)
      this.#pending -= 1
      if (this.#isRetired) this.#endIfUnused()
    }
  }

  /** Counts a reply as overdue until it arrives, or the connection is lost. */
  #countOverdue(reply: Promise<unknown>): void {
    this.#overdue += 1
    const settled = () => {
      this.#overdue -= 1
    }
    reply.then(settled, settled)
  }

  async askServer(timeoutMs: number): Promise<RedisServer> {
    // Every user may run HELLO, but not INFO. HELLO also sets the protocol: 3 is the one that the library speaks by default.
    const hello = await this.run((client) => client.sendCommand(['HELLO', '3']), timeoutMs)
    const info = await this.run((client) => client.info().catch(() => ''), timeoutMs)
    const { role } = asRecord(hello, 'HELLO')
    const facts = new Map(
      String(info)
        .split('\r\n')
        .map((line) => splitAt(line, ':')),
    )
    const reason = role === 'replica' ? 'a replica' : whyNoChanges(facts)
    return { id: facts.get('run_id'), isReadOnly: reason !== undefined, reason }
  }

  /** Ends the connection once no caller waits for a reply. Replies that are overdue are not waited for. */
  retire(): void {
    this.#isRetired = true
    this.#endIfUnused()
  }

  /** Ends the connection; commands under way are rejected. */
  close(): void {
    this.#isRetired = true
    this.#client.destroy()
  }

  #endIfUnused(): void {
    if (this.#pending === 0) this.#client.destroy()
  }

  #explained(cause: unknown): Error {
    if (systemCode(cause) === 'ECONNREFUSED') {
      return new Error(`cannot reach Redis at ${this.#address}: nothing listens there`, { cause })
    }
    const message = `${this.#address}: ${messageOf(cause)}`
    const advice = ADVICE.find(([sign]) => sign.test(message))?.[1]
    return new Error(advice ? `${message}. ${advice}` : message, { cause })
  }
}

/** `run_id:a:b` → `run_id`, `a:b`. */
function splitAt(line: string, mark: string): [name: string, value: string] {
  const at = line.indexOf(mark)
  return [line.slice(0, Math.max(at, 0)), line.slice(at + 1)]
}

/** Why a primary refuses all changes, by what INFO says; undefined if it does not. */
function whyNoChanges(facts: ReadonlyMap<string, string>): string | undefined {
  const number = (name: string) => Number(facts.get(name) ?? 0)
  // Only there with `min-replicas-to-write`, which INFO does not name: at least one is needed.
  if (facts.get('min_slaves_good_slaves') === '0') return 'it waits for replicas (min-replicas-to-write)'
  const used = number('used_memory') - number('mem_not_counted_for_evict')
  const isFull = number('maxmemory') > 0 && used > number('maxmemory')
  if (isFull && facts.get('maxmemory_policy') === 'noeviction') return 'its memory is full (maxmemory)'
  if (facts.get('aof_last_write_status') === 'err') return 'it cannot write its append-only file'
  return undefined
}

/** Whether a server refused a change because it is a replica. */
export function isReadOnlyReply(error: unknown): boolean {
  return READ_ONLY.test(messageOf(error))
}

const READ_ONLY = /\bREADONLY\b/

/**
 * What to do, by a sign in the message, which begins with the address. Replies of Redis begin with a code; those to scripts
 * contain it.
 */
const ADVICE: readonly [sign: RegExp, advice: string][] = [
  [
    READ_ONLY,
    'This server is a replica, which takes no changes: give the address of the primary, or make this one the primary ' +
      '(redis-cli REPLICAOF NO ONE)',
  ],
  [
    /\b(CROSSSLOT|MOVED|CLUSTERDOWN)\b/,
    'This server is part of a cluster, but each script needs all its keys in one place: take one server, with replicas if ' +
      'you like',
  ],
  [
    /^rediss:.*(no answer within|Connection timeout|wrong version number)/,
    'If that port does not speak TLS, write redis:// instead of rediss://',
  ],
]
