// A lock between processes: a symbolic link that only one process can create. Its target names that process; both appear
// together, so no crash leaves a lock without an owner.
//
// The lock of a dead process is removed. Between check and removal, another process could remove it and a third one take
// the lock; so the process that removes a lock first takes a second lock, the breaker, and checks again. The breaker of a
// dead process is removed the same way, under another breaker.

// biome-ignore lint/plugin/blocking-reads: files of the kernel, which have no size
import { readFileSync, readlinkSync } from 'node:fs'
import { readlink, rm, symlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { OperatorError, systemCode } from '../errors.ts'
import { asCount, asNullable, asRecord, asString, parseJson } from '../json/json.ts'
import type { Clock } from '../time/clock.ts'
import { ifMissing } from './file-errors.ts'

/** Resolves after the given time. */
export type Wait = (milliseconds: number) => Promise<unknown>

export interface LockOptions {
  path: string
  /** The work of the owner, for the operator: "a build is at work on this folder". */
  activity: string
  clock: Clock
  /** How to wait for a lock, up to ten seconds; without it, `takeLock` does not wait. */
  wait?: Wait | undefined
  /** Tests decide when a process has died. */
  isDead?: (owner: LockOwner) => boolean | Promise<boolean>
}

// Ten seconds in all.
const WAIT_MS = 25
const MAX_TRIES = 400

/**
 * Takes a lock; returns a function that releases it.
 * @throws {OperatorError} `locked` if another process has it, with that process, and the file to remove if it has ended;
 *   system errors unchanged
 */
export async function takeLock(options: LockOptions): Promise<() => Promise<void>> {
  const { path, activity, clock, wait } = options
  const attempt: Attempt = {
    ownerText: JSON.stringify(currentOwner(clock)),
    isStale: async (text) => {
      const owner = parseOwner(text)
      return owner !== undefined && (options.isDead ?? isDead)(owner)
    },
  }
  for (let tries = 1; ; tries++) {
    const held = await take(path, attempt)
    if (!held) return () => rm(path, { force: true })
    if (!wait || tries === MAX_TRIES) {
      const owner = describeOwner(parseOwner(held.ownerText))
      throw new OperatorError(
        'locked',
        `${activity}: ${owner}. If that process has ended, remove ${held.path}`,
      )
    }
    await wait(WAIT_MS)
  }
}

interface Attempt {
  /** The target of this process's links: a `LockOwner` as JSON. */
  ownerText: string
  /** Whether the target of a link names a process that has died. */
  isStale(ownerText: string): Promise<boolean>
}

/** The lock, or its breaker, that another process holds. */
interface HeldLock {
  path: string
  ownerText: string
}

/** Undefined if the lock is ours now; otherwise the lock that is in the way. */
async function take(path: string, attempt: Attempt): Promise<HeldLock | undefined> {
  while (!(await create(path, attempt.ownerText))) {
    const ownerText = await ownerTextOf(path)
    // Released meanwhile: try again.
    if (ownerText === undefined) continue
    if (!(await attempt.isStale(ownerText))) return { path, ownerText }
    const held = await removeStale(path, attempt)
    if (held) return held
  }
  return undefined
}

/** Removes the lock of a dead process. Undefined if that is done; otherwise the breaker that another process holds. */
async function removeStale(path: string, attempt: Attempt): Promise<HeldLock | undefined> {
  const breaker = `${path}.break`
  const held = await take(breaker, attempt)
  if (held) return held
  try {
    const ownerText = await ownerTextOf(path)
    if (ownerText !== undefined && (await attempt.isStale(ownerText))) await rm(path, { force: true })
  } finally {
    await rm(breaker, { force: true })
  }
  return undefined
}

/** Makes the link. @returns whether its name was free */
async function create(path: string, ownerText: string): Promise<boolean> {
  try {
    await symlink(ownerText, path)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

/** The target of a link; undefined if there is none, empty if it is no link. */
async function ownerTextOf(path: string): Promise<string | undefined> {
  try {
    return await ifMissing(readlink(path), undefined)
  } catch (error) {
    // Not a link, so not a lock of ours: its owner is unknown.
    if (systemCode(error) === 'EINVAL') return ''
    throw error
  }
}

/** The process that holds a lock. */
export interface LockOwner {
  pid: number
  host: string
  /** The PID namespace, in which the pid has its meaning: `pid:[4026531836]`; null if unknown. */
  pid_namespace: string | null
  /** The id of the boot of the kernel; null if unknown. */
  boot: string | null
  /** When the lock was taken, ISO 8601 UTC. */
  started_at: string
  /** When the process began, in ticks of the system; null if unknown. */
  process_start: string | null
}

export function currentOwner(clock: Clock): LockOwner {
  return {
    pid: process.pid,
    host: hostname(),
    ...HERE,
    started_at: new Date(clock()).toISOString(),
    process_start: startIn('/proc/self/stat'),
  }
}

/** Undefined for text that `currentOwner` has not written. */
function parseOwner(text: string): LockOwner | undefined {
  try {
    const json = asRecord(parseJson(text, 'lock'), 'lock')
    return {
      pid: asCount(json.pid, 'pid'),
      host: asString(json.host, 'host'),
      // Locks of versions up to 0.3 have neither.
      pid_namespace: asNullable(json.pid_namespace ?? null, 'pid_namespace', asString),
      boot: asNullable(json.boot ?? null, 'boot', asString),
      started_at: asString(json.started_at, 'started_at'),
      process_start: asNullable(json.process_start, 'process_start', asString),
    }
  } catch {
    return undefined
  }
}

function describeOwner(owner: LockOwner | undefined): string {
  if (!owner) return 'an unknown process'
  const elsewhere = owner.pid_namespace === HERE.pid_namespace ? '' : ' in another container or sandbox'
  return `process ${owner.pid} on ${owner.host}${elsewhere}, since ${owner.started_at}`
}

/** The PID namespace and the boot of this process. */
const HERE = {
  pid_namespace: textOf(() => readlinkSync('/proc/self/ns/pid')),
  boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
}

/** The first namespace of every boot of Linux (PROC_PID_INIT_INO): that of processes outside of containers. */
const FIRST_NAMESPACE = 'pid:[4026531836]'

/**
 * Whether the owner has certainly died. A process of another host, container or sandbox is not visible here, and a host name is
 * no proof: containers may share one, and then each has its own process 7.
 */
export function isDead({ pid, host, pid_namespace, boot, process_start }: LockOwner): boolean {
  if (host !== hostname() || pid_namespace !== HERE.pid_namespace) return false
  // This machine was started again since. Other namespaces may have the same number on another machine.
  if (boot !== HERE.boot) return pid_namespace === FIRST_NAMESPACE && boot !== null && HERE.boot !== null
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if (systemCode(error) === 'ESRCH') return true
  }
  // A sandbox may show the `/proc` of another namespace, where this number is another process.
  if (textOf(() => readlinkSync('/proc/self')) !== String(process.pid)) return false
  const start = startIn(`/proc/${pid}/stat`)
  // Process ids are reused: a process that began at another time is not the owner.
  return process_start !== null && start !== null && start !== process_start
}

// proc_pid_stat(5): the 22nd field. The second is the command, which may hold spaces and brackets, so that the fields are
// counted from the third, after its closing bracket.
const START_FIELD = 22 - 3

function startIn(path: string): string | null {
  const stat = textOf(() => readFileSync(path, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? null
}

/** Null on a system without such a file. */
function textOf(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
