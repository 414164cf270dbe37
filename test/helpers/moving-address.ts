// An address whose server changes, as that of a service or a virtual address does: new connections go to another server,
// those that are open stay where they are.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface MovingAddress {
  readonly port: number
  /** The number of connections so far. */
  readonly connections: number
  /** New connections go to this port of 127.0.0.1. If it is undefined, they are closed. */
  moveTo(port: number | undefined): void
}

export async function movingAddress(t: Test, first: number): Promise<MovingAddress> {
  const sockets = new Set<Socket>()
  let target: number | undefined = first
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    if (target === undefined) return void socket.destroy()
    const other = connect(target, '127.0.0.1')
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(another)
      one.on('error', () => another.destroy())
      one.on('close', () => {
        sockets.delete(one)
        another.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    get connections() {
      return connections
    },
    moveTo: (port) => {
      target = port
    },
  }
}
