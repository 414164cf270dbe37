// Servers under test: started on their core, measured, stopped.

import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { IssuedKeys } from '../setup/catalogue.ts'
import { type Command, LOAD_CORE, pinned, program, SERVER_CORE, start, stop } from '../setup/programs.ts'
import { type Length, type LoadResult, load, type PreparedRequests } from './load.ts'
import { type BenchRequest, send } from './request.ts'

/** How long a server may take until it answers, and the pause between two probes. */
const START_TIMEOUT_MS = 60_000
const PROBE_PAUSE_MS = 20

export interface Server {
  name: string
  port: number
  core: number
  process: ChildProcess
  stop(): Promise<void>
}

export interface ServerPlan {
  name: string
  command: (port: number) => Command
  env?: NodeJS.ProcessEnv
  core?: number
  /** A request that it answers with 200 once it is ready. */
  probe: BenchRequest
}

/**
 * Starts a server on a free port, and waits until it answers its probe.
 * @throws {Error} if it does not within `START_TIMEOUT_MS`; that a server has ended is not noticed sooner
 */
export async function startServer(plan: ServerPlan): Promise<Server> {
  const { name, command, env, probe, core = SERVER_CORE } = plan
  const port = await freePort()
  const process = start(name, pinned(core, command(port)), env)
  const end = Date.now() + START_TIMEOUT_MS
  while (true) {
    const answer = await send(port, probe).catch(() => undefined)
    if (answer?.status === 200) return { name, port, core, process, stop: () => stop(process) }
    if (Date.now() > end) throw new Error(`${name} does not answer: ${answer?.status}`)
    await pause(PROBE_PAUSE_MS)
  }
}

/** A port that no program uses at the time. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

export interface GatewayOptions {
  /** The folder that the build wrote. */
  folder: string
  keys: IssuedKeys
  name?: string
  /** Where requests are counted: `memory`, which is the default, or the address of a Redis. */
  limits?: string
  /** The bound of the heap; Node's own if left out. */
  maxHeapMegabytes?: number
  core?: number
  /** The path of another bundle of the gateway. */
  program?: string
}

/** The gateway under test. */
export function startGateway(options: GatewayOptions): Promise<Server> {
  const { folder, keys, name = 'gateway', limits = 'memory', maxHeapMegabytes, core } = options
  const path = options.program ?? program('gateway')
  const heap = maxHeapMegabytes === undefined ? [] : [`--max-old-space-size=${maxHeapMegabytes}`]
  const serve = ['serve', '--public', folder, '--keys', keys.file, '--limits', limits, '--log-level', 'warn']
  return startServer({
    name,
    ...(core === undefined ? {} : { core }),
    command: (port) => [process.execPath, ...heap, path, ...serve, '--port', String(port)],
    // Every release has this page.
    probe: { target: '/beta/offers?limit=25&offset=0', key: keys.keys[0] ?? '' },
  })
}

/**
 * A Redis that writes nothing to the disk. It shares a core with the load, so that the gateway has its own. Nothing waits
 * for it: a gateway that starts sooner connects again until it answers.
 */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const command = ['redis-server', '--port', String(port), '--save', '', '--appendonly', 'no'] as const
  const child = start('redis', pinned(LOAD_CORE, command))
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(child) }
}

export interface Measurement extends LoadResult {
  /** User and system time of the server. */
  processorSeconds: number
  /** Requests per second of it. */
  requestsPerProcessorSecond: number
}

/** Measures a server under all the load that it can take, which comes from the other core. */
export async function measure(
  { port, core, process }: Server,
  requests: PreparedRequests,
  length: Length,
): Promise<Measurement> {
  const before = processorTime(process)
  const result = await load(port, requests, length, core === LOAD_CORE ? SERVER_CORE : LOAD_CORE)
  const processorSeconds = processorTime(process) - before
  return { ...result, processorSeconds, requestsPerProcessorSecond: result.requests / processorSeconds }
}

// The unit of /proc on every Linux, whatever the kernel counts in.
const TICKS_PER_SECOND = 100

/** User and system time in seconds. */
function processorTime({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The program's name, in parentheses, can hold anything; the two times are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
