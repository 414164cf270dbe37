// Binds a server to an address.

import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageOf, OperatorError, systemCode } from '../../lib/errors.ts'

interface ListenOptions {
  host: string
  port: number
  /** The option that names the port, without dashes; for the message. */
  option: string
}

/**
 * Connections that wait until they are accepted; the system may allow fewer (Linux: `net.core.somaxconn`, usually 4,096).
 * With Node's 511, a burst of connections would make others wait for seconds, until their system tries again.
 */
const BACKLOG = 65_535

/** @throws {OperatorError} `system` if the address can't be used */
export async function listen(server: Server, { host, port, option }: ListenOptions): Promise<AddressInfo> {
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening').catch((cause) => {
    const isTaken = systemCode(cause) === 'EADDRINUSE'
    const reason = isTaken
      ? `another program uses the port; choose another with --${option}`
      : messageOf(cause)
    throw new OperatorError('system', `cannot listen on ${host}:${port}: ${reason}`, { cause })
  })
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new OperatorError('system', 'the server has no address')
  return address
}
