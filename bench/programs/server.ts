// A server under test: started on its core, ready when it answers, stopped.

import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchRequest, send } from '../load/request.ts'
import { type Command, pinned, SERVER_CORE, start, stop } from './run.ts'

const TIMEOUT_MS = 60_000

export interface Server {
  name: string
  port: number
  process: ChildProcess
  stop(): Promise<void>
}

export interface ServerPlan {
  name: string
  command: (port: number) => Command
  env?: NodeJS.ProcessEnv
  /** A request that it answers with 200 once it is ready. */
  probe: BenchRequest
}

export async function startServer({ name, command, env, probe }: ServerPlan): Promise<Server> {
  const port = await freePort()
  const process = start(name, pinned(SERVER_CORE, command(port)), env)
  await untilReady(name, async () => {
    const { status } = await send(port, probe)
    if (status !== 200) throw new Error(`status ${status}`)
  })
  return { name, port, process, stop: () => stop(process) }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Tries again and again, until `attempt` does not fail. */
export async function untilReady(name: string, attempt: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; ; await pause(20)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > end) throw new Error(`${name} does not answer: ${error}`)
    }
  }
}
