// What each shortcut of the gateway brings, on this version of Node: all variants that `variants.mjs` made run at once, and
// are used in short turns. Prints the rows of gateway/fast-path/README.md. In some three quiet minutes:
//
//   npm run shortcuts --workspace bench

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
// @ts-expect-error: the package has no types
import autocannon from 'autocannon'
import { type BenchRequest, fieldsOf, requestsInTurn, send } from '../load/request.ts'
import { type Server, startGateway } from '../load/servers.ts'
import { median, rotated, spreadOf, table } from '../report/figures.ts'
import { issueKeys, pageTargets, release } from '../setup/catalogue.ts'
import { WORK } from '../setup/programs.ts'

const OFFERS = 2_000
const PAGES = 200
const CONNECTIONS = 16
const REQUESTS_IN_TURN = 640
const ROUNDS = 14
/** Then all servers are idle: V8 collects garbage. */
const IDLE_MS = 35_000
const ROUNDS_AFTER_IDLE = 4
/** Before anything counts. */
const WARM_UP_ROUNDS = 2

const folder = join(WORK, 'shortcuts')
const names = readdirSync(folder).map((file) => file.replace(/\.mjs$/, ''))
const keys = issueKeys()
const publicFolder = await release(OFFERS)
const pages = await pageTargets(publicFolder, PAGES)
const servers: Server[] = []
for (const name of names) {
  const program = join(folder, `${name}.mjs`)
  servers.push(await startGateway({ folder: publicFolder, keys, name, program }))
}
try {
  const scenarios = await prepareScenarios()
  await measureRounds(scenarios, WARM_UP_ROUNDS)
  const busy = await measureRounds(scenarios, ROUNDS)
  await pause(IDLE_MS)
  const afterIdle = await measureRounds(scenarios, ROUNDS_AFTER_IDLE)
  const rows = names
    .filter((name) => name !== 'gateway')
    .map((name) => [name, spreadOf(busy.get(name) ?? []), spreadOf(afterIdle.get(name) ?? [])])
  process.stdout.write(
    `\nNode ${process.version}, of the gateway as it is\n\n${table(['Without', 'busy', 'after half a minute without a request'], rows)}\n`,
  )
} finally {
  for (const server of servers) await server.stop()
}

/** Every key with some of the pages; for a 304 with the tags that all servers give. */
async function prepareScenarios(): Promise<BenchRequest[][]> {
  const turns = pages.flatMap((_, index) => keys.busy[index % keys.busy.length] ?? [])
  const [plain, gzip] = [requestsInTurn(pages, turns, false), requestsInTurn(pages, turns, true)]
  const tagged: BenchRequest[] = []
  for (const request of plain) {
    const { headers } = await send(servers[0]?.port ?? 0, request)
    tagged.push({ ...request, ifNoneMatch: String(headers.etag) })
  }
  return [plain, gzip, tagged]
}

/** The rate of each server ÷ that of the gateway as it is: of each round, the median of the scenarios. */
async function measureRounds(scenarios: BenchRequest[][], rounds: number): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const ofRound = new Map<string, number[]>(names.map((name) => [name, []]))
    for (const requests of scenarios) {
      const seconds = new Map<string, number>()
      for (const server of rotated(servers, round))
        seconds.set(server.name, await processorTimeOf(server, requests))
      const asItIs = seconds.get('gateway') ?? Number.NaN
      for (const [name, each] of seconds) ofRound.get(name)?.push(asItIs / each)
    }
    for (const [name, each] of ofRound) found.get(name)?.push(median(each))
  }
  return found
}

async function processorTimeOf(server: Server, requests: BenchRequest[]): Promise<number> {
  const before = nanoseconds(server)
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections: CONNECTIONS,
    amount: REQUESTS_IN_TURN,
    requests: requests.map((request) => ({ path: request.target, headers: fieldsOf(request) })),
  })
  if (result.errors > 0 || result['4xx'] + result['5xx'] > 0)
    throw new Error(`${server.name} refuses requests`)
  return nanoseconds(server) - before
}

/** Of all threads of a server so far. */
function nanoseconds({ process: { pid } }: Server): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const each = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]),
  )
  return each.reduce((total, one) => total + one, 0)
}
