// Reads the files of a release from a local folder.

import { join } from 'node:path'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { type ReadBytes, ReleaseReader } from './reader.ts'
import type { ReleaseTrust } from './signature.ts'

/** Reads the paths of the layout below a folder. A missing file is undefined; every other failure rejects. */
export function folderBytes(root: string): ReadBytes {
  return async (path, { maxBytes, signal }) => {
    try {
      const reading = ifMissing(files.read(join(root, path), maxBytes), undefined)
      return await abortable(signal, reading)
    } catch (cause) {
      throw new OperatorError('system', `cannot read ${join(root, path)}: ${messageOf(cause)}`, { cause })
    }
  }
}

/** @param trust the keys whose releases are read; without it, all releases are */
export function folderReader(root: string, trust?: ReleaseTrust): ReleaseReader {
  return new ReleaseReader(folderBytes(root), trust)
}

/** The result of a promise that cannot be cancelled; rejects with the signal's reason as soon as that aborts. */
async function abortable<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise
  let end = () => {}
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
  try {
    return await Promise.race([promise, ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
