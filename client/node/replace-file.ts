// Files that are there as a whole or not at all.

import { randomUUID } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { lstat, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file next to the old one, and puts it in its place once it is on the disk.
 * @returns its version, which `versionOf` reads until another file takes its place
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<string> {
  await removeLeftovers(path)
  const temporary = temporaryNameOf(path)
  let version: string
  try {
    const file = await open(temporary, 'wx', 0o644)
    try {
      await writeFile(file, content)
      await file.sync()
      version = versionIn(await file.stat({ bigint: true }))
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    return version
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A name next to `path`, to write to until the file is whole. */
export const temporaryNameOf = (path: string) => `${path}.${randomUUID()}.tmp`

/** What such a name has after `path` and a dot. */
const NAME_END = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/** A file of this age was left by a run that was killed: one that still works has written to it since. */
const OLD_MS = 24 * 3600 * 1000

/** Removes the old files that killed runs left next to `path`. */
async function removeLeftovers(path: string): Promise<void> {
  const [folder, prefix] = [dirname(path), `${basename(path)}.`]
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !NAME_END.test(name.slice(prefix.length))) continue
    const file = join(folder, name)
    // Its run may just have removed it.
    const stats = await lstat(file).catch(() => undefined)
    if (stats?.isFile() && Date.now() - stats.mtimeMs > OLD_MS) await rm(file, { force: true })
  }
}

/** Differs after each replacement: a new file has another inode, or another time. `none` if there is no file. */
export async function versionOf(path: string): Promise<string> {
  const stats = await unlessMissing(stat(path, { bigint: true }))
  return stats ? versionIn(stats) : 'none'
}

/** The result of `work`; undefined if its file is missing. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const versionIn = ({ ino, mtimeNs, size }: BigIntStats) => `${ino}-${mtimeNs}-${size}`
