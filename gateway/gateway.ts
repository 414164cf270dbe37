// The gateway as a whole: its parts put together, started, and stopped without losing a request.

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Response } from 'express'
import type { Clock } from '../contract/clock.ts'
import { Failure, messageOf, systemCode } from '../contract/failure.ts'
import { Catalogue } from './catalogue/catalogue.ts'
import { Exchange, type ExchangeResponse } from './exchange.ts'
import { createExpressServer } from './express-server.ts'
import { answerClientError } from './http/client-errors.ts'
import { createRequestIds } from './http/request-id.ts'
import { KeyCache } from './keys/key-cache.ts'
import type { KeyStore } from './keys/key-store.ts'
import type { ClientAddress } from './limits/client-address.ts'
import type { Limiter } from './limits/limiter.ts'
import type { Log } from './log.ts'
import { createApp } from './middlewares/mount.ts'
import { attributionOf } from './middlewares/problems.ts'
import type { Origin } from './origin/origin.ts'

export interface GatewayParts {
  origin: Origin
  keyStore: KeyStore
  limiter: Limiter
  addressOf: ClientAddress
  clock: Clock
  log: Log
  /** What pages in memory may weigh together, in bytes. */
  cacheBytes: number
  /** Milliseconds between two looks at the pointer. */
  pollMs: number
}

// SECURITY: slow clients may hold a connection, but not for ever (all in milliseconds).
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}
/** Without a byte in either direction for so long, a connection is closed, in milliseconds. */
const SILENCE_MS = 60_000

export class Gateway {
  readonly catalogue: Catalogue
  readonly keys: KeyCache
  readonly server: Server
  readonly #parts: GatewayParts

  constructor(parts: GatewayParts) {
    const { origin, log } = parts
    this.#parts = parts
    this.catalogue = new Catalogue(origin, {
      cacheBytes: parts.cacheBytes,
      pollMs: parts.pollMs,
      events: {
        swapped: ({ manifest }) =>
          log.info({ release: manifest.id, data_as_of: manifest.data_as_of }, 'release taken'),
        failed: (message) => log.error({ err: message }, 'release not taken'),
      },
    })
    this.keys = new KeyCache({
      store: parts.keyStore,
      clock: parts.clock,
      onStoreError: (error) => log.error({ err: messageOf(error) }, 'key store failed'),
    })
    this.server = this.#createServer()
  }

  /** Loads the catalogue and listens. A missing catalogue is no reason not to: it may come. */
  async start(host: string, port: number): Promise<AddressInfo> {
    await this.catalogue.watch()
    return listen(this.server, host, port)
  }

  /** Takes no new connections, finishes the requests under way, and lets go of everything. */
  async stop(): Promise<void> {
    this.catalogue.stop()
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.server.closeIdleConnections()
    await closed
    await Promise.all([this.#parts.keyStore.close(), this.#parts.limiter.close()])
    this.#parts.origin.close()
  }

  #createServer(): Server {
    const { catalogue, keys } = this
    const { origin, limiter, addressOf, log } = this.#parts
    const report = (error: unknown, res: ExchangeResponse) => {
      const { id, caller } = res.locals.exchange
      const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : undefined
      log.error({ request_id: id, key_id: caller?.id, err: messageOf(error), cause }, 'request failed')
    }
    const services = { catalogue, origin, keys, limiter, addressOf, report }
    const nextId = createRequestIds()
    const server = createExpressServer(createApp(services), {
      locals: (req) => ({ exchange: new Exchange(nextId(req.headers['x-request-id'])) }),
      unanswered: unanswered(log),
      http: TIMEOUTS,
    })
    server.setTimeout(SILENCE_MS)
    server.on(
      'clientError',
      answerClientError(() => attributionOf(catalogue)),
    )
    return server
  }
}

// Only reached where answering a problem has itself failed: the connection is all that is left to end.
function unanswered(log: Log) {
  return (_req: unknown, res: Response) => (error?: unknown) => {
    log.error({ err: messageOf(error) }, 'request could not be answered')
    res.destroy()
  }
}

/** @throws {Failure} `system` where the address can't be had */
export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch((cause) => {
    const reason = systemCode(cause) === 'EADDRINUSE' ? 'another program listens there' : messageOf(cause)
    throw new Failure('system', `can not listen on ${host}:${port}: ${reason}`, { cause })
  })
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Failure('system', 'the server has no address')
  return address
}
