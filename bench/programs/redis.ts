// A Redis server for gateways that count there: on a free port, keeping nothing.

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled, LOAD_CORE, pinned, start, stop } from './run.ts'
import { freePort } from './server.ts'

const TIMEOUT_MS = 10_000

export const hasRedis = isInstalled('redis-server')

export interface Redis {
  url: string
  pid: number | undefined
  stop(): Promise<void>
}

/** Shares a core with the load, so that the gateway has its own. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  const command = ['redis-server', '--port', String(port), '--save', '', '--appendonly', 'no'] as const
  const child = start('redis', pinned(LOAD_CORE, command))
  for (const end = Date.now() + TIMEOUT_MS; !(await listens(port)); await pause(20)) {
    if (Date.now() > end) throw new Error('redis-server does not listen')
  }
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid, stop: () => stop(child) }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
