// Brings what has been written to the disk, so that it survives a loss of power.

import { execFile } from 'node:child_process'
import {
  closeSync,
  fsyncSync,
  // biome-ignore lint/plugin/blocking-reads: opens what it has just written, to flush it
  openSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Brings a folder and all below it to the disk. */
export type Flush = (root: string) => Promise<void>

/**
 * Flushes a folder and everything below it. One `sync` of the file system takes a fraction of a second; an fsync of
 * each of a hundred thousand files takes half a minute, and is the fallback if the program `sync` is missing or fails. The
 * fallback leaves out the folder itself: it is flushed when the pointer in it is replaced.
 */
export const flushFolder: Flush = async (root) => {
  try {
    await promisify(execFile)('sync', ['-f', root])
  } catch {
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      // The build lock is a dangling symlink, and opening a FIFO would block.
      if (entry.isFile() || entry.isDirectory()) flushOne(join(entry.parentPath, entry.name))
    }
  }
}

function flushOne(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
