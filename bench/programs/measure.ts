// One measurement of one server: under as much load as it takes, with the processor time that it used.

import { readFileSync } from 'node:fs'
import { type LoadResult, load, type PreparedRequests } from '../load/load.ts'
import type { Server } from './server.ts'

export interface Measurement extends LoadResult {
  /** Requests per second of the server's own processor time; undefined if the system does not report that. */
  requestsPerProcessorSecond: number | undefined
}

export async function measure(
  { port, process }: Server,
  requests: PreparedRequests,
  seconds: number,
): Promise<Measurement> {
  const before = processorTime(process.pid)
  const result = await load(port, requests, seconds)
  const after = processorTime(process.pid)
  const used = before === undefined || after === undefined ? undefined : after - before
  return { ...result, requestsPerProcessorSecond: used === undefined ? undefined : result.requests / used }
}

// The unit of /proc on every Linux, whatever the kernel counts in.
const TICKS_PER_SECOND = 100

/** User and system time in seconds; undefined on systems without /proc. */
export function processorTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name, in parentheses, can hold anything; the two times are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
