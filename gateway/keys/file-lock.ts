// A lock between processes as a file that only one of them can create. It holds the owner's process id, so
// that the lock of a process that died is recognised and taken away.

import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, messageOf, systemCode } from '../../contract/failure.ts'

/** Waits for so many milliseconds. */
export type Wait = (milliseconds: number) => Promise<unknown>

const WAIT_MS = 25
const MOST_TRIES = 400

/**
 * Runs a task as the only process that holds the lock.
 * @throws {Failure} `locked` where another process keeps the lock for about ten seconds, `key-store-unavailable`
 *   where the lock file can not be created at all
 */
export async function withFileLock<T>(path: string, task: () => Promise<T>, wait: Wait = sleep): Promise<T> {
  for (let tries = 1; !(await claim(path)); tries++) {
    if (tries === MOST_TRIES) {
      throw new Failure('locked', `${path} is held by ${await ownerOf(path)}. Remove it if that is not so.`)
    }
    if (!(await removeStale(path))) await wait(WAIT_MS)
  }
  try {
    return await task()
  } finally {
    await rm(path, { force: true })
  }
}

const me = () => `process ${process.pid} on ${hostname()}`

async function claim(path: string): Promise<boolean> {
  try {
    await writeFile(path, me(), { flag: 'wx', mode: 0o600 })
    return true
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false
    throw new Failure('key-store-unavailable', `can not create ${path}: ${messageOf(cause)}`, { cause })
  }
}

async function ownerOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => 'a process that can not be told')
}

/**
 * Removes the lock of a dead process; tells whether the lock may be free now. Between seeing a stale lock and
 * removing it, another process could have removed it and a third one created its own: so whoever removes holds
 * a second lock meanwhile and looks again.
 */
async function removeStale(path: string): Promise<boolean> {
  if (!isStale(await ownerOf(path))) return false
  const breaker = `${path}.break`
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
