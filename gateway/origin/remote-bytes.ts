// A release at a remote origin, as the source of bytes for the reader: pointer, manifest, table and pages.
//
// By node:http, not by fetch, which undoes the Content-Encoding that some stores declare for `.gz` files and
// sends headers of its own.

import type { Agent, ClientRequest } from 'node:http'
import type { ReadBytes } from '../../contract/release/reader.ts'
import { messageOf, OperatorError, systemCode } from '../../lib/errors.ts'
import { deadlineAfter } from './deadline.ts'
import type { OriginSite } from './origin-site.ts'
import { type ReadBounds, readWhole } from './read-whole.ts'

/** What every read is bounded by, whatever its caller allows. */
export interface OriginLimits {
  /** Without a byte for so long, the origin counts as not answering, in milliseconds. */
  idleTimeoutMs: number
  /** How long a read may take as a whole if its caller sets no end, in milliseconds. */
  wholeMs: number
  /** What is longer is not read, in bytes. */
  maxBytes: number
}

/**
 * Reads the paths of the layout below an origin; what is not there is undefined. All who ask for one path at
 * once share one request.
 * Rejects with `OperatorError` `system` if the origin does not answer as it should.
 */
export function remoteBytes(site: OriginSite, agent: Agent, limits: OriginLimits): ReadBytes {
  const { idleTimeoutMs, wholeMs } = limits
  const reading = new Map<string, Promise<Buffer | undefined>>()
  return (path, { maxBytes, signal }) => {
    const running = reading.get(path)
    if (running) return running
    const deadline = signal ? { signal, clear() {} } : deadlineAfter(wholeMs)
    const bounds = {
      idleTimeoutMs,
      maxBytes: Math.min(maxBytes, limits.maxBytes),
      signal: deadline.signal,
    }
    const bytes = read(() => site.get(path, agent), bounds)
      .catch((cause) => {
        throw new OperatorError('system', `can not read ${site.urlOf(path)}: ${messageOf(cause)}`, {
          cause,
        })
      })
      .finally(() => {
        deadline.clear()
        reading.delete(path)
      })
    reading.set(path, bytes)
    return bytes
  }
}

async function read(ask: () => ClientRequest, bounds: ReadBounds): Promise<Buffer | undefined> {
  const request = ask()
  try {
    return await readWhole(request, bounds)
  } catch (error) {
    // The origin may close a connection that was kept open in the very moment it is used again. That says
    // nothing about the origin, so the request goes out again, until it has a connection of its own.
    if (request.reusedSocket && systemCode(error) === 'ECONNRESET') return read(ask, bounds)
    throw error
  }
}
