// A release in a local folder, as the source of bytes for the reader.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, messageOf, systemCode } from '../failure.ts'
import { type ReadBytes, ReleaseReader } from './reader.ts'

/** Reads the paths of the layout below a folder. What is not there is undefined, all else rejects. */
export function folderBytes(root: string): ReadBytes {
  return async (path) => {
    try {
      return await readFile(join(root, path))
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT') return undefined
      throw new Failure('system', `can not read ${join(root, path)}: ${messageOf(cause)}`, { cause })
    }
  }
}

export function folderReader(root: string): ReleaseReader {
  return new ReleaseReader(folderBytes(root))
}
