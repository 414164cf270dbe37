// A release in a local folder, as the source of bytes for the reader.

import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, OperatorError } from '../lib/errors.ts'
import { ifMissing } from '../lib/files/if-missing.ts'
import { type ReadBytes, ReleaseReader } from './reader.ts'

/** Bytes read at once: the kernel keeps the processor until a read is done, and no request is answered meanwhile. */
const READ_BYTES = 256 * 1024

/** Reads the paths of the layout below a folder. What is not there is undefined, all else rejects. */
export function folderBytes(root: string): ReadBytes {
  return async (path) => {
    try {
      return await ifMissing(readInPlace(join(root, path)), undefined)
    } catch (cause) {
      throw new OperatorError('system', `can not read ${join(root, path)}: ${messageOf(cause)}`, { cause })
    }
  }
}

export function folderReader(root: string): ReleaseReader {
  return new ReleaseReader(folderBytes(root))
}

/**
 * Reads a file into one buffer of its size. `readFile` puts large files together out of pieces: for the table of a
 * large release that copying would hold up every request meanwhile.
 */
async function readInPlace(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    return await readAll(file)
  } finally {
    await file.close()
  }
}

async function readAll(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const buffer = Buffer.allocUnsafeSlow(size)
  let length = 0
  while (length < size) {
    const { bytesRead } = await file.read(buffer, length, Math.min(READ_BYTES, size - length))
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}
