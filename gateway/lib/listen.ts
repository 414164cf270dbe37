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

/** @throws {OperatorError} `system` if the address can't be used */
export async function listen(server: Server, { host, port, option }: ListenOptions): Promise<AddressInfo> {
  server.listen(port, host)
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
