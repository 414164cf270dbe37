// Undocumented behaviour of Node's connections on which the gateway relies.

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { closeWithAnswer, takeInOrder, takeNoMore } from '../../../gateway/fast-path/take-requests.ts'
import { servedAt } from '../../helpers/listening.ts'
import { until } from '../../helpers/until.ts'
import { openSocket } from '../../hostile/support/raw-socket.ts'

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`

t.test('this Node has its parser on the socket, where it can be stopped', async (t) => {
  const waited: string[] = []
  const { server, client } = await served(t, ({ url, socket }) => {
    waited.push(String(url))
    if (url === '/last') takeNoMore(socket)
  })
  const requests: string[] = []
  const errors: Error[] = []
  server.on('clientError', (error) => errors.push(error))
  server.on('request', ({ url }) => requests.push(String(url)))
  const first = await client()
  first.write(`${get('/first')}${get('/next')}${get('/last')}${get('/').repeat(9)}junk`)
  const [{ socket }] = await once(server, 'request')
  t.same(waited, ['/next', '/last'], 'nothing after the last one is parsed')
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
  t.same(requests, ['/first'], 'those that wait are not taken when the connection is closed')
  // Parsers are used again.
  const second = await client()
  second.write(get('/'))
  await once(server, 'request')
  t.same(requests, ['/first', '/'], 'and another connection is parsed as usual')
  t.same(errors, [])
  second.destroy()
})

t.test('pipelined requests are taken one after the other', async (t) => {
  const waited: number[] = []
  const { server, client } = await served(t, (_req, waiting) => waited.push(waiting))
  const answers: ServerResponse[] = []
  server.on('request', (_req, res) => answers.push(res))
  const socket = await client()
  const all = text(socket)
  // Nothing listens for upgrades here, so a request for one is an ordinary request.
  const upgrade = get('/3', 'Connection: upgrade\r\nUpgrade: x\r\n')
  socket.write(get('/1') + get('/2') + upgrade)
  for (let taken = 1; taken <= 3; taken++) {
    await until('the next one is taken', () => answers.length === taken)
    await turnOfTheLoop()
    t.equal(answers.length, taken, 'only one')
    answers.at(-1)?.end(`answer ${taken}`)
  }
  await until('the last one is answered', () => answers.at(-1)?.writableFinished === true)
  socket.end()
  t.same((await all).match(/answer \d/g), ['answer 1', 'answer 2', 'answer 3'])
  t.same(waited, [1, 2])
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
async function served(t: Test, onWait: Parameters<typeof takeInOrder>[1] = () => {}) {
  const server = createServer()
  server.on('connection', (socket: Socket) => takeInOrder(socket, onWait))
  const base = await servedAt(t, server)
  return { server, client: () => openSocket(base) }
}
