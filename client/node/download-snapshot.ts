// The snapshot into a file. A download that broke off, in whatever way, goes on where it was.

import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import type { OffersClient } from '../offers-client.ts'
import type { SnapshotOptions, SnapshotPart } from '../snapshot/open-snapshot.ts'
import { replaceFile } from './replace-file.ts'

export interface DownloadedSnapshot {
  etag: string
  /** In bytes. */
  size: number
  /** How many bytes of an earlier download could be used. */
  resumedAt: number
}

/**
 * Downloads the snapshot. `path` is exchanged once the file is whole and checked; until then the bytes lie beside it,
 * in `path.part` and `path.part.etag`.
 * @returns undefined if the one with the tag `ifNoneMatch` still stands
 */
export async function downloadSnapshot(
  client: Pick<OffersClient, 'snapshot'>,
  path: string,
  options: Omit<SnapshotOptions, 'part'> & { ifNoneMatch?: string | undefined } = {},
): Promise<DownloadedSnapshot | undefined> {
  const [partFile, tagFile] = [`${path}.part`, `${path}.part.etag`]
  const { ifNoneMatch } = options
  const snapshot = await client.snapshot({ ...options, ifNoneMatch, part: await partIn(partFile, tagFile) })
  if (!snapshot) return undefined
  const { etag, startsAt: resumedAt } = snapshot
  // First the bytes go, then the tag changes: a part never has the tag of another file.
  if (resumedAt === 0) await rm(partFile, { force: true })
  await replaceFile(tagFile, etag)
  const file = await open(partFile, 'a', 0o644)
  try {
    for await (const piece of snapshot.bytes()) await file.writeFile(piece)
    await file.sync()
  } catch (error) {
    // What does not have its digest is of no use.
    const isWrong = error instanceof Error && 'code' in error && error.code === 'digest_mismatch'
    if (isWrong) await rm(partFile, { force: true })
    throw error
  } finally {
    await file.close()
  }
  const { size } = await stat(partFile)
  await rename(partFile, path)
  await rm(tagFile, { force: true })
  return { etag, size, resumedAt }
}

async function partIn(partFile: string, tagFile: string): Promise<SnapshotPart | undefined> {
  try {
    const etag = await readFile(tagFile, 'utf8')
    await stat(partFile)
    return { etag, bytes: createReadStream(partFile) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
