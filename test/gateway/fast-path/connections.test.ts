// What the gateway relies on in Node's connections, and has no documented way for.

import { on, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { at } from '../../../lib/lists.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

t.test('this Node keeps the answer under way on its socket, until it is sent', async (t) => {
  const { client, socket, response } = await ask(t, REQUEST)
  t.equal(messageOf(socket), response)
  response.end('late')
  await once(response, 'close')
  t.equal(messageOf(socket), null)
  client.destroy()
})

t.test('of pipelined requests it keeps the answer that is due, then the next', async (t) => {
  const { client, socket, response, answers } = await ask(t, REQUEST.repeat(2))
  t.equal(messageOf(socket), response)
  response.end()
  await once(response, 'close')
  t.equal(messageOf(socket), at(answers, 1))
  client.destroy()
})

for (const httpAllowHalfOpen of [true, false]) {
  const title = httpAllowHalfOpen
    ? 'a server that allows half-open connections answers a client that has said all'
    : 'any other server does not'
  t.test(title, async (t) => {
    const { client, socket, response } = await ask(t, REQUEST, { httpAllowHalfOpen })
    const ended = once(socket, 'end')
    client.end()
    await ended
    const received = text(client)
    // What Node does about the end it does in the same turn.
    setImmediate(() => response.end('late'))
    t.equal((await received).endsWith('late'), httpAllowHalfOpen)
  })
}

interface Asked {
  client: Socket
  /** The server's side of the connection. */
  socket: Socket
  /** The first answer, which has yet to be given. */
  response: ServerResponse
  /** As many as requests were sent. */
  answers: readonly ServerResponse[]
}

/** Sends requests to a server that answers none of them by itself. */
async function ask(t: Test, bytes: string, options = {}): Promise<Asked> {
  const answers: ServerResponse[] = []
  const server = Object.assign(createServer(), options)
  t.teardown(() => server.close())
  const requests = on(server, 'request')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.write(bytes)
  for await (const [, answer] of requests) {
    if (answers.push(answer) === bytes.split('GET ').length - 1) break
  }
  const response = at(answers, 0)
  return { client, socket: response.req.socket, response, answers }
}

function messageOf(socket: Socket): unknown {
  return '_httpMessage' in socket ? socket._httpMessage : undefined
}
