// As much load as a server takes: by wrk if it is installed, else by autocannon.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BENCH, ownProgram, WORK } from '../programs/paths.ts'
import { type Command, isInstalled, LOAD_CORE, pinned, run } from '../programs/run.ts'
import { type BenchRequest, formatted } from './request.ts'

export const CONNECTIONS = 32

/** A file of requests, ready to be sent. */
export type PreparedRequests = string

export interface LoadResult {
  requests: number
  requestsPerSecond: number
  /** The mean size of an answer in bytes, with its head. */
  meanBytes: number
  /** Broken connections, timeouts, and any status from 400 up. */
  failed: number
  /** Milliseconds from a request to the end of its answer. */
  median: number
  p99: number
  longest: number
}

const SEPARATOR = '\u0001'

export const generator = isInstalled('wrk') ? 'wrk' : 'autocannon'

export function prepare(name: string, requests: readonly BenchRequest[]): PreparedRequests {
  const path = join(WORK, `${name}.requests`)
  writeFileSync(path, requests.map((request) => formatted(request) + SEPARATOR).join(''))
  return path
}

export async function load(port: number, requests: PreparedRequests, seconds: number): Promise<LoadResult> {
  const printed = await run(pinned(LOAD_CORE, loadCommand(`http://127.0.0.1:${port}`, requests, seconds)))
  const { microseconds, bytes, ...report } = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
  return {
    ...report,
    requestsPerSecond: report.requests / (microseconds / 1e6),
    meanBytes: bytes / report.requests,
  }
}

function loadCommand(url: string, requests: PreparedRequests, seconds: number): Command {
  const connections = String(CONNECTIONS)
  if (generator === 'autocannon') {
    return [process.execPath, ownProgram('load/autocannon'), url, requests, String(seconds), connections]
  }
  const script = ['--script', join(BENCH, 'load', 'cycle.lua'), url, '--', requests]
  return ['wrk', '--threads', '1', '--connections', connections, '--duration', `${seconds}s`, ...script]
}
