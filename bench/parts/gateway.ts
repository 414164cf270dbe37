// Part: requests per second of the gateway and of every peer.

import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { elementAt } from '../../lib/lists.ts'
import { type Length, type PreparedRequests, prepare } from '../load/load.ts'
import { type Answer, type BenchRequest, requestsInTurn, send } from '../load/request.ts'
import { measure, type Server, startGateway, startRedis, startServer } from '../load/servers.ts'
import { capture } from '../peers/capture.ts'
import {
  addRound,
  type Chapter,
  type Goal,
  median,
  type Rates,
  ratios,
  rotated,
  spreadOf,
  table,
} from '../report/figures.ts'
import type { BenchOptions } from '../report/write-report.ts'
import { type IssuedKeys, issueKeys, pageTargets, release, spread } from '../setup/catalogue.ts'
import { isInstalled, ownProgram, WORK } from '../setup/programs.ts'

/** Pages that are requested. */
const PAGES = 1_000
/** Code is compiled and caches are filled before anything is measured. */
const WARM_UP_SECONDS = 1
/** A server is idle while the others are measured: it gets going again before its own turn counts. */
const LEAD_IN_SECONDS = 1
/** Answers of a server that are compared with those of the gateway. */
const SAMPLES = 50

const SCENARIOS = {
  identity: '200, prebuilt pages',
  gzip: '200, prebuilt pages, gzip',
  'not-modified': '304, prebuilt pages',
  // Last, because a server has to be warm, but must not know the keys. Each key is used once a round.
  'first-requests': '200, prebuilt pages, gzip, the first request with a key',
} as const

type Scenario = keyof typeof SCENARIOS

interface Material extends Pick<IssuedKeys, 'keys' | 'busy'> {
  pages: readonly string[]
}

interface Peer {
  name: string
  title: string
  /** How many times as fast as the peer the gateway is to be at pages. */
  goal?: number
}

const PEERS: readonly Peer[] = [
  { name: 'bare', title: 'bare node:http, same bytes and headers', goal: 0.8 },
  { name: 'fastify', title: 'Fastify, its rate limit, bodies in a Map', goal: 1.05 },
  { name: 'express', title: 'Express, express-rate-limit, bodies in a Map' },
]
/** The gateway itself with limits in Redis, as several gateways need them. Its goal is `LEAST_OF_MEMORY`. */
const REDIS: Peer = { name: 'redis', title: 'the gateway with limits in Redis' }
/** All that the gateway is compared with. */
const COMPARED: readonly Peer[] = isInstalled('redis-server') ? [...PEERS, REDIS] : PEERS
/** How many times as fast the gateway with limits in Redis is to be as with limits in memory. */
const LEAST_OF_MEMORY = 0.75

/** What was measured in one scenario. */
interface ScenarioFigures {
  scenario: Scenario
  gateway: Rates
  /** One for each of `COMPARED`, in that order. */
  peers: { peer: Peer; rates: Rates }[]
  /** The failed requests to all servers. */
  failed: number
}

/**
 * Measures every server in every scenario, one at a time, round after round.
 *
 * Each round has new processes. A process of Node settles at a speed that it keeps, and two starts of the same program
 * differ by up to a sixth: one start says too little about a server.
 */
export async function measureGateway({ fewOffers, rounds, seconds }: BenchOptions): Promise<Chapter> {
  const { material, start, stopRedis } = await prepareServers(fewOffers)
  const all = (Object.keys(SCENARIOS) as Scenario[]).map(noFigures)
  for (let round = 0; round < rounds; round++) {
    const servers = await start()
    try {
      for (const figures of all) {
        const turns = await prepareTurns(figures.scenario, servers, material)
        for (const { server, leadIn, prepared, length = seconds } of rotated(turns, round)) {
          await measure(server, leadIn, LEAD_IN_SECONDS)
          const measurement = await measure(server, prepared, length)
          addRound(ratesOf(figures, server), measurement)
          figures.failed += measurement.failed
        }
        console.error(`${SCENARIOS[figures.scenario]}, round ${round + 1}`)
      }
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  await stopRedis()
  return {
    goals: all.flatMap(goalsOf),
    text: `## Requests a second\n\n${all.map(section).join('\n\n')}`,
  }
}

function noFigures(scenario: Scenario): ScenarioFigures {
  const noRates = (): Rates => ({ wall: [], processor: [] })
  return {
    scenario,
    gateway: noRates(),
    peers: COMPARED.map((peer) => ({ peer, rates: noRates() })),
    failed: 0,
  }
}

/**
 * All servers know the same keys and answers: peers serve what the gateway answered.
 * @returns the pages and keys of the requests; `start`, which starts all servers of a round, the gateway first; and
 *   `stopRedis`, since one Redis serves all rounds
 */
async function prepareServers(offers: number) {
  const keys = issueKeys()
  const folder = await release(offers)
  const material: Material = { ...keys, pages: await pageTargets(folder, PAGES) }
  const captured = join(WORK, 'captured.json')
  const gateway = await startGateway({ folder, keys })
  const { pages, busy } = material
  await capture(gateway.port, captured, { pages, asking: busy, keys: [...busy, ...keys.keys] })
  await gateway.stop()
  const probe = { target: material.pages[0] ?? '', key: keys.keys[0] ?? '' }
  const redis = isInstalled('redis-server') ? await startRedis() : undefined
  const env = { NODE_ENV: 'production' }
  const start = async () => {
    const started = [await startGateway({ folder, keys })]
    for (const { name } of PEERS) {
      const words = (port: number) => [ownProgram('peers/on-node'), name, String(port), captured]
      started.push(
        await startServer({ name, command: (port) => [process.execPath, ...words(port)], env, probe }),
      )
    }
    if (redis) started.push(await startGateway({ folder, keys, name: REDIS.name, limits: redis.url }))
    return started
  }
  return { material, start, stopRedis: async () => redis?.stop() }
}

interface Turn {
  server: Server
  /** Sent before the measurement. */
  leadIn: PreparedRequests
  prepared: PreparedRequests
  /** By default the seconds of every measurement. */
  length?: Length
}

/** Prepares the requests of a scenario to each server, checks its answers, and warms it up. */
async function prepareTurns(
  scenario: Scenario,
  servers: readonly Server[],
  material: Material,
): Promise<Turn[]> {
  const turns: Turn[] = []
  const gateway = elementAt(servers, 0)
  for (const server of servers) {
    const requests = await requestsOf(scenario, server, material)
    await verify(server, requests, gateway)
    const prepared = prepare(`${scenario}-${server.name}`, requests)
    if (scenario === 'first-requests') {
      const known = await requestsOf('gzip', server, material)
      turns.push({ server, leadIn: prepare(`known-${server.name}`, known), prepared, length: 'once' })
      continue
    }
    await measure(server, prepared, WARM_UP_SECONDS)
    turns.push({ server, leadIn: prepared, prepared })
  }
  return turns
}

/** The requests of a scenario to one server. If-None-Match has the tags that this server gave. */
async function requestsOf(
  scenario: Scenario,
  { port }: Server,
  { pages, busy, keys }: Material,
): Promise<BenchRequest[]> {
  if (scenario === 'first-requests') return requestsInTurn(pages, keys, true)
  // Each page with some of the keys.
  const turns = pages.flatMap((_, index) => busy[index % busy.length] ?? [])
  const requests = requestsInTurn(pages, turns, scenario === 'gzip')
  if (scenario !== 'not-modified') return requests
  const tags: string[] = []
  for (const request of requests.slice(0, pages.length)) {
    const { headers } = await send(port, request)
    tags.push(String(headers.etag))
  }
  return requests.map((request, index) => ({ ...request, ifNoneMatch: tags[index % tags.length] }))
}

/**
 * Servers are only comparable if they do the same: a sample of a server's answers is compared with the gateway's.
 * @throws {Error} if they differ
 */
async function verify(server: Server, requests: readonly BenchRequest[], gateway: Server): Promise<void> {
  for (const request of spread(requests, SAMPLES)) {
    const found = await send(server.port, request)
    const expected = await send(gateway.port, { ...request, ifNoneMatch: undefined })
    if (isRight(request, found, expected)) continue
    throw new Error(`${server.name} answers ${request.target} with ${found.status}, or with another body`)
  }
  // The bare server checks no key.
  const [request = { target: '' }] = requests
  const { status } = await send(server.port, { ...request, key: 'unknown' })
  if (status !== 401 && server.name !== 'bare') throw new Error(`${server.name} does not ask for a key`)
}

/** Whether the server answers as expected. A 304 has no body to compare, so its status is enough. */
function isRight({ gzip, ifNoneMatch }: BenchRequest, found: Answer, expected: Answer): boolean {
  if (ifNoneMatch !== undefined) return found.status === 304 && found.body.length === 0
  const isInCoding = (found.headers['content-encoding'] === 'gzip') === gzip
  return found.status === 200 && isInCoding && plain(found).equals(plain(expected))
}

/** The uncompressed body. */
function plain({ body, headers }: Answer): Buffer {
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}

/** The figures that a server's measurements belong to. */
function ratesOf({ gateway, peers }: ScenarioFigures, { name }: Server): Rates {
  return peers.find(({ peer }) => peer.name === name)?.rates ?? gateway
}

function goalsOf({ scenario, gateway, peers }: ScenarioFigures): Goal[] {
  // The report shows them; no goal is set for them.
  if (scenario === 'first-requests') return []
  return peers.flatMap(({ peer, rates }) => {
    const title = SCENARIOS[scenario]
    if (peer === REDIS)
      return goal(
        `limits in Redis ÷ in memory: ${title}`,
        ratios(rates.processor, gateway.processor),
        LEAST_OF_MEMORY,
      )
    const found = ratios(gateway.processor, rates.processor)
    return peer.goal === undefined ? [] : goal(`gateway ÷ ${peer.title}: ${title}`, found, peer.goal)
  })
}

function goal(measured: string, found: readonly number[], least: number): Goal {
  return { measure: measured, goal: `≥ ${least} ×`, found: spreadOf(found), met: median(found) >= least }
}

function section({ scenario, gateway, peers, failed }: ScenarioFigures): string {
  const row = (name: string, { wall, processor }: Rates, ratio: string) =>
    [name, spreadOf(wall, 0), spreadOf(processor, 0), ratio] as const
  const rows = [
    row('**the gateway**', gateway, '1'),
    ...peers.map(({ peer, rates }) =>
      row(peer.title, rates, spreadOf(ratios(gateway.processor, rates.processor))),
    ),
  ]
  return `### ${SCENARIOS[scenario]}

${table(['server', 'requests/s', 'requests/s of processor time', 'gateway ÷ it'], rows)}

Failed requests: ${failed}.`
}
