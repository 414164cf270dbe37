// Finds a release of an output folder: the current one, or one by its id.

import { folderReader } from '../../contract/release/folder-reader.ts'
import { RELEASE_ID } from '../../contract/release/layout.ts'
import type { Pointer, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { OperatorError } from '../../lib/errors.ts'
import { listReleases, readPointer } from './list-releases.ts'

/** @throws {OperatorError} `no-release` if no release is current, `bad-release` if the pointer is damaged */
export async function currentPointer(root: string): Promise<Pointer> {
  const pointer = await readPointer(root)
  if (pointer) return pointer
  throw new OperatorError(
    'no-release',
    `${root}: no release is current; \`releases\` lists the existing ones`,
  )
}

/**
 * @param trust the keys, one of which must have signed it; without them, signatures are not checked
 * @throws {OperatorError} `no-release` if no release is current, `bad-release` if it is missing or damaged,
 *   `bad-signature` if no trusted key signed it
 */
export async function currentManifest(root: string, trust?: ReleaseTrust): Promise<ReleaseManifest> {
  return folderReader(root, trust).manifest(await currentPointer(root))
}

/**
 * @param option the option that names the release, e.g. `--release`, for messages
 * @throws {OperatorError} `usage` if it is not an id, `no-release` if there is no such release, `bad-release` if it is
 *   damaged, `bad-signature` if no trusted key signed it
 */
export async function namedManifest(
  root: string,
  id: string,
  { option, trust }: { option: string; trust?: ReleaseTrust | undefined },
): Promise<ReleaseManifest> {
  if (!RELEASE_ID.test(id)) {
    throw new OperatorError('usage', `${option}: not a release id: ${id}; \`releases\` lists them`)
  }
  if (!(await listReleases(root)).includes(id)) {
    throw new OperatorError('no-release', `${root}: there is no release ${id}; \`releases\` lists them`)
  }
  return folderReader(root, trust).manifestOf(id)
}
