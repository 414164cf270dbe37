// Ends a server without breaking an answer.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Between two looks for connections that have become idle, in milliseconds. */
const SWEEP_MS = 50

/** Closes the server; after `limitMs` milliseconds it cuts what is left, and returns true. */
export type CloseServer = (limitMs: number) => Promise<boolean>

/** Prepares a server, before it listens, for its end. */
export function closeGently(server: Server): CloseServer {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async (limitMs) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Node takes a connection that never said a word for one whose request is about to arrive.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    // Node closes idle connections once; those that are busy now fall idle later.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    let cut = false
    const limit = setTimeout(() => {
      cut = true
      server.closeAllConnections()
    }, limitMs)
    await closed
    clearInterval(sweep)
    clearTimeout(limit)
    return cut
  }
}
