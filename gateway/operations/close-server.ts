// Ends a server without breaking an answer.

import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Milliseconds between two searches for idle connections. */
const SWEEP_MS = 50

/** Closes the server. Cuts connections that are left after `limitMs` milliseconds, and then returns true. */
export type CloseServer = (limitMs: number) => Promise<boolean>

/** Call it before the server listens: it has to see every connection. */
export function closeGently(server: Server): CloseServer {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async (limitMs) => {
    // Not by `server.close()` yet, which also ends Node's search for heads that take too long: see the end.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    // Node would wait for the request of a connection that has sent nothing.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    // Node closes idle connections once; busy ones become idle later.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    let isCut = false
    const limit = setTimeout(() => {
      isCut = true
      server.closeAllConnections()
    }, limitMs)
    await closed
    // Ends that search.
    server.close()
    clearInterval(sweep)
    clearTimeout(limit)
    return isCut
  }
}
