// A server of a test, on a port that the system chooses.

import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import type { Test } from 'tap'

/** Lets a server listen on 127.0.0.1 until the end of the test; returns its port. */
export async function listening(t: Test, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    if (server instanceof HttpServer) server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Lets a server listen on 127.0.0.1 until the end of the test; returns its address. */
export async function servedAt(t: Test, server: Server): Promise<string> {
  return `http://127.0.0.1:${await listening(t, server)}`
}
