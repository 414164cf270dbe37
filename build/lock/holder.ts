// Who holds a lock, and whether that process still is.

import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Clock } from '../../contract/lib/clock.ts'
import { messageOf, OperatorError, systemCode } from '../../contract/lib/errors.ts'
import { asCount, asNullable, asRecord, asString, parseJson } from '../../contract/lib/json-guards.ts'

export interface Holder {
  pid: number
  host: string
  /** When the lock was taken, ISO 8601 UTC. */
  started_at: string
  /** See `processStart`. */
  process_start: string | null
}

export function ourselves(clock: Clock): Holder {
  return {
    pid: process.pid,
    host: hostname(),
    started_at: new Date(clock()).toISOString(),
    process_start: processStart(process.pid),
  }
}

/** @throws {OperatorError} `locked` where the file was written by something else */
export function parseHolder(content: string, path: string): Holder {
  try {
    const json = asRecord(parseJson(content, path), path)
    return {
      pid: asCount(json.pid, `${path}: pid`),
      host: asString(json.host, `${path}: host`),
      started_at: asString(json.started_at, `${path}: started_at`),
      process_start: asNullable(json.process_start, `${path}: process_start`, asString),
    }
  } catch (cause) {
    throw new OperatorError('locked', `${messageOf(cause)}; remove it if no build is at work`, { cause })
  }
}

export function describeHolder({ pid, host, started_at }: Holder, path: string): string {
  const elsewhere = host === hostname() ? '' : ` on ${host} (remove ${path} if that is gone)`
  return `a build is at work on this folder: process ${pid}${elsewhere}, since ${started_at}`
}

/** Whether the holder is certainly gone; of another machine's processes nobody can tell. */
export function isGone({ pid, host, process_start }: Holder): boolean {
  if (host !== hostname()) return false
  if (!isRunning(pid)) return true
  // Process ids are given out again: one that began at another time is not the holder.
  return process_start !== null && process_start !== processStart(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Anything but "no such process" means that there is one, though it be another user's.
    return systemCode(error) !== 'ESRCH'
  }
}

// proc_pid_stat(5): the 22nd field, here counted from after the command, which may hold spaces and brackets.
const START_FIELD = 22 - 3

/** When a process began, in the system's own ticks; null where the system does not tell. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? null
  } catch {
    return null
  }
}
