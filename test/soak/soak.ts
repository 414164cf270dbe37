// Hours of real use: two gateways, one with a folder and a key file, one behind nginx as origin with Redis; releases
// that follow each other, dependencies that fail, and strangers, one kind at a time and
// all together. `make soak MINUTES=60` runs it and prints the results.

import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { startChild } from '../helpers/child-processes.ts'
import { addKeys } from '../helpers/issue-keys.ts'
import { startOrigin } from '../helpers/origin.ts'
import { bundle, runProgram, type ServingGateway, serveGateway } from '../helpers/processes.ts'
import { startRedis } from '../helpers/redis.ts'
import { goodClients, type Waited, type Watch } from './good-clients.ts'
import { STRANGERS } from './strangers.ts'

const MINUTES = Number(process.env.MINUTES ?? 60)
const OFFERS = 5_000
const CLIENTS = 12
/** Enough for 500 snapshots at a time. */
const STRANGERS_KEYS = 50
const MAX_MEGABYTES = 300
const MAX_SLOWER = 5
/** With strangers no good client waits this much longer for a page than the longest time in quiet. */
const MAX_LONGER_MS = 2_500
/** A snapshot that shares the machine with 500 others. */
const MAX_SNAPSHOT_MS = 10_000
/** A dependency is down for this long, and slightly longer until the gateways notice that it is back. */
const OUTAGE_MS = 10_000
const RECOVERY_MS = 8_000
/** The bound that Node sets itself under the `MemoryMax=1G` of the unit. */
const AS_IN_THE_UNIT = ['--max-old-space-size=512']
const WARM_UP_MS = 30_000
const UNAVAILABLE = [502, 503, 504]
const ALL_OF_THEM = 'all of them'
const KINDS = Object.keys(STRANGERS)
const WITH_STRANGERS = [...KINDS, ALL_OF_THEM]

t.setTimeout((MINUTES + 10) * 60_000)

interface Gateway {
  name: string
  serving: ServingGateway
  watch: Watch
  port: number
  store: string
  /** Resident memory, once a second. */
  megabytes: number[]
}

interface Phase {
  name: string
  /** How long good clients waited, by gateway. */
  waits: Record<string, Waits>
}

/** In milliseconds; the first two are those of pages. */
interface Waits {
  median: number
  longest: number
  longestSnapshot: number
  requests: number
}

function waitsIn({ pages, snapshots }: Waited): Waits {
  const sorted = pages.toSorted((a, b) => a - b)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    longest: sorted.at(-1) ?? 0,
    longestSnapshot: Math.max(0, ...snapshots),
    requests: pages.length + snapshots.length,
  }
}

t.test(`${MINUTES} minutes of use and misuse`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'offers-soak-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const out = join(folder, 'public-out')
  let day = 0
  const buildNext = async () => {
    const source = join(folder, `source-${day}`)
    const options = { offers: OFFERS, seed: 7, day, out: source }
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`])
    await runProgram('generate', words)
    const built = await runProgram('build', ['run', '--source', source, '--out', out])
    if (built.code !== 0) throw new Error(built.stderr)
    await runProgram('build', ['prune', '--out', out, '--keep', '3', '--grace', '2'])
    rmSync(source, { recursive: true })
    day += 1
  }
  await buildNext()

  const redis = await startRedis(t, folder)
  const origin = await startOrigin(t, out)
  /** Statuses that a gateway may answer with while a dependency is down. */
  let excused: number[] = []
  const open = async (name: string, store: string, args: string[]): Promise<Gateway> => {
    const keys = await issue(store, CLIENTS)
    const words = ['--keys', store, ...args]
    const serving = await serveGateway(t, words, bundle('gateway'), AS_IN_THE_UNIT)
    const port = Number(new URL(serving.base).port)
    const depends = store === redis.url
    const watch = goodClients({ port, keys, excused: () => (depends ? excused : []) })
    return { name, serving, port, store, watch, megabytes: [] }
  }
  const gateways = [
    await open('folder', join(folder, 'keys.ndjson'), ['--public', out]),
    await open('origin and Redis', redis.url, ['--origin', origin.url, '--limits', redis.url]),
  ]
  const measuring = setInterval(() => {
    for (const { serving, megabytes } of gateways) megabytes.push(residentMegabytes(serving.process.pid ?? 0))
  }, 1_000)
  t.teardown(() => clearInterval(measuring))

  const totalMs = MINUTES * 60_000
  const phases: Phase[] = []
  const during = async (
    name: string,
    share: number,
    what: (until: number) => Promise<void> | void = () => {},
    measured = gateways,
  ) => {
    const known = phases.find((each) => each.name === name)
    const phase = known ?? { name, waits: {} }
    if (!known) phases.push(phase)
    for (const { watch } of gateways) watch.take()
    const until = Date.now() + totalMs * share
    await what(until)
    if (Date.now() < until) await sleep(until - Date.now())
    for (const { name, watch } of measured) phase.waits[name] = waitsIn(watch.take())
  }
  const withCrowds = async (name: string, share: number, kinds: readonly string[]) => {
    // One gateway after the other: both together would share two processors with all their clients.
    for (const gateway of gateways) {
      const keys = strangersKeys.get(gateway.store) ?? []
      const present = kinds.map((kind) => ({ name: kind, child: come(kind, gateway, keys) }))
      await during(name, share / gateways.length, () => {}, [gateway])
      for (const { name, child } of present) {
        const ended = child.exitCode ?? child.signalCode
        if (ended !== null) gone.push(`${name}: ended with ${ended}`)
        child.kill('SIGKILL')
      }
      await sleep(1_000)
    }
  }
  /** Crowds that ended by themselves: what was measured without them shows nothing. */
  const gone: string[] = []
  const strangersKeys = new Map<string, string[]>()
  for (const { store } of gateways) strangersKeys.set(store, await issue(store, STRANGERS_KEYS))

  // A program that has just started is slow for other reasons.
  await sleep(WARM_UP_MS)
  await during('quiet', 0.08)
  await during('new releases', 0.09, async (until) => {
    for (let swap = 0; swap < 2 || (swap < MINUTES / 10 && Date.now() < until); swap++) {
      await buildNext()
      await sleep(3_000)
    }
  })
  for (const kind of KINDS) await withCrowds(kind, 0.45 / KINDS.length, [kind])
  await withCrowds(ALL_OF_THEM, 0.12, KINDS)
  for (const [name, server] of Object.entries({ 'Redis away': redis, 'origin away': origin.nginx })) {
    await during(name, 0.04, async () => {
      excused = UNAVAILABLE
      await server.stop()
      await sleep(OUTAGE_MS)
      await server.start()
      await sleep(RECOVERY_MS)
      excused = []
    })
  }
  await during('quiet again', 0.08, buildNext)
  for (const { watch } of gateways) watch.stop()

  t.same(gone, [], 'every crowd stays to its end')
  for (const { name, watch, megabytes, serving } of gateways) {
    t.equal(serving.process.exitCode ?? serving.process.signalCode, null, `${name}: it still runs`)
    t.same([...watch.failures], [], `${name}: no request failed but those that were to fail`)
    t.ok(Math.max(...megabytes) <= MAX_MEGABYTES, `${name}: ${Math.max(...megabytes)} MB at most`)
    t.comment(`${name}: ${megabytes.at(-1)} MB at the end`)
    for (const line of new Set(serving.log().match(/"level":"(?:warn|error)".*/g)))
      t.comment(`${name}: ${line}`)
    const calm = phases[0]?.waits[name]
    if (!calm) throw new Error(`${name}: was never measured`)
    for (const { name: phase, waits } of phases) {
      const { median = 0, longest = 0, longestSnapshot = 0, requests = 0 } = waits[name] ?? {}
      const slower = median / calm.median
      const found =
        `${name}: ${phase}: ${requests} requests, ${slower.toFixed(1)} × the wait of a quiet hour, ` +
        `${longest.toFixed(0)} ms at most, ${longestSnapshot.toFixed(0)} ms for a snapshot`
      t.ok(requests > 0 && slower <= MAX_SLOWER, found)
      if (!WITH_STRANGERS.includes(phase)) continue
      t.ok(longest <= calm.longest + MAX_LONGER_MS && longestSnapshot <= MAX_SNAPSHOT_MS, found)
    }
  }
})

/** Starts a crowd in a separate process. */
function come(name: string, { port }: Gateway, keys: readonly string[]): ChildProcess {
  const script = fileURLToPath(new URL('./strangers.ts', import.meta.url))
  const words = [...process.execArgv, script, name, String(port), ...keys]
  const child = startChild(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  // Real ones have their own machines, so these only get the remaining processor time.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}

async function issue(store: string, count: number): Promise<string[]> {
  return (await addKeys(store, count, 'named')).map(({ key }) => key)
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
