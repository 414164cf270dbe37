// Writes a gzip file piece by piece, and hashes it on the way.

// biome-ignore lint/plugin/blocking-reads: opens a new file to write it
import { closeSync, openSync, writeSync } from 'node:fs'
import type { FileFacts } from '../../contract/release/manifest.ts'
import { gzipStream } from '../../lib/compression.ts'
import { sha256Stream } from '../../lib/digest.ts'

/** Writes synchronously, like all code in worker threads. */
export class GzipFile {
  readonly #file: number
  readonly #hash = sha256Stream()
  readonly #gzip = gzipStream((bytes) => this.#append(bytes))
  #size = 0

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  write(piece: Uint8Array): void {
    this.#gzip.push(piece)
  }

  /** Closes the file and returns its facts, of the compressed bytes. */
  end(): FileFacts {
    // An empty last piece ends the stream.
    this.#gzip.push(new Uint8Array(0), true)
    closeSync(this.#file)
    return { digest: this.#hash.digest(), size: this.#size }
  }

  #append(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    this.#size += bytes.length
    // A write may be partial.
    let written = 0
    while (written < bytes.length) written += writeSync(this.#file, bytes, written)
  }
}
