// Asks a remote origin for a snapshot, through http-proxy-middleware.
//
// The middleware sends on whatever request it is given: all the headers of a client, and its body. So it is never
// given a client's request, but one of our own that is made from nothing, and the response is left to us.

import { IncomingMessage, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { ByteRange } from '../http/byte-range.ts'
import type { OriginSite } from './origin-site.ts'

/**
 * Asks for a path of the layout, or for a part of it, on behalf of whoever waits for `res`. Rejects where the
 * origin gives no answer in time, and with the code `ERR_STREAM_PREMATURE_CLOSE` where the client leaves before;
 * then the request is called off.
 */
export type AskOrigin = (
  path: string,
  range: ByteRange | undefined,
  res: ServerResponse,
) => Promise<IncomingMessage>

/** @param idleTimeoutMs how long the origin may take to begin its answer, in milliseconds */
export function snapshotProxy(site: OriginSite, idleTimeoutMs: number): AskOrigin {
  const { protocol, host, port } = site
  const proxy = createProxyMiddleware<OriginRequest, ServerResponse>({
    target: { protocol, host, port },
    // The target is complete; there is nothing to be taken apart and put together again.
    toProxy: true,
    selfHandleResponse: true,
    // No agent is named: each download has a connection of its own, so that long ones never keep pages waiting.
    on: {
      proxyReq: (outgoing, { errand }) => addAbortSignal(errand.calledOff, outgoing),
      proxyRes: (answer, { errand }) => errand.answered(answer),
      error: (error, { errand }) => errand.failed(error),
    },
  })
  return async (path, range, res) => {
    if (res.destroyed) throw new ClientLeft()
    const callOff = new AbortController()
    const { signal: calledOff } = callOff
    const leave = () => callOff.abort(new ClientLeft())
    const silence = setTimeout(
      () => callOff.abort(new Error(`silent for ${idleTimeoutMs} ms`)),
      idleTimeoutMs,
    )
    res.once('close', leave)
    try {
      return await new Promise((answered, failed) => {
        const errand = { answered, failed, calledOff }
        proxy(new OriginRequest(site.targetOf(path), site.headers(range), errand), res, failed)
      })
    } catch (error) {
      throw calledOff.aborted ? calledOff.reason : error
    } finally {
      clearTimeout(silence)
      res.off('close', leave)
    }
  }
}

/** What becomes of a request. */
interface Errand {
  answered(answer: IncomingMessage): void
  failed(error: unknown): void
  calledOff: AbortSignal
}

/** SECURITY: everything that reaches the origin is named here: method, target, our own headers, no body. */
class OriginRequest extends IncomingMessage {
  override readonly method = 'GET'
  readonly errand: Errand

  constructor(target: string, headers: Record<string, string>, errand: Errand) {
    // A socket that is connected to nothing.
    super(new Socket())
    this.url = target
    this.headers = headers
    this.errand = errand
    this.push(null)
    // Without it, the end of the body would count as the client's hanging up.
    this.complete = true
  }
}

/** Has the code of a stream whose reader left, which is what it is: nobody's fault, and nothing to report. */
class ClientLeft extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE'

  constructor() {
    super('the client left before the origin answered')
  }
}
