// One builder at a time: a lock in the work folder of the output folder says which process it is.

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { takeLock } from '../../lib/files/lock.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { lockPath } from './work-folder.ts'

/**
 * Runs something as the only builder of a folder.
 * @throws {OperatorError} `locked` naming the process that builds, without waiting for it
 */
export async function withLock<T>(root: string, clock: Clock, run: () => Promise<T>): Promise<T> {
  const path = lockPath(root)
  mkdirSync(dirname(path), { recursive: true })
  const release = await takeLock({ path, activity: 'a build is at work on this folder', clock })
  try {
    return await run()
  } finally {
    await release()
  }
}
