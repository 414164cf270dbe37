// Files that are there as a whole or not at all.

import type { BigIntStats } from 'node:fs'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { nameBeside } from './leftovers.ts'

/**
 * Writes a file next to the old one, and puts it in its place once it is on the disk.
 * @param before runs before it takes its place
 * @returns its version, which `versionOf` reads until another file takes its place
 */
export async function replaceFile(
  path: string,
  content: string | AsyncIterable<string>,
  before = async () => {},
): Promise<string> {
  const made = nameBeside(path)
  let version: string
  try {
    const file = await open(made, 'wx', 0o644)
    try {
      await writeFile(file, content)
      await file.sync()
      version = versionIn(await file.stat({ bigint: true }))
    } finally {
      await file.close()
    }
    await before()
    await rename(made, path)
    return version
  } catch (error) {
    await rm(made, { force: true })
    throw error
  }
}

/** Differs after each replacement: a new file has another number, or another time. `none` if there is no file. */
export async function versionOf(path: string): Promise<string> {
  const stats = await unlessMissing(stat(path, { bigint: true }))
  return stats ? versionIn(stats) : 'none'
}

/** What `work` reads; undefined if its file is missing. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const versionIn = ({ ino, mtimeNs, size }: BigIntStats) => `${ino}-${mtimeNs}-${size}`
