// Gzip and ZIP by fflate: the same bytes from every version of Node and on every machine, which Node's zlib does not
// promise.

import { Gzip, gzipSync, Zip, type ZipInputFile } from 'fflate'

// Higher levels take longer and save nothing on our pages. Both options are part of the bytes.
const OPTIONS = { level: 6, mtime: 0 } as const

export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, OPTIONS)
}

/** Compresses pieces; `onBytes` gets the compressed bytes as they are ready, the last after `push(bytes, true)`. */
export function gzipStream(onBytes: (bytes: Uint8Array) => void): Pick<Gzip, 'push'> {
  return new Gzip(OPTIONS, onBytes)
}

/** A file within a ZIP file, as it is packed there. */
export interface PackedFile {
  name: string
  /** Of its content, in bytes. */
  size: number
  /** CRC-32 of its content. */
  checksum: number
  /** The method: 0 is none, 8 is deflate. */
  method: number
  packed: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>
}

/** @returns a ZIP file of these files, which are not unpacked */
export async function zipOfPacked(files: AsyncIterable<PackedFile>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    all.push(bytes)
  })
  for await (const { name, size, checksum, method, packed } of files) {
    const file: ZipInputFile = { filename: name, size, crc: checksum, compression: method }
    zip.add(file)
    for await (const bytes of packed) file.ondata?.(null, bytes, false)
    file.ondata?.(null, new Uint8Array(0), true)
  }
  zip.end()
  return Buffer.concat(all)
}
