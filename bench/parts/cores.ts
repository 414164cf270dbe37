// Part: what a second gateway on a second core adds. Both count in one Redis, as several on one machine do.

import { prepare } from '../load/load.ts'
import { requestsInTurn } from '../load/request.ts'
import { type Measurement, measure, type Server, startGateway, startRedis } from '../load/servers.ts'
import { addRound, type Chapter, type Rates, ratios, spreadOf, table } from '../report/figures.ts'
import type { BenchOptions } from '../report/write-report.ts'
import { issueKeys, pageTargets, release } from '../setup/catalogue.ts'
import { isInstalled, LOAD_CORE, SERVER_CORE } from '../setup/programs.ts'

const PAGES = 1_000
const WARM_UP_SECONDS = 1

export async function measureCores({ fewOffers, rounds, seconds }: BenchOptions): Promise<Chapter> {
  const heading = '## Two gateways on two cores'
  if (!isInstalled('redis-server')) return { goals: [], text: `${heading}\n\nNot measured: no redis-server.` }
  const keys = issueKeys()
  const folder = await release(fewOffers)
  const pages = await pageTargets(folder, PAGES)
  // Each page with some of the keys.
  const turns = pages.flatMap((_, index) => keys.busy[index % keys.busy.length] ?? [])
  const requests = prepare('cores', requestsInTurn(pages, turns, true))
  const redis = await startRedis()
  const one: Rates = { wall: [], processor: [] }
  const two: Rates = { wall: [], processor: [] }
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    const start = (core: number) =>
      startGateway({ folder, keys, core, name: `gateway-${core}`, limits: redis.url })
    const servers = [await start(SERVER_CORE), await start(LOAD_CORE)]
    try {
      for (const [rates, used] of [
        [one, servers.slice(0, 1)],
        [two, servers],
      ] as const) {
        await together(used, (server) => measure(server, requests, WARM_UP_SECONDS))
        const measurement = await together(used, (server) => measure(server, requests, seconds))
        addRound(rates, measurement)
        failed += measurement.failed
      }
    } finally {
      for (const server of servers) await server.stop()
    }
    console.error(`two gateways on two cores, round ${round + 1}`)
  }
  await redis.stop()
  const row = (name: string, { wall, processor }: Rates) =>
    [name, spreadOf(wall, 0), spreadOf(processor, 0), spreadOf(ratios(processor, one.processor))] as const
  return {
    goals: [],
    text: `${heading}

Prebuilt pages, gzip, limits in one Redis. The load shares the cores: requests/s of processor time say how much a core adds.

${table(
  ['gateways', 'requests/s', 'requests/s of processor time', '÷ one'],
  [row('one', one), row('two, a core each', two)],
)}

Failed requests: ${failed}.`,
  }
}

/** Measures servers at once, as one. */
async function together(
  servers: readonly Server[],
  measured: (server: Server) => Promise<Measurement>,
): Promise<Measurement> {
  const all = await Promise.all(servers.map(measured))
  const sum = (member: keyof Measurement) => all.reduce((total, each) => total + each[member], 0)
  const [requests, processorSeconds] = [sum('requests'), sum('processorSeconds')]
  return {
    requests,
    processorSeconds,
    requestsPerSecond: sum('requestsPerSecond'),
    failed: sum('failed'),
    requestsPerProcessorSecond: requests / processorSeconds,
  }
}
