// Part: the cost of counting in Redis, as several gateways do, instead of in the gateway's memory.

import { issueKeys } from '../catalogue/keys.ts'
import { release } from '../catalogue/releases.ts'
import { pageTargets } from '../catalogue/targets.ts'
import { prepare } from '../load/load.ts'
import { requestsInTurn } from '../load/request.ts'
import type { BenchOptions } from '../options.ts'
import { startGateway } from '../programs/gateway.ts'
import { measure } from '../programs/measure.ts'
import { hasRedis, startRedis } from '../programs/redis.ts'
import {
  addRound,
  type Chapter,
  type Rates,
  rateGoal,
  rateRatios,
  rotated,
  spreadOf,
  table,
} from '../report/figures.ts'

const PAGES = 1_000
const WARM_UP_SECONDS = 2
const LEAST_OF_MEMORY = 0.75

export async function measureLimits({ small, rounds, seconds }: BenchOptions): Promise<Chapter> {
  if (!hasRedis) return { goals: [], text: '## Limits in Redis\n\nredis-server is not installed.' }
  const keys = issueKeys()
  const folder = await release(small)
  const requests = prepare('limits', requestsInTurn(await pageTargets(folder, PAGES), keys.keys, true))
  const memory: Rates = { wall: [], processor: [] }
  const shared: Rates = { wall: [], processor: [] }
  let failed = 0
  const measureOne = async (rates: Rates, limits: string) => {
    const server = await startGateway({ folder, keys, limits })
    try {
      await measure(server, requests, WARM_UP_SECONDS)
      const measurement = await measure(server, requests, seconds)
      addRound(rates, measurement)
      failed += measurement.failed
    } finally {
      await server.stop()
    }
  }
  const redis = await startRedis()
  try {
    for (let round = 0; round < rounds; round++) {
      const both = [() => measureOne(memory, 'memory'), () => measureOne(shared, redis.url)]
      for (const one of rotated(both, round)) await one()
      console.error(
        `limits, round ${round + 1}: redis ÷ memory ${rateRatios(shared, memory).at(-1)?.toFixed(2)}`,
      )
    }
  } finally {
    await redis.stop()
  }
  const row = (name: string, { wall, processor }: Rates) => [name, spreadOf(wall, 0), spreadOf(processor, 0)]
  const rows = [row('`--limits memory`', memory), row('`--limits redis://…`', shared)]
  return {
    goals: [
      rateGoal('limits in Redis ÷ in memory: 200, prebuilt pages, gzip', [shared, memory], LEAST_OF_MEMORY),
    ],
    text: `## Limits in Redis

${table(['', 'requests/s', 'requests/s of processor time'], rows)}

Processor time is that of the gateway; Redis has a core together with the load. Failed requests: ${failed}.`,
  }
}
