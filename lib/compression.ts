// Gzip by fflate: the same bytes from every version of Node and on every machine, which Node's zlib does not promise. Also
// ZIP files, whose bytes hold the time, so they are only for memory.

import { Gzip, gzipSync, Zip, ZipPassThrough } from 'fflate'

// Higher levels take longer and save nothing on our pages. Both options are part of the bytes.
const OPTIONS = { level: 6, mtime: 0 } as const

export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, OPTIONS)
}

/**
 * Compresses the pieces of a text. fflate begins a stream in a buffer of NUL bytes, and may refer to them as if they were a
 * part of the text: then nothing can read the file. A text without NUL bytes never matches them, and JSON has none.
 * @param onBytes gets the compressed bytes as they are ready, the last after `push(bytes, true)`
 * @returns `push` throws a RangeError if a piece has a NUL byte
 */
export function gzipStream(onBytes: (bytes: Uint8Array) => void): Pick<Gzip, 'push'> {
  const stream = new Gzip(OPTIONS, onBytes)
  return {
    push(piece, isLast) {
      if (piece.includes(0)) throw new RangeError('found a NUL byte in a text to compress, expected none')
      stream.push(piece, isLast)
    },
  }
}

/** More than the headers of one file take without its name, and more than the end of a ZIP file takes. */
const HEADER_BYTES = 128

/** A ZIP file without compression, in one buffer: contents are copied as they arrive, so they are in memory only once. */
export class UncompressedZip {
  readonly #bytes: Buffer
  #length = 0
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  })

  /** @param files the names of all files that will be added, and the most bytes that each may have */
  constructor(files: readonly { name: string; size: number }[]) {
    // Two headers have the name of a file.
    const sizes = files.map(({ name, size }) => size + 2 * Buffer.byteLength(name) + HEADER_BYTES)
    this.#bytes = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, HEADER_BYTES))
  }

  /** @throws {RangeError} if the files have more bytes than the constructor was given */
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
