// Starts load at a steady rate, on the core of the load generator.

import { ownProgram } from '../support/paths.ts'
import { LOAD_CORE, pinned, run } from '../support/run.ts'
import type { PreparedRequests } from './load.ts'
import type { OpenLoopReport } from './open-loop.ts'

export interface ConstantRatePlan {
  /** Requests a second. */
  rate: number
  seconds: number
}

export async function constantRateLoad(
  port: number,
  requests: PreparedRequests,
  { rate, seconds }: ConstantRatePlan,
): Promise<OpenLoopReport> {
  const given = [port, requests.path, Math.round(rate), seconds].map(String)
  return JSON.parse(await run(pinned(LOAD_CORE, [process.execPath, ownProgram('load/open-loop'), ...given])))
}
