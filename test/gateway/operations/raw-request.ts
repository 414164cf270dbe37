// Sends raw bytes to a server, for requests that no HTTP client would send.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A connection to a server. */
export async function connectTo(base: string): Promise<Socket> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Sends bytes and returns all bytes that come back until the connection ends. */
export async function rawRequest(base: string, bytes: string): Promise<string> {
  const socket = await connectTo(base)
  socket.write(bytes)
  return text(socket)
}
