// The owner of a lock, and whether that process has died.

// biome-ignore lint/plugin/blocking-reads: a file of the kernel, which has no size
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { systemCode } from '../errors.ts'
import { asCount, asNullable, asRecord, asString, parseJson } from '../json/json.ts'
import type { Clock } from '../time/clock.ts'

export interface LockOwner {
  pid: number
  host: string
  /** When the lock was taken, ISO 8601 UTC. */
  started_at: string
  /** When the process began, in ticks of the system; null if unknown. */
  process_start: string | null
}

/** Facts about processes of this host; tests have their own. */
export interface Processes {
  /** Like `process.kill` with signal 0: throws `ESRCH` if there is no such process. */
  probe(pid: number): void
  /** See `LockOwner.process_start`. */
  startOf(pid: number): string | null
}

const systemProcesses: Processes = {
  probe: (pid) => void process.kill(pid, 0),
  startOf: processStart,
}

export function currentOwner(clock: Clock): LockOwner {
  return {
    pid: process.pid,
    host: hostname(),
    started_at: new Date(clock()).toISOString(),
    process_start: processStart(process.pid),
  }
}

/** Undefined for text that `currentOwner` has not written. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const json = asRecord(parseJson(text, 'lock'), 'lock')
    return {
      pid: asCount(json.pid, 'pid'),
      host: asString(json.host, 'host'),
      started_at: asString(json.started_at, 'started_at'),
      process_start: asNullable(json.process_start, 'process_start', asString),
    }
  } catch {
    return undefined
  }
}

export function describeOwner(owner: LockOwner | undefined): string {
  if (!owner) return 'an unknown process'
  return `process ${owner.pid} on ${owner.host}, since ${owner.started_at}`
}

/** Whether the owner has certainly died. Processes of another host or container are not visible here. */
export function isDead({ pid, host, process_start }: LockOwner, processes = systemProcesses): boolean {
  if (host !== hostname()) return false
  try {
    processes.probe(pid)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if (systemCode(error) === 'ESRCH') return true
  }
  const start = processes.startOf(pid)
  // Process ids are reused: a process that began at another time is not the owner.
  return process_start !== null && start !== null && start !== process_start
}

// proc_pid_stat(5): the 22nd field, here counted from after the command, which may hold spaces and brackets.
const START_FIELD = 22 - 3

function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? null
  } catch {
    return null
  }
}
