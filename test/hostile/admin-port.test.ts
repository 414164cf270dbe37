// The admin port is private, but has the bounds of the main one.

import t, { type Test } from 'tap'
import { MAX_FREE_ANSWERS, MAX_WAITING_REQUESTS } from '../../gateway/connections/limits.ts'
import { silentLog } from '../../gateway/lib/log.ts'
import { openAdminServer } from '../../gateway/operations/admin-server.ts'
import { RequestCounters } from '../../gateway/operations/request-counters.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { sampleOf } from '../helpers/prometheus.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { answersIn, exchange, getRequest, openSocket, received, repeated } from './support/raw-socket.ts'

t.setTimeout(BUSY_MS)

/** A gateway with an admin port. */
async function start(t: Test, host = '127.0.0.1') {
  const { gateway } = await serveTiny(t)
  const admin = await openAdminServer({
    ...{ gateway, counters: new RequestCounters(), clock: () => 0, log: silentLog },
    ...{ host, port: 0 },
  })
  t.teardown(() => admin.close())
  return { admin: `http://127.0.0.1:${admin.address.port}` }
}

t.test('pipelines that the client does not read are closed, and counted', async (t) => {
  const { admin } = await start(t)
  const sockets = await Promise.all(Array.from({ length: 15 }, () => openSocket(admin)))
  const closed = sockets.map((socket) => received(socket))
  for (const socket of sockets) socket.write(getRequest('/livez').repeat(1_000))
  for (const bytes of await Promise.all(closed)) t.ok(answersIn(bytes).length <= MAX_WAITING_REQUESTS + 1)
  const { text } = await call(admin, '/metrics')
  t.equal(sampleOf(text, 'offers_connections_dropped_total{reason="pipeline"}'), sockets.length)
})

t.test('the hundredth answer is the last of a connection, a good one too', async (t) => {
  const { admin } = await start(t)
  for (const [path, status] of [
    ['/nothing', 404],
    ['/metrics', 200],
  ] as const) {
    const answers = await repeated(await openSocket(admin), getRequest(path), MAX_FREE_ANSWERS + 10)
    t.ok(answers.length > 0 && answers.length <= MAX_FREE_ANSWERS, path)
    t.ok(
      answers.every((answer) => answer.status === status),
      path,
    )
  }
})

t.test('a page whose name leads to this machine reads nothing', async (t) => {
  const { admin } = await start(t)
  const port = new URL(admin).port
  const ask = async (field: string, path = '/metrics') => {
    const text = `GET ${path} HTTP/1.1\r\n${field}\r\nConnection: close\r\n\r\n`
    return (await exchange(admin, text)).map(({ status }) => status)
  }
  const own = ['localhost', 'LocalHost', '127.0.0.1', '127.0.0.2', '10.1.2.3', '[::1]', '[2001:db8::1]']
  for (const host of own) {
    for (const text of [host, `${host}:${port}`, `${host}:9`]) t.same(await ask(`Host: ${text}`), [200], text)
  }
  const others = [
    'evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '127.1.evil',
  ]
  for (const host of [...others, '::1', '[127.0.0.1]', '[::1', 'localhost:1:2', '']) {
    for (const path of ['/metrics', '/readyz', '/livez', '/nothing'])
      t.same(await ask(`Host: ${host}`, path), [421], `${host} ${path}`)
  }
  t.same(
    (await exchange(admin, 'GET /livez HTTP/1.0\r\n\r\n')).map(({ status }) => status),
    [200],
    'no browser',
  )
})

t.test('on an address of the network it answers by any name', async (t) => {
  const { admin } = await start(t, '0.0.0.0')
  const text = 'GET /livez HTTP/1.1\r\nHost: gateway-1.internal:18080\r\nConnection: close\r\n\r\n'
  t.match(await exchange(admin, text), [{ status: 200 }])
})

t.test('a request with a body is answered, and its connection closed', async (t) => {
  const { admin } = await start(t)
  for (const field of ['Content-Length: 5', 'Transfer-Encoding: chunked']) {
    const answers = await exchange(admin, getRequest('/livez', [field]))
    t.match(answers, [{ status: 200, headers: { connection: 'close' } }], field)
  }
})

t.test('the loopback of IPv4, written as IPv6, is the loopback', async (t) => {
  const { admin } = await start(t, '::ffff:127.0.0.1')
  const [answer] = await exchange(
    `http://127.0.0.1:${new URL(admin).port}`,
    'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  )
  t.equal(answer?.status, 421)
})
