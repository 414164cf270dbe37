// A lock between processes: a symbolic link that only one process can create, and whose target says who that is.
// A link appears together with its target, so no crash leaves a lock without its owner.
//
// The lock of a dead process is removed. Between seeing it and removing it, another process could remove it and a
// third one take the lock; so the one that removes a lock holds a second lock, the breaker, and looks again. A breaker
// that a dead process left is removed the same way, under a breaker of its own.

import { readlink, rm, symlink } from 'node:fs/promises'
import { OperatorError, systemCode } from '../errors.ts'
import type { Clock } from '../time/clock.ts'
import { ifMissing } from './file-errors.ts'
import { currentOwner, describeOwner, isDead, type LockOwner, parseOwner } from './lock-owner.ts'

/** Waits for so many milliseconds. */
export type Wait = (milliseconds: number) => Promise<unknown>

export interface LockOptions {
  path: string
  /** What the owner of the lock does, for the operator: "a build is at work on this folder". */
  activity: string
  clock: Clock
  /** How to wait for a lock that is taken, up to ten seconds; without it there is no waiting. */
  wait?: Wait | undefined
  /** Tests decide when a process has died. */
  isDead?: (owner: LockOwner) => boolean | Promise<boolean>
}

const WAIT_MS = 25
const MAX_TRIES = 400

/**
 * Takes a lock; returns what gives it back.
 * @throws {OperatorError} `locked` if another process has it, saying which one, and which file to remove if that
 *   process has ended; system errors as they come
 */
export async function takeLock(options: LockOptions): Promise<() => Promise<void>> {
  const { path, activity, clock, wait } = options
  const attempt: Attempt = {
    owner: JSON.stringify(currentOwner(clock)),
    isStale: async (text) => {
      const owner = parseOwner(text)
      return owner !== undefined && (options.isDead ?? isDead)(owner)
    },
  }
  for (let tries = 1; ; tries++) {
    const obstacle = await take(path, attempt)
    if (!obstacle) return () => rm(path, { force: true })
    if (!wait || tries === MAX_TRIES) {
      const owner = describeOwner(parseOwner(obstacle.owner))
      throw new OperatorError(
        'locked',
        `${activity}: ${owner}. If that process has ended, remove ${obstacle.path}`,
      )
    }
    await wait(WAIT_MS)
  }
}

interface Attempt {
  /** The target of our links. */
  owner: string
  /** Whether the target of a link names a process that has died. */
  isStale(owner: string): Promise<boolean>
}

/** A lock that another process has: ours, or the breaker of ours. */
interface HeldLock {
  path: string
  owner: string
}

/** Returns undefined if the lock is ours now. */
async function take(path: string, attempt: Attempt): Promise<HeldLock | undefined> {
  while (!(await create(path, attempt.owner))) {
    const owner = await ownerOf(path)
    // Given back between two looks: try again.
    if (owner === undefined) continue
    if (!(await attempt.isStale(owner))) return { path, owner }
    const obstacle = await removeStale(path, attempt)
    if (obstacle) return obstacle
  }
  return undefined
}

async function removeStale(path: string, attempt: Attempt): Promise<HeldLock | undefined> {
  const breaker = `${path}.break`
  const obstacle = await take(breaker, attempt)
  if (obstacle) return obstacle
  try {
    const owner = await ownerOf(path)
    if (owner !== undefined && (await attempt.isStale(owner))) await rm(path, { force: true })
  } finally {
    await rm(breaker, { force: true })
  }
  return undefined
}

/** Whether the name was free. */
async function create(path: string, owner: string): Promise<boolean> {
  try {
    await symlink(owner, path)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

async function ownerOf(path: string): Promise<string | undefined> {
  try {
    return await ifMissing(readlink(path), undefined)
  } catch (error) {
    // Not a link, hence none of our locks: its owner is unknown.
    if (systemCode(error) === 'EINVAL') return ''
    throw error
  }
}
