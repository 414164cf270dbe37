// Part: the cost of counting in Redis, as several gateways do, instead of in the gateway's memory.

import { issueKeys } from '../catalogue/keys.ts'
import { release } from '../catalogue/releases.ts'
import { pageTargets } from '../catalogue/targets.ts'
import { prepare } from '../load/load.ts'
import { requestsInTurn } from '../load/request.ts'
import { startGateway } from '../programs/gateway.ts'
import { measure, processorTime } from '../programs/measure.ts'
import { hasRedis, type Redis, startRedis } from '../programs/redis.ts'
import { type Chapter, spreadOfValues, table } from '../report/format.ts'
import { addRound, noRates, type Rates, rateGoal } from '../report/rates.ts'
import type { BenchOptions } from './options.ts'

const PAGES = 1_000
const WARM_UP_SECONDS = 2
const LEAST_OF_MEMORY = 0.75

interface Found {
  memory: Rates
  redis: Rates
  /** Microseconds of Redis's own processor time for each request, by round. */
  redisMicroseconds: number[]
  failed: number
}

export async function measureLimits({ small, rounds, seconds }: BenchOptions): Promise<Chapter> {
  if (!hasRedis) return { goals: [], text: '## Limits in Redis\n\nredis-server is not installed.' }
  const keys = await issueKeys()
  const folder = await release(small)
  const requests = prepare('limits', requestsInTurn(await pageTargets(folder, PAGES), keys.keys, true))
  const found: Found = { memory: noRates(), redis: noRates(), redisMicroseconds: [], failed: 0 }
  const measureOne = async (rates: Rates, redis?: Redis) => {
    const server = await startGateway({ folder, keys, ...(redis && { limits: redis.url }) })
    try {
      await measure(server, requests, WARM_UP_SECONDS)
      const before = processorTime(redis?.pid)
      const measurement = await measure(server, requests, seconds)
      const after = processorTime(redis?.pid)
      addRound(rates, measurement)
      found.failed += measurement.failed
      if (before === undefined || after === undefined) return
      found.redisMicroseconds.push(((after - before) * 1e6) / measurement.requests)
    } finally {
      await server.stop()
    }
  }
  const redis = await startRedis()
  try {
    for (let round = 0; round < rounds; round++) {
      const both = [() => measureOne(found.memory), () => measureOne(found.redis, redis)]
      for (const one of round % 2 === 0 ? both : both.reverse()) await one()
      const [memory, shared] = [found.memory, found.redis].map(({ processor }) =>
        Math.round(processor.at(-1) ?? 0),
      )
      console.error(`limits, round ${round + 1}: memory ${memory} · redis ${shared}`)
    }
  } finally {
    await redis.stop()
  }
  return chapter(found)
}

function chapter({ memory, redis, redisMicroseconds, failed }: Found): Chapter {
  const row = (name: string, { wall, processor, p99 }: Rates) =>
    [name, spreadOfValues(wall, 0), spreadOfValues(processor, 0), spreadOfValues(p99)] as const
  const rows = [row('`--limits memory`', memory), row('`--limits redis://…`', redis)]
  return {
    goals: [
      rateGoal('limits in Redis ÷ in memory: 200, prebuilt pages, gzip', [redis, memory], LEAST_OF_MEMORY),
    ],
    text: `## Limits in Redis

${table(['', 'requests/s', 'requests/s of processor time', 'p99, ms'], rows)}

Processor time is that of the gateway. Redis itself takes ${spreadOfValues(redisMicroseconds, 1)} µs for each request, and has a core together with the load. Failed requests: ${failed}.`,
  }
}
