// Replaces a file as a whole: a crash at any time leaves the old file or the new one.

import type { Stats } from 'node:fs'
// biome-ignore lint/plugin/blocking-reads: opens a new file to write it, and its folder
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ifMissing } from './file-errors.ts'

interface ReplaceOptions {
  /** For a new file; 0o666 without the bits of the umask if left out. */
  mode?: number
  /** Keeps owner and mode of the file that is replaced, and follows a link instead of replacing it. */
  preserve?: boolean
  /** Where the new file is written first, on the same file system; next to the file if left out. */
  temporaryPath?: string
  /** Tests watch or break these. */
  files?: Pick<typeof import('node:fs/promises'), 'open' | 'rename'>
}

/**
 * Only one process at a time may replace a file, since the temporary path is the same for all. Rejects with system errors.
 */
export async function replaceFile(
  path: string,
  content: string,
  options: ReplaceOptions = {},
): Promise<void> {
  const { files = { open, rename } } = options
  const old = options.preserve ? await ifMissing(stat(path), undefined) : undefined
  const target = old ? await realpath(path) : path
  const { temporaryPath = `${target}.new` } = options
  // A crash or a failure may have left one.
  await rm(temporaryPath, { force: true })
  const file = await files.open(temporaryPath, 'wx', options.mode)
  try {
    if (old) await copyOwnerAndMode(old, file)
    await file.writeFile(content)
    // Otherwise the new name may reach the disk before the content does.
    await file.sync()
  } finally {
    await file.close()
  }
  await files.rename(temporaryPath, target)
  const folder = await files.open(dirname(target))
  await folder.sync().finally(() => folder.close())
}

async function copyOwnerAndMode(old: Stats, file: FileHandle): Promise<void> {
  const created = await file.stat()
  if (created.uid !== old.uid || created.gid !== old.gid) await file.chown(old.uid, old.gid)
  await file.chmod(old.mode & 0o777)
}
