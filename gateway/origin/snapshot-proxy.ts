// Requests a snapshot from a remote origin by http-proxy-middleware, which handles the connection, TLS and the end of
// both sides. The request that it sends and the use of the response are defined here.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { addAbortSignal, Readable } from 'node:stream'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { OriginSite } from '../../contract/release/origin-site.ts'
import type { ByteRange } from '../http/byte-range.ts'
import type { OriginClient } from './origin.ts'

/**
 * Requests a path of the layout, or a part of it. Aborts and rejects if the origin does not answer in time or the client
 * leaves first; then with the reason of `client.gone`.
 */
export type AskOrigin = (
  path: string,
  range: ByteRange | undefined,
  client: OriginClient,
) => Promise<IncomingMessage>

/** How a request under way ends. */
interface PendingRequest {
  answered(answer: IncomingMessage): void
  failed(error: unknown): void
  /** Aborts if the origin is silent for too long, or the client leaves. */
  aborted: AbortSignal
}

/** @param timeoutMs how long the origin may take to begin its answer, in milliseconds */
export function snapshotProxy(site: OriginSite, timeoutMs: number): AskOrigin {
  const pending = new WeakMap<IncomingMessage, PendingRequest>()
  const proxy = proxyTo(site, pending)
  return async (path, range, client) => {
    client.gone.throwIfAborted()
    const wait = new AbortController()
    const endWait = () => wait.abort(client.gone.reason)
    const silence = setTimeout(() => wait.abort(new Error(`silent for ${timeoutMs} ms`)), timeoutMs)
    client.gone.addEventListener('abort', endWait)
    try {
      return await new Promise<IncomingMessage>((answered, failed) => {
        wait.signal.addEventListener('abort', () => failed(wait.signal.reason))
        client.pass((req, res) => {
          pending.set(req, { answered, failed, aborted: wait.signal })
          // SECURITY: with the method and an empty body, this is all that reaches the origin. It replaces the client's
          // target and fields before the proxy reads them: with `Expect` it would skip `proxyReq`.
          req.url = site.targetOf(path)
          req.headers = site.headers(range)
          return proxy(req, res, failed)
        })
      })
    } finally {
      clearTimeout(silence)
      client.gone.removeEventListener('abort', endWait)
    }
  }
}

/** @param pending the open downloads, by the client's request, which the proxy passes to its events */
function proxyTo(site: OriginSite, pending: WeakMap<IncomingMessage, PendingRequest>) {
  return createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: { protocol: site.protocol, host: site.host, port: site.port },
    // `req.url` is the whole target; nothing is parsed or joined.
    toProxy: true,
    selfHandleResponse: true,
    buffer: new EmptyBody(),
    // No agent: each download has its own connection, so that long ones never delay answers. No `proxyTimeout`: it starts
    // only when a connection is made, and goes on after the head, for slow clients too.
    on: {
      proxyReq: (outgoing, req) => {
        const waiting = pending.get(req)
        if (!waiting) return
        addAbortSignal(waiting.aborted, outgoing)
        // After a 101 (Switching Protocols), there is neither an answer nor an error.
        outgoing.once('close', () => waiting.failed(new Error('the connection ended without an answer')))
      },
      proxyRes: (answer, req) => pending.get(req)?.answered(answer),
      error: (error, req) => pending.get(req)?.failed(error),
    },
  })
}

/** SECURITY: sent in place of a client's body; ends the request at once. All requests share one, for it has no state. */
class EmptyBody extends Readable {
  override pipe<T extends NodeJS.WritableStream>(request: T): T {
    request.end()
    return request
  }
}
