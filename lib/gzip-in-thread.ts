// Gzip by Node's zlib, on another thread, so that no request waits for it. What it packs is for memory alone: files need
// the bytes of compression.ts.

import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'

/** Packing this many bytes takes about a millisecond: callers pack only larger ones here. Also zlib's size of a piece. */
export const LARGE_BYTES = 256 * 1024

const unpack = promisify(gunzip)
const pack = promisify(gzip)

/** Rejects if the bytes are no gzip, and as soon as they unpack to more than `maxBytes`. */
export function gunzipInThread(bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  return inTurn(() => unpack(bytes, { maxOutputLength: maxBytes, chunkSize: LARGE_BYTES }))
}

/** At the fastest level. */
export function gzipInThread(bytes: Uint8Array): Promise<Buffer> {
  return inTurn(() => pack(bytes, { level: constants.Z_BEST_SPEED, chunkSize: LARGE_BYTES }))
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one work after the other: Node's four threads read files, too, and each body at work takes memory. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => {})
  return mine
}
