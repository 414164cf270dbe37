// As much load as a server takes, by autocannon in a separate process.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOAD_CORE, ownProgram, pinned, run, WORK } from '../setup/programs.ts'
import { type BenchRequest, fieldsOf } from './request.ts'

/** Each sends its next request after an answer, so this many requests are under way at a time. */
export const CONNECTIONS = 32

/** The path of a file of requests, ready to be sent. */
export type PreparedRequests = string

export interface LoadResult {
  /** Answered requests. */
  requests: number
  requestsPerSecond: number
  /** Broken connections, timeouts, and any status from 400 up. */
  failed: number
}

/** Writes requests to the file `NAME.requests` in `WORK`. */
export function prepare(name: string, requests: readonly BenchRequest[]): PreparedRequests {
  const path = join(WORK, `${name}.requests`)
  const plain = requests.map((request) => ({ path: request.target, headers: fieldsOf(request) }))
  writeFileSync(path, JSON.stringify(plain))
  return path
}

/** How long requests are sent again and again, in seconds; or each of them once. */
export type Length = number | 'once'

/** Sends the requests, dealt out to all connections. */
export async function load(
  port: number,
  requests: PreparedRequests,
  length: Length,
  core: number = LOAD_CORE,
): Promise<LoadResult> {
  const words = [`http://127.0.0.1:${port}`, requests, String(length), String(CONNECTIONS)]
  return JSON.parse(await run(pinned(core, [process.execPath, ownProgram('load/autocannon'), ...words])))
}
