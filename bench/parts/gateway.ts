// Part: requests per second of the gateway and of every peer, and how long the slowest percent of them takes.

import { join } from 'node:path'
import { issueKeys } from '../catalogue/keys.ts'
import { release } from '../catalogue/releases.ts'
import { pageTargets } from '../catalogue/targets.ts'
import { type PreparedRequests, prepare } from '../load/load.ts'
import { capture } from '../peers/capture.ts'
import { type Peer, peersHere } from '../peers/peers.ts'
import { probeOf, startGateway } from '../programs/gateway.ts'
import { type Measurement, measure } from '../programs/measure.ts'
import { WORK } from '../programs/paths.ts'
import { type Server, startServer } from '../programs/server.ts'
import { type Chapter, type Goal, spreadOf, spreadOfValues, table } from '../report/format.ts'
import { addRound, noRates, type Rates, rateGoal, rateRatio } from '../report/rates.ts'
import { ratioByRound } from '../report/statistics.ts'
import type { BenchOptions } from './options.ts'
import { type Material, SCENARIOS, type Scenario, scenarioRequests, verify } from './scenarios.ts'

const PAGES = 1_000

/** Code is compiled and caches are filled before anything is measured. */
const WARM_UP_SECONDS = 1

/** A server is idle while the others are measured: it gets going again before its own turn counts. */
const LEAD_IN_SECONDS = 1

const MAX_P99 = 2

interface Found {
  scenario: Scenario
  gateway: Rates
  peers: { peer: Peer; rates: Rates }[]
  /** The mean size of an answer of the gateway, with its head. */
  meanBytes: number
  failed: number
}

/**
 * Each round has new processes. A process of Node settles at a speed that it keeps, and two starts of the same program
 * differ by up to a sixth: one start says too little about a server.
 */
export async function measureGateway({ small, rounds, seconds }: BenchOptions): Promise<Chapter> {
  const start = await prepareServers(small)
  const scenarios = (Object.keys(SCENARIOS) as Scenario[]).map(foundNothing)
  for (let round = 0; round < rounds; round++) {
    const servers = await start.servers()
    try {
      for (const found of scenarios) {
        const requests = await prepareRequests(found.scenario, servers, start.material)
        for (const { server, prepared } of inTurn(requests, round)) {
          await measure(server, prepared, LEAD_IN_SECONDS)
          add(found, server, await measure(server, prepared, seconds))
        }
        console.error(`${SCENARIOS[found.scenario]}, round ${round + 1}: ${latest(found)}`)
      }
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  return chapter(scenarios)
}

function foundNothing(scenario: Scenario): Found {
  const peers = peersHere.map((peer) => ({ peer, rates: noRates() }))
  return { scenario, gateway: noRates(), peers, meanBytes: 0, failed: 0 }
}

/** All servers know the same keys and answers: peers serve what the gateway answered. All run, one works at a time. */
async function prepareServers(offers: number) {
  const keys = await issueKeys()
  const folder = await release(offers)
  const material: Material = { pages: await pageTargets(folder, PAGES), keys: keys.keys }
  const captured = join(WORK, 'captured')
  const gateway = await startGateway({ folder, keys })
  await capture(gateway.port, captured, material)
  await gateway.stop()
  const probe = { ...probeOf(keys), target: material.pages[0] ?? '' }
  const servers = async () => {
    const started = [await startGateway({ folder, keys })]
    for (const { name, command } of peersHere) {
      const env = { NODE_ENV: 'production' }
      const plan = { name, command: (port: number) => command({ port, folder: captured }), env, probe }
      started.push(await startServer(plan))
    }
    return started
  }
  return { material, servers }
}

interface Turn {
  server: Server
  prepared: PreparedRequests
}

async function prepareRequests(
  scenario: Scenario,
  servers: readonly Server[],
  material: Material,
): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const server of servers) {
    const requests = await scenarioRequests(scenario, server, material)
    if (servers[0]) await verify(server, requests, servers[0])
    const prepared = prepare(`${scenario}-${server.name}`, requests)
    await measure(server, prepared, WARM_UP_SECONDS)
    turns.push({ server, prepared })
  }
  return turns
}

/** Another server goes first in every round, so that none is always measured after the same one. */
function inTurn(turns: readonly Turn[], round: number): Turn[] {
  const first = round % turns.length
  return [...turns.slice(first), ...turns.slice(0, first)]
}

function add(found: Found, { name }: Server, measurement: Measurement): void {
  const rates = found.peers.find(({ peer }) => peer.name === name)?.rates ?? found.gateway
  addRound(rates, measurement)
  found.failed += measurement.failed
  if (rates === found.gateway) found.meanBytes = measurement.meanBytes
}

function latest({ gateway, peers }: Found): string {
  const rate = ({ wall }: Rates) => Math.round(wall.at(-1) ?? 0)
  return [`gateway ${rate(gateway)}`, ...peers.map(({ peer, rates }) => `${peer.name} ${rate(rates)}`)].join(
    ' · ',
  )
}

function chapter(scenarios: readonly Found[]): Chapter {
  return {
    goals: scenarios.flatMap(goalsOf),
    text: `## Requests a second\n\n${scenarios.map(section).join('\n\n')}`,
  }
}

function goalsOf({ scenario, gateway, peers }: Found): Goal[] {
  const [bare] = peers
  const compared = scenario === 'not-modified' ? peers.slice(0, 1) : peers
  const goals = compared.map(({ peer, rates }) =>
    rateGoal(`gateway ÷ ${peer.title}: ${SCENARIOS[scenario]}`, [gateway, rates], peer.goal),
  )
  return scenario === 'gzip' && bare ? [...goals, latencyGoal(gateway, bare.rates)] : goals
}

function latencyGoal(gateway: Rates, bare: Rates): Goal {
  const ratio = ratioByRound(gateway.p99, bare.p99)
  return {
    measure: `p99 of response times ÷ that of bare node:http: ${SCENARIOS.gzip}`,
    goal: `≤ ${MAX_P99} ×`,
    found: spreadOf(ratio),
    met: ratio.median <= MAX_P99,
  }
}

function section({ scenario, gateway, peers, meanBytes, failed }: Found): string {
  const row = (name: string, { wall, processor, p99 }: Rates, ratio: string) =>
    [name, spreadOfValues(wall, 0), spreadOfValues(processor, 0), ratio, spreadOfValues(p99)] as const
  const rows = [
    row('**the gateway**', gateway, '1'),
    ...peers.map(({ peer, rates }) => row(peer.title, rates, spreadOf(rateRatio(gateway, rates)))),
  ]
  return `### ${SCENARIOS[scenario]}

${table(['server', 'requests/s', 'requests/s of processor time', 'gateway ÷ it', 'p99, ms'], rows)}

An answer of the gateway has ${Math.round(meanBytes)} bytes on average, with its head. Failed requests: ${failed}.`
}
