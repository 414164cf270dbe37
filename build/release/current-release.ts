// The current release of an output folder: the one that its pointer names.

import { OperatorError } from '../../contract/lib/errors.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import type { Pointer, ReleaseManifest } from '../../contract/release/manifest.ts'

/** @throws {OperatorError} `no-release` if none was ever published */
export async function currentPointer(root: string): Promise<Pointer> {
  const pointer = await folderReader(root).pointer()
  if (!pointer) throw new OperatorError('no-release', `${root}: no release was ever published there`)
  return pointer
}

/** @throws {OperatorError} `no-release`, or `bad-release` if it is missing or damaged */
export async function currentManifest(root: string): Promise<ReleaseManifest> {
  return folderReader(root).manifest(await currentPointer(root))
}
