// Puts the parts of a gateway together, starts them, and stops without losing a request.

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keyDigest, PUBLISHED_DEMO_KEY } from '../contract/keys/format.ts'
import type { NoUnusedOption } from '../lib/command-line/command.ts'
import { messageOf } from '../lib/errors.ts'
import { type Clock, HOUR_MS } from '../lib/time/clock.ts'
import { createApp } from './app.ts'
import { Catalogue } from './catalogue/catalogue.ts'
import { ObjectWatch } from './catalogue/object-watch.ts'
import { PointerTurns } from './catalogue/pointer-turns.ts'
import { problemSource } from './catalogue/problem-source.ts'
import { ConnectionBounds, type ConnectionOptions } from './connections/connection-bounds.ts'
import { type AnswerObserver, createGatewayServer } from './connections/gateway-server.ts'
import { type TransferOptions, Transfers } from './connections/transfers.ts'
import { KeyCache } from './keys/key-cache.ts'
import type { KeyStore } from './keys/key-store.ts'
import { listen } from './lib/listen.ts'
import type { Log } from './lib/log.ts'
import type { ClientAddress } from './limits/client-address.ts'
import type { Limiter } from './limits/limiter.ts'
import { answerError } from './middlewares/error-handler.ts'
import { type CloseServer, closeGently } from './operations/close-server.ts'
import {
  catalogueEvents,
  type FailureWatches,
  reportFailure,
  watchFailures,
} from './operations/failure-watch.ts'
import { OK, type Readiness } from './operations/readiness.ts'
import { logRefusals, warnOfDrops, warnOfUnnamedProxy } from './operations/warnings.ts'
import type { Origin } from './origin/origin.ts'

/** What a gateway is put together from, and its settings. */
export interface GatewayParts {
  origin: Origin
  keyStore: KeyStore
  limiter: Limiter
  clientAddress: ClientAddress
  clock: Clock
  log: Log
  /** The most bytes that cached answers may take; 48 MB by default. */
  cacheBytes?: number
  /** Milliseconds between two checks of the pointer; 2000 by default. */
  pollMs?: number
  /** Counts every answer. */
  observer?: AnswerObserver | undefined
  /** Counts failures, including those of parts that are open already. */
  failures?: FailureWatches
  connections?: ConnectionOptions
  /** The bounds of large answers. */
  transfers?: TransferOptions
  /** Where clients reach the gateway, without a trailing slash. */
  publicUrl?: string | undefined
  /** Refuses requests that name another host than this machine, or that pages of other origins send. */
  local?: boolean
  /** Extra milliseconds that keys stay good while the key store does not answer; 0 by default. */
  keysGraceMs?: number
}

/** The times of a stop, in milliseconds. */
export interface StopTimes {
  /** How long requests are still accepted, so that balancers notice the lost readiness. */
  delayMs?: number
  /** How long running answers may take after that before they are cut. */
  limitMs?: number
}

const POLL_MS = 2_000

/** How often the days on which keys were used are stored, in milliseconds. */
const STORE_USES_MS = HOUR_MS

const CACHE_BYTES = 48 * 1024 * 1024

/** The default of `StopTimes.limitMs`. */
export const DRAIN_LIMIT_MS = 30_000

export class Gateway {
  readonly catalogue: Catalogue
  /** Undefined for a folder: only a remote origin has caches that may disagree. */
  readonly pointerTurns: PointerTurns | undefined
  readonly objects: ObjectWatch
  readonly keys: KeyCache
  readonly keyStore: KeyStore
  readonly server: Server
  readonly connections: ConnectionBounds
  readonly transfers: Transfers
  readonly failures: FailureWatches
  readonly #parts: GatewayParts
  readonly #close: CloseServer
  #usesTimer: NodeJS.Timeout | undefined
  readonly #draining = new AbortController()
  #stopping: Promise<void> | undefined

  constructor(parts: GatewayParts) {
    const { origin, keyStore, limiter, clientAddress, clock, log } = parts
    const failures = parts.failures ?? watchFailures(log)
    this.#parts = parts
    this.failures = failures
    this.keyStore = keyStore
    this.pointerTurns = origin.isRemote ? new PointerTurns(clock) : undefined
    this.catalogue = new Catalogue(origin, {
      turns: this.pointerTurns,
      cacheBytes: parts.cacheBytes ?? CACHE_BYTES,
      pollMs: parts.pollMs ?? POLL_MS,
      publicUrl: parts.publicUrl,
      events: catalogueEvents(log, failures),
    })
    this.objects = new ObjectWatch(origin, failures.objects)
    this.keys = new KeyCache({
      store: keyStore,
      clock,
      keysGraceMs: parts.keysGraceMs,
      onStoreError: (error) => failures.keyStore.failed(error),
    })
    // Cached keys keep a damaged key file quiet for longer than an outage has to be.
    failures.keyStore.probe = () => this.#askKeyStore()
    this.connections = new ConnectionBounds({ onDrop: warnOfDrops(log), ...parts.connections })
    this.transfers = new Transfers({
      onEnd: (socket, reason) => this.connections.drop(socket, reason),
      ...parts.transfers,
    })
    const { catalogue, keys, connections, transfers } = this
    const problems = problemSource(catalogue, parts.publicUrl)
    const answerProblem = answerError(problems, reportFailure(log, failures), logRefusals(log))
    const services = { catalogue, origin, keys, limiter, transfers, clientAddress, answerProblem, clock }
    const app = createApp({ ...services, local: parts.local })
    this.server = createGatewayServer(app, {
      log,
      connections,
      answerProblem,
      problems,
      observer: parts.observer,
      draining: this.#draining.signal,
      onRequest: warnOfUnnamedProxy(log, parts.connections?.isProxy),
    })
    this.#close = closeGently(this.server)
  }

  /** Whether `stop` was called. */
  get isDraining(): boolean {
    return this.#draining.signal.aborted
  }

  /**
   * Loads the catalogue and listens, even if no release is published yet.
   * @throws {OperatorError} `system` if the address can't be used
   */
  async start(host: string, port: number): Promise<AddressInfo> {
    await this.catalogue.watch()
    void this.objects.watch(() => this.catalogue.current)
    this.#usesTimer = setInterval(() => void this.#storeUses(), STORE_USES_MS).unref()
    return listen(this.server, { host, port, option: 'port' })
  }

  async readiness(): Promise<Readiness> {
    return {
      release: this.catalogue.current ? OK : 'none is loaded',
      key_store: await this.#keyStoreReadiness(),
      serving: this.#serverReadiness(),
    }
  }

  async #keyStoreReadiness(): Promise<string> {
    try {
      await this.#askKeyStore()
    } catch (error) {
      return `does not answer: ${messageOf(error)}`
    }
    const { isReadOnly } = await this.keyStore.condition()
    return isReadOnly ? 'it refuses changes, so it takes no revocation' : OK
  }

  /** Any key would do: the store answers, whether or not it has this one. */
  #askKeyStore(): Promise<unknown> {
    return this.keyStore.find(keyDigest(PUBLISHED_DEMO_KEY))
  }

  #serverReadiness(): string {
    if (this.isDraining) return 'draining'
    return this.server.listening ? OK : 'not listening yet'
  }

  /**
   * Accepts requests for `delayMs` more, then finishes the running ones, or cuts them after `limitMs`, and closes everything.
   * A second call waits for the first; its times are ignored.
   */
  stop(times: StopTimes = {}): Promise<void> {
    this.#draining.abort()
    this.#stopping ??= this.#stop(times)
    return this.#stopping
  }

  async #stop({ delayMs = 0, limitMs = DRAIN_LIMIT_MS, ...unused }: StopTimes): Promise<void> {
    unused satisfies NoUnusedOption
    const { keyStore, limiter, log, origin } = this.#parts
    // Without a server that listens, as after a failed start, there are no requests to wait for.
    if (delayMs > 0 && this.server.listening) await new Promise((resolve) => setTimeout(resolve, delayMs))
    this.catalogue.stop()
    this.objects.stop()
    clearInterval(this.#usesTimer)
    if (await this.#close(limitMs)) log.warn({ limit_ms: limitMs }, 'cut answers that took too long')
    await this.#storeUses()
    await Promise.all([keyStore.close(), limiter.close()])
    origin.close()
  }

  async #storeUses(): Promise<void> {
    const { keyUses } = this.failures
    await this.keys.storeUses().then(
      () => keyUses.recovered(),
      (error) => keyUses.failed(error),
    )
  }
}
