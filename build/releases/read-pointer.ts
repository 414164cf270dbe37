// Reads the pointer of an output folder, and names the way out if it is damaged.

import { join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { RELEASES_FOLDER } from '../../contract/release/layout.ts'
import type { Pointer } from '../../contract/release/manifest.ts'
import { OperatorError } from '../../lib/errors.ts'

/**
 * @returns undefined if no release is current
 * @throws {OperatorError} `bad-release` if it is damaged
 */
export async function readPointer(root: string): Promise<Pointer | undefined> {
  try {
    return await folderReader(root).pointer()
  } catch (cause) {
    if (!(cause instanceof OperatorError) || cause.code !== 'bad-release') throw cause
    const way = `\`rollback --to RELEASE\` writes it again, for a RELEASE of ${join(root, RELEASES_FOLDER)}`
    throw new OperatorError(cause.code, `${cause.message}; ${way}`, { cause })
  }
}

/** The pointer; undefined if it is missing or damaged. */
export async function usablePointer(root: string): Promise<Pointer | undefined> {
  try {
    return await readPointer(root)
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'bad-release') return undefined
    throw error
  }
}
