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
 * Downloads the snapshot into memory, and checks it. It is then written next to the file at `path`, as `path.….tmp`, and
 * replaces that file once it is on the disk, so that two runs at a time never harm each other.
 * @returns undefined if the one with the tag `ifNoneMatch` is still current
 */
export async function downloadSnapshot(
  client: Pick<OffersClient, 'snapshot'>,
  path: string,
  options: SnapshotOptions = {},
): Promise<DownloadedSnapshot | undefined> {
  // Named, so that by its type the result may be undefined.
  const snapshot = await client.snapshot({ ...options, ifNoneMatch: options.ifNoneMatch })
  if (!snapshot) return undefined
  const bytes = await snapshot.bytes()
  await replaceFile(path, bytes)
  return { etag: snapshot.etag, size: bytes.length }
}
