// Files that are there as a whole or not at all.

import { open, rename, rm } from 'node:fs/promises'
import { nameBeside } from './leftovers.ts'

/** Writes a file beside the old one, and puts it in its place once it is on the disk. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const made = nameBeside(path, 'tmp')
  try {
    const file = await open(made, 'wx', 0o644)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(made, path)
  } catch (error) {
    await rm(made, { force: true })
    throw error
  }
}
