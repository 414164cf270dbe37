// The snapshot into a file.

import { open, rename, rm } from 'node:fs/promises'
import type { OffersClient } from '../offers-client.ts'
import type { SnapshotOptions } from '../snapshot/open-snapshot.ts'
import { nameBeside, removeLeftovers } from './leftovers.ts'

export interface DownloadedSnapshot {
  etag: string
  /** In bytes. */
  size: number
}

/**
 * Downloads the snapshot. `path` is exchanged once the file is whole, checked and on the disk; until then the bytes lie
 * next to it, in `path.….tmp`, so that two runs at a time never harm each other.
 * @returns undefined if the one with the tag `ifNoneMatch` is still current
 */
export async function downloadSnapshot(
  client: Pick<OffersClient, 'snapshot'>,
  path: string,
  options: SnapshotOptions = {},
): Promise<DownloadedSnapshot | undefined> {
  await removeLeftovers(path)
  const own = nameBeside(path)
  const file = await open(own, 'wx', 0o644)
  try {
    const snapshot = await client.snapshot({ ...options, ifNoneMatch: options.ifNoneMatch })
    if (!snapshot) return undefined
    for await (const piece of snapshot.bytes()) await file.appendFile(piece)
    await file.sync()
    const { size } = await file.stat()
    await file.close()
    await rename(own, path)
    return { etag: snapshot.etag, size }
  } finally {
    await file.close()
    await rm(own, { force: true })
  }
}
