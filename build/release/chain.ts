// Releases as a chain: each names the one that it continues.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../contract/lib/errors.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { RELEASE_ID, RELEASES_FOLDER } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'

/** The ids of all releases in a folder, oldest data first. */
export async function listReleases(root: string): Promise<string[]> {
  try {
    const names = await readdir(join(root, RELEASES_FOLDER))
    return names.filter((name) => RELEASE_ID.test(name)).sort()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}

/**
 * A release and those that it continues, newest first, as far as they are in the folder.
 * @param most the most that are wanted
 */
export async function chainOf(
  root: string,
  newest: ReleaseManifest,
  most: number,
): Promise<ReleaseManifest[]> {
  const present = new Set(await listReleases(root))
  const chain = [newest]
  for (let id = newest.previous; id !== null && present.has(id) && chain.length < most; ) {
    // A chain that came back to itself would never end.
    present.delete(id)
    const manifest = await folderReader(root).manifestOf(id)
    chain.push(manifest)
    id = manifest.previous
  }
  return chain
}
