// A request as bytes, and the status of its answer.

import { once } from 'node:events'
import { connect } from 'node:net'

/** @param request with the empty line at its end */
export async function statusOf(port: number, request: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    socket.write(request)
    const [bytes] = await once(socket, 'data')
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(String(bytes))?.[1])
  } finally {
    socket.destroy()
  }
}
