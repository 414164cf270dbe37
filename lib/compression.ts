// Gzip and ZIP by fflate: the same bytes from every version of Node and on every machine, which Node's zlib does not
// promise.

import { Gzip, gzipSync, zipSync } from 'fflate'

// Higher levels take longer and save nothing on our pages. Both options are part of the bytes.
const OPTIONS = { level: 6, mtime: 0 } as const

export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, OPTIONS)
}

/** Compresses pieces; `onBytes` gets the compressed bytes as they are ready, the last after `push(bytes, true)`. */
export function gzipStream(onBytes: (bytes: Uint8Array) => void): Pick<Gzip, 'push'> {
  return new Gzip(OPTIONS, onBytes)
}

/** @returns a ZIP file with these contents, uncompressed */
export function zipUncompressed(contents: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(contents), { level: 0 })
}
