// The snapshot into a file. A download that broke off for any reason is continued.
//
// Each run writes to its own file, under a name that no other run has: two at a time never harm each other. A run
// that fails leaves its file to later ones, which copy it. The tag in its name identifies the whole file.

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { OffersError } from '../api/errors.ts'
import type { OffersClient } from '../offers-client.ts'
import type { Snapshot, SnapshotOptions } from '../snapshot/open-snapshot.ts'
import { type Leftover, leftoversOf, nameBeside, removeOld } from './leftovers.ts'

export interface DownloadedSnapshot {
  etag: string
  /** In bytes. */
  size: number
  /** The bytes of an earlier download that could be used. */
  resumedAt: number
}

export type DownloadOptions = Omit<SnapshotOptions, 'part'>

/**
 * Downloads the snapshot. `path` is exchanged once the file is whole, on the disk and checked there; until then the
 * bytes lie next to it, in `path.….tmp`, and after a failure in `path.….part`.
 * @returns undefined if the one with the tag `ifNoneMatch` is still current
 */
export async function downloadSnapshot(
  client: Pick<OffersClient, 'snapshot'>,
  path: string,
  options: DownloadOptions = {},
): Promise<DownloadedSnapshot | undefined> {
  const part = newestOf(await leftoversOf(path))
  try {
    return await download(client, path, options, part)
  } catch (error) {
    // A part that was damaged on the disk costs time, not the download.
    if (!part || !isWrong(error)) throw error
    return await download(client, path, options, undefined)
  }
}

interface Part extends Leftover {
  etag: string
}

async function download(
  client: Pick<OffersClient, 'snapshot'>,
  path: string,
  options: DownloadOptions,
  part: Part | undefined,
): Promise<DownloadedSnapshot | undefined> {
  const { ifNoneMatch } = options
  let [own, tag] = [nameBeside(path, 'tmp'), '']
  // Everything is appended, also after the file was emptied.
  const file = await open(own, 'ax+', 0o644)
  try {
    const had = part && { etag: part.etag, bytes: copying(part.file, file) }
    const snapshot = await client.snapshot({ ...options, ifNoneMatch, part: had })
    if (!snapshot) return undefined
    const { etag, startsAt: resumedAt } = snapshot
    if (resumedAt === 0) await file.truncate(0)
    tag = tagOf(etag)
    if (tag !== '') own = await renamed(own, nameBeside(path, 'tmp', tag))
    // The part is copied into our own file now, or it is of another day.
    if (part?.kind === 'part') await rm(part.file, { force: true })
    const size = await fill(file, snapshot)
    await file.close()
    await rename(own, path)
    await removeUseless(path)
    return { etag, size, resumedAt }
  } catch (error) {
    if (tag !== '' && !isWrong(error)) await renamed(own, nameBeside(path, 'part', tag))
    throw error
  } finally {
    await file.close()
    await rm(own, { force: true })
  }
}

/** SECURITY: it may have become a link since it was looked at. Windows does not know the flag. */
const NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

/** The bytes of a part, which go into our own file while they are read. */
async function* copying(part: string, file: FileHandle): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    const source = await open(part, NO_LINK)
    for await (const piece of source.createReadStream()) {
      await file.appendFile(piece)
      yield piece
    }
  } catch (error) {
    // Another run has just removed it.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** @returns the size of the file, which is on the disk and matches its digest */
async function fill(file: FileHandle, snapshot: Snapshot): Promise<number> {
  for await (const piece of snapshot.bytes()) await file.appendFile(piece)
  await file.sync()
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of file.createReadStream({ start: 0, autoClose: false })) {
    hash.update(piece)
    size += piece.length
  }
  if (hash.digest('base64') === snapshot.digest) return size
  throw new OffersError('digest_mismatch', 'the file on the disk is not what was received', snapshot.answer)
}

/** A file that does not match its digest is of no use to later runs. */
function isWrong(error: unknown): boolean {
  return error instanceof OffersError && error.code === 'digest_mismatch'
}

async function renamed(from: string, to: string): Promise<string> {
  await rename(from, to)
  return to
}

/** After a success: removes parts that failed runs left, and old files. */
async function removeUseless(path: string): Promise<void> {
  const leftovers = await leftoversOf(path)
  for (const { file, kind } of leftovers) if (kind === 'part') await rm(file, { force: true })
  await removeOld(leftovers)
}

/** Those of the API have some 30; names of files have no more than 255. */
const MAX_TAG_CHARACTERS = 100

/** An entity tag as a part of a file's name; empty if it is too long: then no other run can go on with the file. */
const tagOf = (etag: string): string =>
  etag.length > MAX_TAG_CHARACTERS ? '' : Buffer.from(etag).toString('base64url')

/** The part that was written to last. */
function newestOf(leftovers: readonly Leftover[]): Part | undefined {
  const parts = leftovers.flatMap((each) => {
    const etag = Buffer.from(each.tag, 'base64url').toString()
    return /^"[!#-~]+"$/.test(etag) ? [{ ...each, etag }] : []
  })
  return parts.reduce<Part | undefined>((a, b) => (a && a.modifiedAt >= b.modifiedAt ? a : b), undefined)
}
