// A release of a folder by the name that somebody typed.

import { folderReader } from '../../contract/release/folder-reader.ts'
import { RELEASE_ID } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { OperatorError } from '../../lib/errors.ts'
import { listReleases } from './chain.ts'

/**
 * @param option what it was typed for, e.g. `--release`
 * @throws {OperatorError} `usage` if it is no id, `no-release` if there is none of that name, `bad-release` if it is
 *   damaged, `bad-signature` if nobody who is trusted signed it
 */
export async function namedManifest(
  root: string,
  id: string,
  { option, trust }: { option: string; trust?: ReleaseTrust | undefined },
): Promise<ReleaseManifest> {
  requireReleaseId(id, option)
  if (!(await listReleases(root)).includes(id)) {
    throw new OperatorError('no-release', `${root}: there is no release ${id}; \`releases\` lists them`)
  }
  return folderReader(root, trust).manifestOf(id)
}

/** @throws {OperatorError} `usage` if it is none */
export function requireReleaseId(id: string, option: string): void {
  if (RELEASE_ID.test(id)) return
  throw new OperatorError('usage', `${option}: not a release id: ${id}; \`releases\` lists them`)
}
