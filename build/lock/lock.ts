// One builder at a time: a lock in the output folder says who is at work. Whoever finds the lock of a process
// that is gone takes it over.

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../../contract/lib/clock.ts'
import { OperatorError, systemCode } from '../../contract/lib/errors.ts'
import { lockPath } from '../release/work-folder.ts'
import { describeHolder, type Holder, isGone, ourselves, parseHolder } from './holder.ts'

/**
 * Runs something as the only builder of a folder.
 * @throws {OperatorError} `locked` naming the holder
 */
export async function withLock<T>(root: string, clock: Clock, run: () => Promise<T>): Promise<T> {
  const path = lockPath(root)
  takeLock(path, ourselves(clock))
  try {
    return await run()
  } finally {
    rmSync(path, { force: true })
  }
}

function takeLock(path: string, holder: Holder): void {
  mkdirSync(dirname(path), { recursive: true })
  // Written aside and linked: a lock is never seen, nor left behind by a crash, without its content.
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, JSON.stringify(holder))
  try {
    if (link(aside, path)) return
    removeStale(path)
    if (!link(aside, path)) throw new OperatorError('locked', `${path}: another build has just begun`)
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Whether the name was free. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Clears a lock whose holder is gone.
 * @throws {OperatorError} `locked` where the holder is at work
 */
function removeStale(path: string): void {
  const content = readIfThere(path)
  if (content === undefined) return
  const holder = parseHolder(content, path)
  if (!isGone(holder)) throw new OperatorError('locked', describeHolder(holder, path))
  // Moved aside, not removed: of several that find it stale at once, one gets it. The others may get the new lock
  // of that one instead, see so, and put it back.
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') !== content) link(aside, path)
  rmSync(aside)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}
