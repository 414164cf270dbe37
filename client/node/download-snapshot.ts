// The snapshot into a file.

import type { OffersClient } from '../offers-client.ts'
import type { SnapshotOptions } from '../snapshot/open-snapshot.ts'
import { replaceFile } from './replace-file.ts'

export interface DownloadedSnapshot {
  etag: string
  /** In bytes. */
  size: number
}

/**
 * Downloads the snapshot. The file at `path` is replaced once the new one is whole, checked and on the disk; until then the
 * bytes are next to it, in `path.….tmp`, so that two runs at a time never harm each other.
 * @returns undefined if the one with the tag `ifNoneMatch` is still current
 */
export async function downloadSnapshot(
  client: Pick<OffersClient, 'snapshot'>,
  path: string,
  options: SnapshotOptions = {},
): Promise<DownloadedSnapshot | undefined> {
  const snapshot = await client.snapshot({ ...options, ifNoneMatch: options.ifNoneMatch })
  if (!snapshot) return undefined
  const bytes = await snapshot.bytes()
  await replaceFile(path, bytes)
  return { etag: snapshot.etag, size: bytes.length }
}
