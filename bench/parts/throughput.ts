// Part: requests a second, of the gateway and of every peer, in each scenario.

import { type PreparedRequests, prepare } from '../load/load.ts'
import { log } from '../support/log.ts'
import { type Measurement, measure } from '../support/measure.ts'
import type { BenchOptions } from '../support/options.ts'
import { peersHere } from '../support/peers.ts'
import type { Server } from '../support/server.ts'
import { addRound, noRates, type Rates } from '../support/server-rates.ts'
import { SCENARIOS, type Scenario, scenarioRequests } from './scenarios.ts'
import { prepareSetup, type Setup, stopAll } from './setup.ts'
import { verify } from './verify.ts'

export interface ScenarioResult {
  scenario: Scenario
  /** By name of the server. */
  rates: Record<string, Rates>
  /** Of an answer of the gateway, its head included. */
  meanBytes: number
  failed: number
}

/** By scenario and name of the server. */
type Prepared = Record<string, Record<string, PreparedRequests>>

/** Code is compiled and caches are filled before anything is measured. */
const WARM_UP_SECONDS = 1

/** While its peers were measured a server was idle: it gets going again before its own turn counts. */
const LEAD_IN_SECONDS = 1

/**
 * Each round has new processes. A process of Node settles at a speed that it keeps, and one start of a program is
 * up to a sixth faster than the next: no server is to be judged by one of them.
 */
export async function measureThroughput(options: BenchOptions): Promise<ScenarioResult[]> {
  const setup = await prepareSetup(options, peersHere())
  const results = (Object.keys(SCENARIOS) as Scenario[]).map(
    (scenario): ScenarioResult => ({ scenario, rates: {}, meanBytes: 0, failed: 0 }),
  )
  let prepared: Prepared | undefined
  for (let round = 1; round <= options.rounds; round++) {
    const servers = await setup.start()
    try {
      prepared ??= await prepareAll(setup, servers)
      for (const { scenario } of results) {
        for (const server of servers)
          await measure(server, requestsOf(prepared, scenario, server), WARM_UP_SECONDS)
      }
      for (const result of results) {
        for (const server of inTurn(servers, round)) {
          const requests = requestsOf(prepared, result.scenario, server)
          await measure(server, requests, LEAD_IN_SECONDS)
          addTo(result, server, await measure(server, requests, options.seconds))
        }
        log(`${SCENARIOS[result.scenario]}, round ${round}: ${roundLine(result.rates)}`)
      }
    } finally {
      await stopAll(servers)
    }
  }
  return results
}

/** Another one goes first in every round: none is always measured behind the same one. */
function inTurn(servers: readonly Server[], round: number): Server[] {
  const first = (round - 1) % servers.length
  return [...servers.slice(first), ...servers.slice(0, first)]
}

async function prepareAll({ targets, keys }: Setup, servers: readonly Server[]): Promise<Prepared> {
  const prepared: Prepared = {}
  for (const scenario of Object.keys(SCENARIOS) as Scenario[]) {
    const ofScenario: Record<string, PreparedRequests> = {}
    for (const server of servers) {
      const requests = await scenarioRequests(scenario, server.port, { targets, keys: keys.keys })
      if (servers[0]) await verify(server, requests, servers[0])
      ofScenario[server.name] = prepare(`${scenario}-${server.name}`, requests)
    }
    prepared[scenario] = ofScenario
  }
  return prepared
}

function requestsOf(prepared: Prepared, scenario: Scenario, { name }: Server): PreparedRequests {
  const requests = prepared[scenario]?.[name]
  if (!requests) throw new Error(`nothing was prepared for ${name}`)
  return requests
}

function addTo(result: ScenarioResult, { name }: Server, measurement: Measurement): void {
  const rates = result.rates[name] ?? noRates()
  addRound(rates, measurement)
  result.rates[name] = rates
  result.failed += measurement.failed
  if (name === 'gateway') result.meanBytes = measurement.meanBytes
}

function roundLine(rates: Record<string, Rates>): string {
  const last = ({ wall, processor }: Rates) =>
    `${Math.round(wall.at(-1) ?? 0)} (${Math.round(processor.at(-1) ?? 0)})`
  return Object.entries(rates)
    .map(([name, each]) => `${name} ${last(each)}`)
    .join(' · ')
}
