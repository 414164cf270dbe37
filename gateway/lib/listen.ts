// Binds a server to an address.

import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageOf, OperatorError, systemCode } from '../../lib/errors.ts'

/** @throws {OperatorError} `system` if the address can't be used */
export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  server.listen(port, host)
  await once(server, 'listening').catch((cause) => {
    const reason = systemCode(cause) === 'EADDRINUSE' ? 'another program listens there' : messageOf(cause)
    throw new OperatorError('system', `can not listen on ${host}:${port}: ${reason}`, { cause })
  })
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new OperatorError('system', 'the server has no address')
  return address
}
