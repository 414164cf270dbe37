// Many requests on one connection before the first is answered.

import { once } from 'node:events'
import t from 'tap'
import { MAX_WAITING_REQUESTS } from '../../gateway/connections/limits.ts'
import { BLOCKED_MS, MAX_OFFENCES } from '../../gateway/connections/offences.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { MINUTE_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'
import { exchange, getRequest, openSocket, received } from './support/raw-socket.ts'

t.setTimeout(MINUTE_MS)

/** Sends many more requests at once than may wait, and reads until the connection is closed. */
async function offend(base: string): Promise<void> {
  const socket = await openSocket(base)
  socket.write(getRequest('/nothing').repeat(3000))
  await received(socket)
}

/** The status of a request on a new connection. */
async function statusOf(base: string, target: string): Promise<number | undefined> {
  const [answer] = await exchange(base, getRequest(target, ['Connection: close']))
  return answer?.status
}

t.test('a connection is closed at one waiting request too many, and later ones are not parsed', async (t) => {
  let now = 1
  const { base, gateway } = await serveTiny(t, { connections: { clock: () => now } })
  let parsed = 0
  gateway.server.prependListener('request', () => {
    parsed += 1
  })
  for (const target of ['/', '/beta/openapi.json', '/nothing', '/beta/offers']) {
    now += BLOCKED_MS + 1
    const before = gateway.connections.dropped.pipeline
    parsed = 0
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(base)))
    const closed = sockets.map((socket) => received(socket))
    for (const socket of sockets) socket.write(getRequest(target).repeat(3000))
    await Promise.all(closed)
    t.equal(gateway.connections.dropped.pipeline, before + sockets.length)
    // One is being answered, the others wait for it, and the next one is too many.
    t.equal(parsed, sockets.length * (MAX_WAITING_REQUESTS + 2), `${target}: parsed`)
  }
})

t.test('an address that offends repeatedly loses its connections, and is refused for a while', async (t) => {
  let now = 1
  const { base, gateway } = await serveTiny(t, { connections: { clock: () => now } })
  const earlier = await openSocket(base)
  earlier.write(getRequest('/nothing'))
  await once(earlier, 'data')
  const other = await openSocket(base, '127.0.0.2')
  t.teardown(() => other.destroy())
  const closed = received(earlier)
  for (let offence = 1; offence < MAX_OFFENCES; offence++) await offend(base)
  t.equal(await statusOf(base, '/nothing'), 404)

  await offend(base)
  await closed
  t.equal(gateway.connections.dropped.pipeline, MAX_OFFENCES + 1, 'an older connection is closed')
  const answers = await exchange(base, getRequest('/nothing').repeat(3))
  t.match(answers, [{ status: 404, headers: { connection: 'close' } }], 'one request is left')
  other.write(getRequest('/nothing'))
  const [bytes] = await once(other, 'data')
  t.match(String(bytes), 'HTTP/1.1 404 ', 'those of other addresses go on')

  now += BLOCKED_MS + 1
  t.equal(await statusOf(base, '/nothing'), 404, 'and then it may come again')
})

t.test('of many connections that offend at once, most are closed before they are read', async (t) => {
  const { base, gateway } = await serveTiny(t)
  let parsed = 0
  gateway.server.prependListener('request', () => {
    parsed += 1
  })
  let accepted = 0
  gateway.server.on('connection', () => {
    accepted += 1
  })
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(base)))
  await until('all are accepted', () => accepted === sockets.length)
  const closed = sockets.map((socket) => received(socket))
  for (const socket of sockets) socket.write(getRequest('/nothing').repeat(2000))
  await Promise.all(closed)
  t.equal(parsed, MAX_OFFENCES * (MAX_WAITING_REQUESTS + 2))
  t.equal(gateway.connections.dropped.pipeline, sockets.length)
})

t.test('a trusted proxy is never refused for an offence of a client', async (t) => {
  const isProxy = (address: string) => address === '127.0.0.1'
  const { base, gateway } = await serveTiny(t, { connections: { isProxy } })
  for (let offence = 0; offence <= MAX_OFFENCES; offence++) await offend(base)
  t.equal(gateway.connections.dropped.pipeline, MAX_OFFENCES + 1)
  t.equal(await statusOf(base, '/nothing'), 404)
})

t.test('a client that pipelines up to the bound gets every answer, in order', async (t) => {
  const { base, gateway } = await serveTiny(t)
  const targets = Array.from({ length: MAX_WAITING_REQUESTS }, (_, index) =>
    index % 3 === 0 ? '/beta/openapi.json' : `/nothing/${index}`,
  )
  const last = getRequest('/beta/openapi.json', ['Connection: close'])
  const answers = await exchange(base, targets.map((target) => getRequest(target)).join('') + last)
  t.same(
    answers.map(({ status }) => status),
    [...targets.map((target) => (target === '/beta/openapi.json' ? 200 : 404)), 200],
  )
  t.equal(gateway.connections.dropped.pipeline, 0)
})

t.test('a client that pipelines and reads may send any number of requests', async (t) => {
  const { base, keys } = await serveTiny(t)
  const fields = [`Authorization: Bearer ${keys.issue('named', 10_000)}`, 'If-None-Match: *']
  const part = getRequest('/beta/offers', fields).repeat(MAX_WAITING_REQUESTS)
  const socket = await openSocket(base)
  t.teardown(() => socket.destroy())
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  for (let sent = 1; sent <= 10; sent++) {
    socket.write(part)
    await until(
      'all are answered',
      () => text.split('HTTP/1.1 304 ').length - 1 === sent * MAX_WAITING_REQUESTS,
    )
  }
})
