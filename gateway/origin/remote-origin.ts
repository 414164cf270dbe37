// Releases at a remote origin or CDN: snapshots are streamed, all else is read whole.

import type { IncomingMessage } from 'node:http'
import { objectPath } from '../../contract/release/layout.ts'
import { OriginSite } from '../../contract/release/origin-site.ts'
import { ReleaseReader } from '../../contract/release/reader.ts'
import { type OriginLimits, remoteBytes } from '../../contract/release/remote-bytes.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { messageOf } from '../../lib/errors.ts'
import type { ByteRange } from '../http/byte-range.ts'
import { type Origin, OriginError } from './origin.ts'
import { snapshotProxy } from './snapshot-proxy.ts'
import { idleTimeout } from './stream-checks.ts'

const LIMITS: OriginLimits = {
  idleTimeoutMs: 5_000,
  wholeMs: 30_000,
  // Twice the table of a million targets.
  maxBytes: 256 * 1024 * 1024,
}

/** More requests wait their turn: a cold start must not overload the origin. */
const MAX_CONNECTIONS = 64

export interface RemoteOriginOptions {
  limits?: OriginLimits
  /** Trusted signers of releases; without it, no signature is checked. */
  trust?: ReleaseTrust | undefined
}

/** @param base an address whose path ends in a slash */
export function remoteOrigin(base: URL, { limits = LIMITS, trust }: RemoteOriginOptions = {}): Origin {
  const site = new OriginSite(base)
  const agent = site.agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  const ask = snapshotProxy(site, limits.idleTimeoutMs)
  return {
    reader: new ReleaseReader(remoteBytes(site, agent, limits), trust),
    explainEmpty: async () => `no release was ever published at ${site.urlOf('')}`,
    isRemote: true,
    async openSnapshot(entry, range, client) {
      const path = objectPath(entry.digest, entry.storage)
      try {
        const answer = await ask(path, range, client)
        const fault = snapshotFault(answer, entry.size, range)
        if (fault !== undefined) {
          answer.destroy()
          throw new Error(fault)
        }
        idleTimeout(answer, limits.idleTimeoutMs)
        return answer
      } catch (error) {
        if (client.gone.aborted) throw client.gone.reason
        throw new OriginError(`${site.urlOf(path)}: ${messageOf(error)}`, error)
      }
    },
    close() {
      agent.destroy()
    },
  }
}

/** The fault in the head of an answer with a snapshot or a part of it, if any. Its bytes are checked as they come. */
export function snapshotFault(
  { statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  size: number,
  range: ByteRange | undefined,
): string | undefined {
  const status = range ? 206 : 200
  if (statusCode !== status) return `answered with status ${statusCode}, expected ${status}`
  const part = range && `bytes ${range.first}-${range.last}/${size}`
  if (part !== undefined && headers['content-range'] !== part) {
    return `answered with ${headers['content-range'] ?? 'no range'}, expected ${part}`
  }
  // A content coding is no fault: some stores declare one for gzip files.
  const length = headers['content-length']
  const expected = range ? range.last - range.first + 1 : size
  if (length !== undefined && Number(length) !== expected) {
    return `answered with ${length} bytes, expected ${expected}`
  }
  return undefined
}
