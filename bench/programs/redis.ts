// A Redis server for gateways that count there: on a free port, keeping nothing.

import { connect } from 'node:net'
import { isInstalled, LOAD_CORE, pinned, start, stop } from './run.ts'
import { freePort, untilReady } from './server.ts'

export const hasRedis = isInstalled('redis-server')

export interface Redis {
  url: string
  stop(): Promise<void>
}

/** Shares a core with the load, so that the gateway has its own. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  const command = ['redis-server', '--port', String(port), '--save', '', '--appendonly', 'no'] as const
  const child = start('redis', pinned(LOAD_CORE, command))
  await untilReady('redis-server', () => connected(port))
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(child) }
}

function connected(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    }).on('error', reject)
  })
}
