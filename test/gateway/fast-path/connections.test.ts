// Undocumented behaviour of Node's connections on which the gateway relies.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { closeWithAnswer, takeNoMore, watchRequests } from '../../../gateway/fast-path/last-request.ts'
import { servedAt } from '../../helpers/listening.ts'
import { openSocket } from '../../hostile/support/raw-socket.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

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

/** A server with watched connections, and a way to connect to it. */
async function served(t: Test) {
  const server = createServer()
  server.on('connection', watchRequests)
  const base = await servedAt(t, server)
  return { server, client: () => openSocket(base) }
}
