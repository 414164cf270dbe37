// One GET, its body read into memory: bounded in time and in size.

import { type EventEmitter, once } from 'node:events'
import type { IncomingMessage } from 'node:http'

export interface ReadBounds {
  /** Without a byte for so long, the origin counts as not answering, in milliseconds. */
  idleTimeoutMs: number
  /** What is longer is not read, in bytes. */
  maxBytes: number
  /** Ends the read when it fires: bytes that keep dripping in would never let it end. */
  signal: AbortSignal
}

/** A request under way, as far as it is needed here. */
type PendingGet = EventEmitter & { destroy(error?: Error): unknown }

/**
 * The body of a 200, undefined for a 404.
 * @throws {Error} saying what went wrong: another status, silence, too many bytes, a connection that broke; or the
 *   reason of the signal
 */
export async function readWhole(
  request: PendingGet,
  { idleTimeoutMs, maxBytes, signal }: ReadBounds,
): Promise<Buffer | undefined> {
  let awaited: { destroy(error?: Error): unknown } = request
  const silence = setTimeout(
    () => awaited.destroy(new Error(`silent for ${idleTimeoutMs} ms`)),
    idleTimeoutMs,
  )
  const end = () => awaited.destroy(signal.reason)
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    const response = await responseTo(request)
    awaited = response
    if (response.statusCode === 404) return undefined
    if (response.statusCode !== 200) throw new Error(`answered with status ${response.statusCode}`)
    return await collect(response, maxBytes, () => silence.refresh())
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', end)
    // After the last byte this changes nothing; before, the connection is of no use any more.
    request.destroy()
  }
}

async function responseTo(request: PendingGet): Promise<IncomingMessage> {
  // For good, not for once: what breaks later is reported by the response, and here as well.
  request.on('error', () => {})
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (!response) throw new TypeError('a response event without a response')
  return response
}

async function collect(response: IncomingMessage, maxBytes: number, onBytes: () => void): Promise<Buffer> {
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
