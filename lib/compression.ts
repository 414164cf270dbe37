// Gzip and ZIP by fflate: the same bytes from every version of Node and on every machine, which Node's zlib does not
// promise.

import { Gzip, gzipSync, Zip, ZipPassThrough } from 'fflate'

// Higher levels take longer and save nothing on our pages. Both options are part of the bytes.
const OPTIONS = { level: 6, mtime: 0 } as const

export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, OPTIONS)
}

/** Compresses pieces; `onBytes` gets the compressed bytes as they are ready, the last after `push(bytes, true)`. */
export function gzipStream(onBytes: (bytes: Uint8Array) => void): Pick<Gzip, 'push'> {
  return new Gzip(OPTIONS, onBytes)
}

/** Of the headers of a file in a ZIP file, without its name, which is there twice. */
const HEADER_BYTES = 128

/** A ZIP file, uncompressed, in one buffer that gets the contents as they arrive: they are in memory once. */
export class UncompressedZip {
  readonly #bytes: Buffer
  #length = 0
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  })

  /** @param files the names and sizes of all files that will be added, in bytes */
  constructor(files: readonly { name: string; size: number }[]) {
    const sizes = files.map(({ name, size }) => size + 2 * Buffer.byteLength(name) + HEADER_BYTES)
    this.#bytes = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, HEADER_BYTES))
  }

  async add(name: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const file = new ZipPassThrough(name)
    this.#zip.add(file)
    for await (const piece of pieces) file.push(piece)
    file.push(new Uint8Array(0), true)
  }

  end(): Uint8Array {
    this.#zip.end()
    return this.#bytes.subarray(0, this.#length)
  }
}
