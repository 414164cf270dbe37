// Releases as a chain: each names the one that it continues.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { RELEASE_ID, RELEASES_FOLDER } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { ifMissing } from '../../lib/files/if-missing.ts'

/** The ids of all releases in a folder, oldest data first. */
export async function listReleases(root: string): Promise<string[]> {
  const names = await ifMissing(readdir(join(root, RELEASES_FOLDER)), [])
  return names.filter((name) => RELEASE_ID.test(name)).sort()
}

/** A release and those that it continues, newest first, as far as they are in the folder; no more than `max`. */
export async function chainOf(
  root: string,
  newest: ReleaseManifest,
  max: number,
): Promise<ReleaseManifest[]> {
  const chain = [newest]
  // Each release once: a chain that came back to itself would never end.
  const left = new Set(await listReleases(root))
  left.delete(newest.id)
  for (let id = newest.previous; id !== null && left.delete(id) && chain.length < max; ) {
    const manifest = await folderReader(root).manifestOf(id)
    chain.push(manifest)
    id = manifest.previous
  }
  return chain
}
