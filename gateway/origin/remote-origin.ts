// Releases at a remote origin or CDN: what fits in memory is read whole, snapshots are streamed.

import { objectPath } from '../../contract/release/layout.ts'
import { ReleaseReader } from '../../contract/release/reader.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { messageOf } from '../../lib/errors.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { idleTimeout } from './idle-timeout.ts'
import type { Origin, OriginClient } from './origin.ts'
import { OriginSite } from './origin-site.ts'
import { type OriginLimits, remoteBytes } from './remote-bytes.ts'
import { faultOf } from './snapshot-answer.ts'
import { snapshotProxy } from './snapshot-proxy.ts'

const LIMITS: OriginLimits = {
  idleTimeoutMs: 5_000,
  wholeMs: 30_000,
  // Twice the table of a million routes.
  maxBytes: 256 * 1024 * 1024,
}

/** More at once than this wait their turn: a cold start must not become an attack on the origin. */
const MAX_CONNECTIONS = 64

export interface RemoteOriginOptions {
  limits?: OriginLimits
  /** Whose releases are taken; without it, everybody's. */
  trust?: ReleaseTrust | undefined
}

/** @param base an address whose path ends in a slash */
export function remoteOrigin(base: URL, { limits = LIMITS, trust }: RemoteOriginOptions = {}): Origin {
  const site = new OriginSite(base)
  const agent = site.agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  const ask = snapshotProxy(site, limits.idleTimeoutMs)
  return {
    reader: new ReleaseReader(remoteBytes(site, agent, limits), trust),
    failure: 'origin_unavailable',
    async openSnapshot(entry, range, client) {
      const path = objectPath(entry.digest, entry.storage)
      try {
        const answer = await ask(path, range, client)
        const fault = faultOf(answer, entry.size, range)
        if (fault !== undefined) {
          answer.destroy()
          throw new Error(fault)
        }
        idleTimeout(answer, limits.idleTimeoutMs)
        return answer
      } catch (error) {
        throw problemOf(error, site.urlOf(path), client)
      }
    },
    close() {
      agent.destroy()
    },
  }
}

function problemOf(error: unknown, address: string, { left }: OriginClient): unknown {
  // That is no fault of the origin.
  if (left.aborted) return left.reason
  const cause = new Error(`${address}: ${messageOf(error)}`, { cause: error })
  return new ApiProblem('origin_unavailable', 'The snapshot could not be read.', { cause })
}
