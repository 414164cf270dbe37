// The only module that imports source of the project; everything else runs the built programs. The load needs to know
// which targets a release answers, and the lower bound the same hash, compression and paths as the build.

import { folderReader } from '../contract/release/folder-reader.ts'
import type { LoadedRelease } from '../contract/release/reader.ts'

export { memoryPath, objectPath, POINTER_PATH, routesPath } from '../contract/release/layout.ts'
export { keyRecordLine, newKey } from '../gateway/keys/key-record.ts'
export { gzip } from '../lib/compression.ts'
export { sha256 } from '../lib/digest.ts'

/** The current release of a folder that the build wrote. */
export async function openRelease(folder: string): Promise<LoadedRelease> {
  const reader = folderReader(folder)
  const pointer = await reader.pointer()
  if (!pointer) throw new Error(`${folder} holds no release`)
  return reader.load(pointer)
}
