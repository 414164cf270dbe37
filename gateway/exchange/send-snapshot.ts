// Streams a snapshot from an origin to a client: our own head, and bytes verified on their way.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { messageOf, systemCode } from '../../lib/errors.ts'
import { writeHead } from '../fast-path/response-head.ts'
import type { ByteRange } from '../http/byte-range.ts'
import type { Head } from '../http/head.ts'
import { type Origin, type OriginClient, OriginError } from '../origin/origin.ts'
import { verifyDigest, verifyLength } from '../origin/stream-checks.ts'

/** A snapshot, or a part of it, and its head, not written yet. */
export interface SnapshotResponse {
  entry: TargetEntry
  /** The part to send; undefined for the whole. */
  range: ByteRange | undefined
  head: Head
  /** Called before anything is written; what it throws is passed on. */
  begin: () => void
}

/** The pipeline alone adds a dozen listeners to the response: beyond Node's ten it would warn of a leak on stderr. */
const MAX_LISTENERS = 30

/** Node's error code if the reader of a stream is gone; the error handler then answers nothing. */
const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Rejects with an `OriginError` before anything is written if the origin does not have the bytes. A later fault, such as a
 * wrong digest, also rejects: the last bytes are not sent, and the caller must break the connection. If the client leaves
 * first, it rejects with an error of the code `ERR_STREAM_PREMATURE_CLOSE`.
 */
export async function sendSnapshot(
  { entry, range, head, begin }: SnapshotResponse,
  origin: Origin,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
): Promise<void> {
  const client = clientOf(req, res)
  res.setMaxListeners(MAX_LISTENERS)
  const source = await origin.openSnapshot(entry, range, client)
  const verified = range ? verifyLength(range.last - range.first + 1) : verifyDigest(entry)
  // The first error decides whether origin or client failed: our failure ends the answer, as if the client had left.
  let isOurs = false
  for (const stream of [source, verified]) {
    stream.once('error', () => {
      isOurs ||= !client.gone.aborted
    })
  }
  try {
    begin()
  } catch (error) {
    source.destroy()
    throw error
  }
  // SECURITY: nothing of the origin's head goes out.
  writeHead(res, range ? 206 : 200, head)
  try {
    // The signal covers a client that left while the source was opened: `pipeline` would wait for its closed stream.
    await pipeline(source, verified, res, { signal: client.gone })
  } catch (error) {
    if (client.gone.aborted && !isOurs) throw client.gone.reason
    if (systemCode(error) === PREMATURE_CLOSE) throw error
    throw new OriginError(`object ${entry.digest}: ${messageOf(error)}`, error)
  }
}

function clientOf(req: IncomingMessage, res: ServerResponse): OriginClient {
  const leaving = new AbortController()
  const abort = () => {
    // A complete answer emits `close`, too.
    if (!res.writableFinished) leaving.abort(new ClientLeft())
  }
  if (res.destroyed) abort()
  else res.once('close', abort)
  return {
    gone: leaving.signal,
    pass: (proxy) => void proxy(req, res),
  }
}

class ClientLeft extends Error {
  readonly code = PREMATURE_CLOSE

  constructor() {
    super('the client left before it had the whole answer')
  }
}
