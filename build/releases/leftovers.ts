// What a build leaves that fails or is killed: objects that no release names. While one writes, a mark says when it
// began; if the mark is still there, the next build frees them.

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import type { OutputFolder } from './output-folder.ts'
import { removeUnnamedObjects } from './prune.ts'

const MAX_BYTES = 100

/** @param began on the disk's clock, in milliseconds since the epoch */
export async function markBegan({ beganPath }: OutputFolder, began: number): Promise<void> {
  await mkdir(dirname(beganPath), { recursive: true })
  await writeFile(beganPath, String(began))
}

export async function unmarkBegan({ beganPath }: OutputFolder): Promise<void> {
  await rm(beganPath, { force: true })
}

/** Frees the disk again. The caller must hold the lock of the folder. Never throws: if it fails, the mark stays. */
export async function removeLeftovers(output: OutputFolder): Promise<void> {
  try {
    const began = await ifMissing(files.read(output.beganPath, MAX_BYTES), undefined)
    if (began === undefined) return
    await removeUnnamedObjects(output.path, Number(began))
    await unmarkBegan(output)
  } catch {
    // The failure of the build is reported, not that of a folder that cannot be read.
  }
}
