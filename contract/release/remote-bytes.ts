// Reads the files of a release from a remote origin. Each read is bounded in time and in size.
//
// With node:http, because fetch adds headers, and undoes the Content-Encoding that some stores declare for `.gz` files.

import type { EventEmitter } from 'node:events'
import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { messageOf, OperatorError, systemCode } from '../../lib/errors.ts'
import type { OriginSite } from './origin-site.ts'
import type { ReadBytes } from './reader.ts'

/** The bounds of every read. */
export interface OriginLimits {
  /** After this time without a byte the origin counts as not answering, in milliseconds. */
  idleTimeoutMs: number
  /** How long a read may take as a whole if its caller sets no end, in milliseconds. */
  wholeMs: number
  /** Longer bodies are not read, even if the caller allows more, in bytes. */
  maxBytes: number
}

/**
 * Reads the paths of the layout below an origin; a missing file is undefined. Rejects with `OperatorError` `system` if
 * the origin does not answer as it should.
 */
export function remoteBytes(site: OriginSite, agent: Agent, limits: OriginLimits): ReadBytes {
  return async (path, { maxBytes, signal = AbortSignal.timeout(limits.wholeMs) }) => {
    const { idleTimeoutMs } = limits
    const bounds = { idleTimeoutMs, maxBytes: Math.min(maxBytes, limits.maxBytes), signal }
    try {
      return await readRetrying(() => site.get(path, agent), bounds)
    } catch (cause) {
      throw new OperatorError('system', `cannot read ${site.urlOf(path)}: ${messageOf(cause)}`, { cause })
    }
  }
}

async function readRetrying(ask: () => ClientRequest, bounds: ReadBounds): Promise<Buffer | undefined> {
  const request = ask()
  try {
    return await readBounded(request, bounds)
  } catch (error) {
    // The origin may close an idle connection just as it is used again. That is no fault of the origin, so the
    // request is sent again until it gets a new connection.
    if (request.reusedSocket && systemCode(error) === 'ECONNRESET') return readRetrying(ask, bounds)
    throw error
  }
}

interface ReadBounds extends Omit<OriginLimits, 'wholeMs'> {
  /** Ends the read when it fires. Without it, a slow drip of bytes would never end. */
  signal: AbortSignal
}

/** A request under way. */
type PendingGet = EventEmitter & { destroy(error?: Error): unknown }

/**
 * The body of a 200, undefined for a 404.
 * @throws {Error} on another status, silence, too many bytes or a broken connection; or the reason of the signal
 */
export async function readBounded(
  request: PendingGet,
  { idleTimeoutMs, maxBytes, signal }: ReadBounds,
): Promise<Buffer | undefined> {
  // The request, then its response: destroyed if it takes too long, or if the signal fires.
  let awaited: { destroy(error?: Error): unknown } = request
  const silence = setTimeout(
    () => awaited.destroy(new Error(`silent for ${idleTimeoutMs} ms`)),
    idleTimeoutMs,
  )
  const end = () => awaited.destroy(signal.reason)
  signal.addEventListener('abort', end)
  try {
    // A signal that has fired before sends no event.
    signal.throwIfAborted()
    const response = await responseTo(request)
    awaited = response
    if (response.statusCode === 404) return undefined
    if (response.statusCode !== 200) throw new Error(`answered with status ${response.statusCode}`)
    return await collectBody(response, maxBytes, () => silence.refresh())
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', end)
    // After the last byte this changes nothing; before it, the connection can't be used again.
    request.destroy()
  }
}

function responseTo(request: PendingGet): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // `on`, not `once`: a later failure is reported by the response and here as well.
    request.on('error', reject)
    request.once('response', resolve)
    // After a 101 (Switching Protocols), Node ends the request without an error.
    request.once('close', () => reject(new Error('the connection ended without an answer')))
  })
}

async function collectBody(
  response: IncomingMessage,
  maxBytes: number,
  onBytes: () => void,
): Promise<Buffer> {
  const tooLong = new Error(`longer than ${maxBytes} bytes`)
  if (Number(response.headers['content-length']) > maxBytes) throw tooLong
  const chunks: Buffer[] = []
  let length = 0
  for await (const bytes of response) {
    const chunk: Buffer = bytes
    onBytes()
    length += chunk.length
    if (length > maxBytes) throw tooLong
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
