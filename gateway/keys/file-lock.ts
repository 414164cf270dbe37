// A lock between processes as a symbolic link that only one of them can create. What it "points to" names the
// owner, so that the lock of a process that died is recognised and taken away. A link and not a file: it comes
// to be together with what it says, so that a process killed in between can't leave a lock without an owner.

import { readlink, rm, symlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, OperatorError, systemCode } from '../../contract/lib/errors.ts'

/** Waits for so many milliseconds. */
export type Wait = (milliseconds: number) => Promise<unknown>

const WAIT_MS = 25
const MOST_TRIES = 400

/**
 * Runs a task as the only process that holds the lock.
 * @throws {OperatorError} `locked` where another process keeps the lock for about ten seconds, `key-store-unavailable`
 *   where the lock can not be created at all
 */
export async function withFileLock<T>(path: string, task: () => Promise<T>, wait: Wait = sleep): Promise<T> {
  for (let tries = 1; !(await claim(path)); tries++) {
    if (tries === MOST_TRIES) {
      const owner = await ownerOf(path)
      throw new OperatorError(
        'locked',
        `${path} is held by ${owner}. If it is not, remove ${path} and ${breakerOf(path)}.`,
      )
    }
    if (!(await removeStale(path))) await wait(WAIT_MS)
  }
  try {
    return await task()
  } finally {
    await rm(path, { force: true })
  }
}

const breakerOf = (path: string) => `${path}.break`

const me = () => `process ${process.pid} on ${hostname()}`

async function claim(path: string): Promise<boolean> {
  try {
    await symlink(me(), path)
    return true
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false
    throw new OperatorError('key-store-unavailable', `can not create ${path}: ${messageOf(cause)}`, { cause })
  }
}

async function ownerOf(path: string): Promise<string> {
  return readlink(path).catch(() => 'a process that can not be told')
}

/**
 * Removes the lock of a dead process; tells whether the lock may be free now. Between seeing a stale lock and
 * removing it, another process could have removed it and a third one created its own: so whoever removes holds
 * a second lock meanwhile and looks again.
 */
async function removeStale(path: string): Promise<boolean> {
  if (!isStale(await ownerOf(path))) return false
  const breaker = breakerOf(path)
  if (!(await claim(breaker))) return false
  try {
    if (isStale(await ownerOf(path))) await rm(path, { force: true })
  } finally {
    await rm(breaker, { force: true })
  }
  return true
}

function isStale(owner: string): boolean {
  const [, pid, host] = /^process (\d+) on (.*)$/s.exec(owner) ?? []
  // Process ids of another machine or container say nothing here.
  if (pid === undefined || host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return systemCode(error) === 'ESRCH'
  }
}
