// Undocumented behaviour of Node's connections on which the gateway relies.

import { on, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { closeWithAnswer, takeNoMore, watchRequests } from '../../../gateway/connections/last-request.ts'
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

t.test('with pipelined requests it keeps the answer that is due, then the next', async (t) => {
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
    // Node handles the end in the same turn.
    setImmediate(() => response.end('late'))
    t.equal((await received).endsWith('late'), httpAllowHalfOpen)
  })
}

t.test('this Node has its parser on the socket, where it can be stopped', async (t) => {
  const { server, client } = await served(t)
  const requests: string[] = []
  const errors: Error[] = []
  server.on('clientError', (error) => errors.push(error))
  server.on('request', ({ url, socket }) => {
    requests.push(String(url))
    if (url === '/last') takeNoMore(socket)
  })
  const first = await client()
  first.write(
    `GET /first HTTP/1.1\r\nHost: x\r\n\r\n${REQUEST.replace('/', '/last')}${REQUEST.repeat(9)}junk`,
  )
  const [{ socket }] = await once(server, 'request')
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
  t.same(requests, ['/first', '/last'], 'nothing after the last one is parsed')
  // Parsers are used again.
  const second = await client()
  second.write(REQUEST)
  await once(server, 'request')
  t.same(requests, ['/first', '/last', '/'], 'and another connection is parsed as usual')
  t.same(errors, [])
  second.destroy()
})

t.test('no byte of a body is parsed or read after the head of the last request', async (t) => {
  const { server, client } = await served(t)
  let chunks = 0
  server.on('request', (req, res) => {
    req.push = (chunk) => {
      if (chunk !== null) chunks += 1
      return true
    }
    closeWithAnswer(req.socket, res)
    res.end('answered')
  })
  const socket = await client()
  const connected = once(server, 'request')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n')
  const [{ socket: connection }] = await connected
  const before = connection.bytesRead
  const closed = once(connection, 'close')
  for (let piece = 0; piece < 10; piece++) socket.write('1\r\na\r\n')
  t.match(await text(socket), 'answered')
  t.equal(connection.destroyed, false, 'this Node closes with the method that was replaced')
  await closed
  t.same([chunks, connection.bytesRead], [0, before])
})

/** A server with watched connections, which closes with the test, and a way to connect to it. */
async function served(t: Test, options = {}) {
  const server = Object.assign(createServer(), options)
  t.teardown(() => server.close())
  server.on('connection', watchRequests)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    await once(socket, 'connect')
    return socket
  }
  return { server, client }
}

interface Asked {
  client: Socket
  /** The server's side of the connection. */
  socket: Socket
  /** The first answer, not given yet. */
  response: ServerResponse
  /** As many as requests were sent. */
  answers: readonly ServerResponse[]
}

/** Sends requests to a server that does not answer them. */
async function ask(t: Test, bytes: string, options = {}): Promise<Asked> {
  const answers: ServerResponse[] = []
  const { server, client: connected } = await served(t, options)
  const requests = on(server, 'request')
  const client = await connected()
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
