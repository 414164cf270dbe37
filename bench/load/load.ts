// As much load as a server takes: by wrk where it is installed, else by autocannon.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BENCH, ownProgram, WORK } from '../support/paths.ts'
import { type BenchRequest, formatted } from '../support/request.ts'
import { isInstalled, LOAD_CORE, pinned, run } from '../support/run.ts'

export const CONNECTIONS = 32

/** Requests on disk, ready to be sent. */
export interface PreparedRequests {
  path: string
  count: number
}

export interface LoadResult {
  requests: number
  requestsPerSecond: number
  /** Of all bytes that came back, heads included. */
  bytesPerSecond: number
  /** Broken connections, timeouts, and any status from 400 up. */
  failed: number
}

const SEPARATOR = '\u0001'

export const generator = isInstalled('wrk') ? 'wrk' : 'autocannon'

export function prepare(name: string, requests: readonly BenchRequest[]): PreparedRequests {
  return prepareTexts(name, requests.map(formatted))
}

/** @param requests their bytes, as HTTP/1.1 sends them */
export function prepareTexts(name: string, requests: readonly string[]): PreparedRequests {
  const path = join(WORK, `${name}.requests`)
  writeFileSync(path, requests.map((request) => request + SEPARATOR).join(''))
  return { path, count: requests.length }
}

export async function load(port: number, requests: PreparedRequests, seconds: number): Promise<LoadResult> {
  const url = `http://127.0.0.1:${port}`
  const printed =
    generator === 'wrk'
      ? await run(
          pinned(LOAD_CORE, [
            'wrk',
            ...['--threads', '1', '--connections', String(CONNECTIONS), '--duration', `${seconds}s`],
            ...['--script', join(BENCH, 'load', 'cycle.lua'), url, '--', requests.path],
          ]),
        )
      : await run(
          pinned(LOAD_CORE, [
            process.execPath,
            ownProgram('load/autocannon'),
            ...[url, requests.path, String(seconds), String(CONNECTIONS)],
          ]),
        )
  const counts = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
  return {
    requests: counts.requests,
    requestsPerSecond: counts.requests / (counts.microseconds / 1e6),
    bytesPerSecond: counts.bytes / (counts.microseconds / 1e6),
    failed: counts.failed,
  }
}
