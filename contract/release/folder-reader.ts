// A release in a local folder, as the source of bytes for the reader.

import { join } from 'node:path'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { type ReadBytes, ReleaseReader } from './reader.ts'
import type { ReleaseTrust } from './signature.ts'

/** Reads the paths of the layout below a folder. What is not there is undefined, all else rejects. */
export function folderBytes(root: string): ReadBytes {
  return async (path, { maxBytes, signal }) => {
    try {
      const reading = ifMissing(files.read(join(root, path), maxBytes), undefined)
      return await abortable(signal, reading)
    } catch (cause) {
      throw new OperatorError('system', `can not read ${join(root, path)}: ${messageOf(cause)}`, { cause })
    }
  }
}

/** @param trust whose releases are read; without it, everybody's */
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
