// The bound on connections of an address, and the turns of requests that no rate limit bounds.

import { once } from 'node:events'
import type { Socket } from 'node:net'
import t from 'tap'
import { MANY_CONNECTIONS } from '../../../gateway/connections/limits.ts'
import { serveTiny } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { until } from '../../helpers/until.ts'
import { getRequest, lost, openSocket } from '../../hostile/support/raw-socket.ts'

t.test('one connection more than an address may have is closed at once', async (t) => {
  const { base, gateway } = await serveTiny(t, { connections: { maxPerAddress: 3 } })
  const open = [await openSocket(base), await openSocket(base), await openSocket(base)]
  await lost(await openSocket(base))
  t.same(gateway.connections.dropped, { total: 0, address: 1, pipeline: 0, loop: 0, slow: 0, room: 0 })
  open[0]?.destroy()
  await until('there is room again', async () => {
    const answer = await call(base, '/beta/openapi.json').catch(() => undefined)
    return answer?.status === 200
  })
  for (const socket of open) socket.destroy()
})

t.test('an address with many connections has its next ones read later, and answered', async (t) => {
  const { base, gateway } = await serveTiny(t)
  const readLater: boolean[] = []
  gateway.server.on('connection', (socket: Socket) => {
    // Behind what the gateway does then.
    process.nextTick(() => process.nextTick(() => readLater.push(socket.isPaused())))
  })
  const sockets: Socket[] = []
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let count = 0; count < MANY_CONNECTIONS + 2; count++) sockets.push(await openSocket(base))
  await until('all are accepted', () => readLater.length === sockets.length)
  t.same(
    readLater,
    sockets.map((_, index) => index >= MANY_CONNECTIONS),
  )
  for (const socket of sockets.slice(-3)) {
    socket.write(getRequest('/nothing'))
    t.match(String(await once(socket, 'data')), 'HTTP/1.1 404 ')
  }
})

t.test('of requests behind free answers, two are answered in a turn of the event loop', async (t) => {
  const { base, gateway } = await serveTiny(t)
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(base)))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  const askOnAll = () =>
    Promise.all(
      sockets.map((socket) => {
        socket.write(getRequest('/nothing'))
        return once(socket, 'data')
      }),
    )
  await askOnAll()
  let answered = 0
  gateway.server.on('request', (_, res) => res.once('prefinish', () => (answered += 1)))
  const inTurns: number[] = []
  const count = () => {
    inTurns.push(answered)
    answered = 0
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await askOnAll()
  clearImmediate(counting)
  t.equal(Math.max(...inTurns), 2)
  t.equal(
    inTurns.reduce((sum, each) => sum + each, answered),
    sockets.length,
  )
})
