// The current release of an output folder: the one that its pointer names.

import { folderReader } from '../../contract/release/folder-reader.ts'
import type { Pointer, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { OperatorError } from '../../lib/errors.ts'
import { listReleases } from './chain.ts'

/** Whether there are releases, none of which is current. */
export async function isWithdrawn(root: string): Promise<boolean> {
  return !(await folderReader(root).pointer()) && (await listReleases(root)).length > 0
}

/** @throws {OperatorError} `no-release` if there is none */
export async function currentPointer(root: string): Promise<Pointer> {
  const pointer = await folderReader(root).pointer()
  if (pointer) return pointer
  const why = (await isWithdrawn(root))
    ? 'no release is current; `releases` lists those that are there, and `rollback --to` makes one current'
    : 'no release was ever published there'
  throw new OperatorError('no-release', `${root}: ${why}`)
}

/**
 * @param trust who must have signed it; without it, nobody
 * @throws {OperatorError} `no-release`, `bad-release` if it is missing or damaged, or `bad-signature`
 */
export async function currentManifest(root: string, trust?: ReleaseTrust): Promise<ReleaseManifest> {
  return folderReader(root, trust).manifest(await currentPointer(root))
}
