// Reads the files of a release from a local folder.

import { join } from 'node:path'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { type ReadBytes, ReleaseReader } from './reader.ts'
import type { ReleaseTrust } from './signature.ts'

/**
 * Makes the function that reads files of a folder.
 * @throws {OperatorError} (rejects) `system` if a file exists but cannot be read, or is too long
 */
export function readBytesIn(root: string): ReadBytes {
  return async (path, { maxBytes }) => {
    try {
      return await ifMissing(files.read(join(root, path), maxBytes), undefined)
    } catch (cause) {
      throw new OperatorError('system', `cannot read ${join(root, path)}: ${messageOf(cause)}`, { cause })
    }
  }
}

/**
 * A reader of the releases in a folder.
 * @param trust the keys of which one must have signed a release; without it, signatures are not checked
 */
export function folderReader(root: string, trust?: ReleaseTrust): ReleaseReader {
  return new ReleaseReader(readBytesIn(root), trust)
}
