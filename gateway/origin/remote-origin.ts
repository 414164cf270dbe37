// Releases at a remote origin or CDN: what fits in memory is read whole, snapshots are streamed.

import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { ApiProblem } from '../../contract/api/api-problem.ts'
import { messageOf, systemCode } from '../../contract/lib/errors.ts'
import { objectPath } from '../../contract/release/layout.ts'
import { ReleaseReader } from '../../contract/release/reader.ts'
import { writeHead } from '../fast-path/response-head.ts'
import { gateFor } from './gate-for.ts'
import { idleTimeout } from './idle-timeout.ts'
import type { FileAnswer, Origin } from './origin.ts'
import { OriginSite } from './origin-site.ts'
import type { ReadBounds } from './read-whole.ts'
import { remoteBytes } from './remote-bytes.ts'
import { faultOf } from './snapshot-answer.ts'
import { snapshotProxy } from './snapshot-proxy.ts'

const BOUNDS: ReadBounds = {
  idleTimeoutMs: 5_000,
  // Twice the table of a million routes.
  maxBytes: 256 * 1024 * 1024,
}

/** More at once than this wait their turn: a cold start must not become an attack on the origin. */
const CONNECTIONS = 64

/** @param base an address whose path ends in a slash */
export function remoteOrigin(base: URL, bounds: ReadBounds = BOUNDS): Origin {
  const site = new OriginSite(base)
  const agent = site.agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const ask = snapshotProxy(site, bounds.idleTimeoutMs)
  return {
    reader: new ReleaseReader(remoteBytes(site, agent, bounds)),
    failure: 'origin_unavailable',
    async sendFile(file, _req, res) {
      const path = objectPath(file.entry.digest, file.entry.storage)
      try {
        const answer = expectFile(await ask(path, file.range, res), file)
        // SECURITY: nothing of the origin's head goes out, only what was prepared.
        writeHead(res, file.status, file.head)
        const sent = pipeline(answer, gateFor(file), res)
        idleTimeout(answer, bounds.idleTimeoutMs)
        await sent
      } catch (error) {
        throw problemOf(error, site.addressOf(path))
      }
    },
    close() {
      agent.destroy()
    },
  }
}

function expectFile(answer: IncomingMessage, { entry, range }: FileAnswer): IncomingMessage {
  const fault = faultOf(answer, entry.size, range)
  if (fault === undefined) return answer
  answer.destroy()
  throw new Error(fault)
}

function problemOf(error: unknown, address: string): unknown {
  // The client has left: no fault of the origin's.
  if (systemCode(error) === 'ERR_STREAM_PREMATURE_CLOSE') return error
  const cause = new Error(`${address}: ${messageOf(error) || systemCode(error)}`, { cause: error })
  return new ApiProblem('origin_unavailable', 'The snapshot could not be read.', { cause })
}
