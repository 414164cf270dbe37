// Fixed ports for servers that are restarted, or named in a configuration.

import { once } from 'node:events'
import { createServer } from 'node:net'

// These ports are below those of outgoing connections, one of which could take the port before the server does.
const LOWEST = 10_240
const HIGHEST = 32_767

const given = new Set<number>()

/** A free port of 127.0.0.1, a different one each time. */
export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
  if (given.has(port) || !(await isFree(port))) return freePort()
  given.add(port)
  return port
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return listens
}
