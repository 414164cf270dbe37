// Requests with a body: no route takes one.

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import { flood } from '../helpers/flood.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { answersIn, exchange, getRequest, openSocket, received } from './support/raw-socket.ts'

t.setTimeout(SHORT_MS)

const CHUNKED = 'Transfer-Encoding: chunked'
const OPEN = '/beta/openapi.json'

/** The most bytes that a stream reads before it checks for a pause, with some room. */
const ONE_READ = 2 * 64 * 1024

async function start(t: Test) {
  const running = await serveTiny(t)
  const connections: Socket[] = []
  const requests: IncomingMessage[] = []
  running.gateway.server.on('connection', (socket) => connections.push(socket))
  let chunks = 0
  running.gateway.server.prependListener('request', (req) => {
    requests.push(req)
    const { push } = req
    req.push = (chunk, encoding) => {
      if (chunk !== null) chunks += 1
      return push.call(req, chunk, encoding)
    }
  })
  return { ...running, connections, requests, chunks: () => chunks }
}

t.test('a request with a body is answered, and its connection closed', async (t) => {
  const { base, requests } = await start(t)
  for (const [body, expected] of [
    [getRequest(OPEN, ['Content-Length: 2']), 200],
    [`${getRequest(OPEN, ['Content-Length: 2'])}{}`, 200],
    [getRequest(OPEN, ['Content-Length: 1000000000000000']), 200],
    [`${getRequest(OPEN, [CHUNKED])}1\r\na\r\n0\r\n\r\n`, 200],
    [getRequest(OPEN, [CHUNKED]), 200],
    [getRequest('/beta/offers', [CHUNKED]), 401],
    [getRequest('/nothing', ['Content-Length: 2', 'Expect: 100-continue']), 404],
    [`${getRequest('/beta/offers', ['Content-Length: 2']).replace('GET', 'POST')}{}`, 405],
    [getRequest('/beta/offers', ['Content-Length: 2']).replace('GET', 'OPTIONS'), 204],
    [getRequest('/beta/offers', ['Host: y', CHUNKED]), 400],
  ] as const) {
    requests.length = 0
    const answers = await exchange(base, `${body}${getRequest(OPEN)}`)
    t.match(answers, [{ status: expected, headers: { connection: 'close' } }], JSON.stringify(body))
    t.equal(answers.length, 1)
    t.equal(requests.length, 1, 'nothing after it is parsed')
  }
})

t.test('a body of length 0 is no body', async (t) => {
  const { base } = await start(t)
  const last = getRequest(OPEN, ['Connection: close'])
  const answers = await exchange(base, `${getRequest(OPEN, ['Content-Length: 0'])}${last}`)
  t.match(answers, [{ headers: { connection: 'keep-alive' } }, { status: 200 }])
})

t.test('an endless body is not read, and its connection is closed whatever the client does', async (t) => {
  for (const [field, piece] of [
    [CHUNKED, '1\r\na\r\n'.repeat(10_000)],
    [`${CHUNKED}\r\nConnection: upgrade\r\nUpgrade: x`, '1\r\na\r\n'.repeat(10_000)],
    ['Content-Length: 1000000000000000', 'a'.repeat(60_000)],
  ] as const) {
    const { base, connections, chunks } = await start(t)
    const socket = await openSocket(base)
    socket.write(getRequest('/nothing', [field]) + piece)
    flood(socket, piece)
    const bytes = received(socket)
    await once(socket, 'end')
    const [connection] = connections
    const read = Number(connection?.bytesRead)
    t.ok(read <= ONE_READ, `${field}: ${read} bytes are read`)
    t.equal(chunks(), 0, 'and none of the body is parsed')
    if (!connection?.destroyed) await once(connection as Socket, 'close')
    t.equal(connection?.bytesRead, read, 'nor is any later')
    socket.destroy()
    t.match(answersIn(await bytes), [{ status: 404 }])
  }
})

t.test('endless junk is not read after it was refused', async (t) => {
  const { base, connections } = await start(t)
  const socket = await openSocket(base)
  flood(socket, 'junk\r\n'.repeat(10_000))
  const bytes = received(socket)
  await once(socket, 'end')
  const [connection] = connections
  if (!connection?.destroyed) await once(connection as Socket, 'close')
  t.ok(Number(connection?.bytesRead) <= ONE_READ, `${connection?.bytesRead} bytes`)
  socket.destroy()
  t.match(answersIn(await bytes), [{ status: 400 }])
})

t.test('a client that sends all of a long body before it reads gets its whole answer', async (t) => {
  const { base } = await start(t)
  const body = Buffer.alloc(3_000_000, 'x')
  for (let upload = 0; upload < 20; upload++) {
    const sent = request(`${base}/beta/offers`, { method: 'POST', agent: false })
    sent.end(body)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    const text = String(Buffer.concat((await answer?.toArray()) ?? []))
    t.match(JSON.parse(text), { code: 'method_not_allowed' })
  }
})
