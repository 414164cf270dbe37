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
  await untilReady(name, port, probe)
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

async function untilReady(name: string, port: number, probe: BenchRequest): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  let last: unknown = 'nothing was tried'
  while (Date.now() < end) {
    try {
      const { status } = await send(port, probe)
      if (status === 200) return
      last = `status ${status}`
    } catch (error) {
      last = error
    }
    await pause(20)
  }
  throw new Error(`${name} does not answer: ${last}`)
}
