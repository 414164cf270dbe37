// Part: requests a second, of the gateway and of every peer, in each scenario.

import { drive } from '../lib/drive.ts'
import type { BenchOptions } from '../lib/options.ts'
import { peersHere } from '../lib/peers.ts'
import { say } from '../lib/say.ts'
import { addRound, noRates, type Rates } from '../lib/server-rates.ts'
import { type PreparedRequests, prepare } from '../load/load.ts'
import { type Arena, openArena } from './arena.ts'
import { asksOf, SCENARIOS, type Scenario } from './scenarios.ts'
import { verify } from './verify.ts'

export interface ScenarioResult {
  scenario: Scenario
  /** By name of the server. */
  rates: Record<string, Rates>
  /** Of an answer of the gateway, its head included. */
  meanBytes: number
  failed: number
}

export async function measureThroughput(options: BenchOptions): Promise<ScenarioResult[]> {
  const arena = await openArena(options, peersHere())
  try {
    const results: ScenarioResult[] = []
    for (const scenario of Object.keys(SCENARIOS) as Scenario[]) {
      results.push(await measureScenario(scenario, arena, options))
    }
    return results
  } finally {
    await arena.close()
  }
}

async function measureScenario(
  scenario: Scenario,
  arena: Arena,
  { rounds, seconds }: BenchOptions,
): Promise<ScenarioResult> {
  const requests = await prepareAll(scenario, arena)
  const rates = Object.fromEntries(arena.servers.map(({ name }) => [name, noRates()]))
  const result: ScenarioResult = { scenario, rates, meanBytes: 0, failed: 0 }
  // Round 0 warms up: code is compiled, caches are filled.
  for (let round = 0; round <= rounds; round++) {
    for (const [server, prepared] of requests) {
      const driven = await drive(server, prepared, round === 0 ? 1 : seconds)
      result.failed += driven.failed
      if (server.name === 'gateway') result.meanBytes = driven.meanBytes
      const known = rates[server.name]
      if (round > 0 && known) addRound(known, driven)
    }
    if (round > 0) say(`${SCENARIOS[scenario]}, round ${round}: ${roundLine(rates)}`)
  }
  return result
}

async function prepareAll(scenario: Scenario, { servers, targets, keys }: Arena) {
  const prepared = new Map<Arena['servers'][number], PreparedRequests>()
  for (const server of servers) {
    const asks = await asksOf(scenario, server.port, { targets, keys: keys.keys })
    if (servers[0]) await verify(server, asks, servers[0])
    prepared.set(server, prepare(`${scenario}-${server.name}`, asks))
  }
  return prepared
}

function roundLine(rates: Record<string, Rates>): string {
  const last = ({ wall, processor }: Rates) =>
    `${Math.round(wall.at(-1) ?? 0)} (${Math.round(processor.at(-1) ?? 0)})`
  return Object.entries(rates)
    .map(([name, each]) => `${name} ${last(each)}`)
    .join(' · ')
}
