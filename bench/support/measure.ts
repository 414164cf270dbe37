// One measurement of one server.

import { load, type PreparedRequests } from '../load/load.ts'
import { processorTime } from './processor-time.ts'
import type { Server } from './server.ts'

export interface Measurement {
  requests: number
  requestsPerSecond: number
  /** Requests for each second of the server's own processor time; undefined where the system does not tell. */
  requestsPerProcessorSecond: number | undefined
  /** Of an answer, its head included. */
  meanBytes: number
  failed: number
}

export async function measure(
  server: Server,
  requests: PreparedRequests,
  seconds: number,
): Promise<Measurement> {
  const before = processorTime(server.process.pid)
  const result = await load(server.port, requests, seconds)
  const after = processorTime(server.process.pid)
  const used = before === undefined || after === undefined ? undefined : after - before
  return {
    requests: result.requests,
    requestsPerSecond: result.requestsPerSecond,
    requestsPerProcessorSecond: used === undefined ? undefined : result.requests / used,
    meanBytes: result.bytesPerSecond / result.requestsPerSecond,
    failed: result.failed,
  }
}
