// A release in a local folder, as the source of bytes for the reader.

import { join } from 'node:path'
import { abortable } from '../../lib/abortable.ts'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/if-missing.ts'
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
