// Many requests on one connection before the first is answered.

import { once } from 'node:events'
import t from 'tap'
import { MAX_WAITING_REQUESTS } from '../../gateway/connections/limits.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'
import { exchange, getRequest, openSocket, received } from './support/raw-socket.ts'

t.setTimeout(SHORT_MS)

/** Sends many more requests at once than may wait, and reads until the connection is closed. */
async function offend(base: string): Promise<void> {
  const socket = await openSocket(base)
  socket.write(getRequest('/nothing').repeat(3000))
  await received(socket)
}

t.test('a connection is closed at one waiting request too many', async (t) => {
  const { base, gateway } = await serveTiny(t)
  let taken = 0
  gateway.server.prependListener('request', () => {
    taken += 1
  })
  for (const target of ['/', '/beta/openapi.json', '/nothing', '/beta/offers']) {
    const before = gateway.connections.dropped.pipeline
    taken = 0
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(base)))
    const closed = sockets.map((socket) => received(socket))
    for (const socket of sockets) socket.write(getRequest(target).repeat(3000))
    await Promise.all(closed)
    t.equal(gateway.connections.dropped.pipeline, before + sockets.length)
    t.equal(taken, sockets.length, `${target}: only the first is answered`)
  }
})

t.test('pipelines of a neighbour cost no other connection of their address', async (t) => {
  const { base, gateway } = await serveTiny(t)
  const earlier = await openSocket(base)
  t.teardown(() => earlier.destroy())
  await Promise.all(Array.from({ length: 50 }, () => offend(base)))
  t.equal(gateway.connections.dropped.pipeline, 50)
  earlier.write(getRequest('/nothing'))
  const [bytes] = await once(earlier, 'data')
  t.match(String(bytes), 'HTTP/1.1 404 ', 'an older one')
  t.equal((await exchange(base, getRequest('/nothing', ['Connection: close'])))[0]?.status, 404, 'a new one')
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
