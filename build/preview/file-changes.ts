// Watches files for changes. It polls, because file events are missing on network shares and in some containers, and
// get lost when the folder itself is replaced.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OFFERS_FILE, REFERENCE_FILES, REJECTED_FILE } from '../../contract/offers/source-files.ts'
import { messageOf, systemCode } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'

const INTERVAL_MS = 300

/**
 * Yields at once, and then each time that files have changed and no longer change, because an editor or an import
 * writes several of them. Ends when the signal fires.
 * @param pause between two polls
 */
export async function* fileChanges(
  paths: readonly string[],
  signal: AbortSignal,
  pause = () => wait(INTERVAL_MS),
): AsyncGenerator<void> {
  let reported: string | undefined
  let before: string | undefined
  while (!signal.aborted) {
    const stamp = await stampOf(paths)
    const rests = reported === undefined || stamp === before
    if (rests && stamp !== reported) {
      reported = stamp
      yield
    }
    before = stamp
    await pause()
  }
}

/** The files of a source folder that a build reads. */
export function sourcePaths(folder: string): string[] {
  return [...REFERENCE_FILES, OFFERS_FILE, REJECTED_FILE].map((name) => join(folder, name))
}

async function stampOf(paths: readonly string[]): Promise<string> {
  const stamps: string[] = []
  for (const path of paths) {
    try {
      const { ino, size, mtimeMs } = await files.call(path, () => stat(path))
      stamps.push([ino, size, mtimeMs].join(' '))
    } catch (error) {
      stamps.push(systemCode(error) ?? messageOf(error))
    }
  }
  return stamps.join('\n')
}
