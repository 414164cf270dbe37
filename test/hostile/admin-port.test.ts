// The admin port is private, but has the bounds of the main one.

import t, { type Test } from 'tap'
import { MAX_FREE_ANSWERS, MAX_WAITING_REQUESTS } from '../../gateway/connections/limits.ts'
import { MAX_OFFENCES } from '../../gateway/connections/offences.ts'
import { silentLog } from '../../gateway/lib/log.ts'
import { openAdminServer } from '../../gateway/operations/admin-server.ts'
import { RequestCounters } from '../../gateway/operations/request-counters.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { sampleOf } from '../helpers/prometheus.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { answersIn, exchange, getRequest, openSocket, received, repeated } from './support/raw-socket.ts'

t.setTimeout(BUSY_MS)

/** A gateway with an admin port, which trusts the given address as a proxy. */
async function start(t: Test, proxy?: string) {
  const { gateway, base } = await serveTiny(t)
  const admin = await openAdminServer({
    ...{ gateway, counters: new RequestCounters(), clock: () => 0, log: silentLog },
    ...{ host: '127.0.0.1', port: 0 },
    connections: { isProxy: (address) => address === proxy },
  })
  t.teardown(() => admin.close())
  const adminBase = `http://127.0.0.1:${admin.address.port}`
  const dropped = async (reason: string) =>
    sampleOf((await call(adminBase, '/metrics')).text, `offers_connections_dropped_total{reason="${reason}"}`)
  return { base, admin: adminBase, dropped }
}

t.test(
  'pipelines that the client does not read are closed, and their address is refused on this port only',
  async (t) => {
    const { base, admin } = await start(t)
    const sockets = await Promise.all(Array.from({ length: MAX_OFFENCES + 5 }, () => openSocket(admin)))
    const closed = sockets.map((socket) => received(socket))
    for (const socket of sockets) socket.write(getRequest('/metrics').repeat(1_000))
    for (const bytes of await Promise.all(closed)) t.ok(answersIn(bytes).length <= MAX_WAITING_REQUESTS + 1)
    t.equal((await exchange(admin, getRequest('/livez').repeat(3))).length, 1)
    t.equal((await call(base, '/beta/openapi.json')).status, 200)
  },
)

t.test('connections that are closed there are counted', async (t) => {
  const { admin, dropped } = await start(t, '127.0.0.1')
  const socket = await openSocket(admin)
  const closed = received(socket)
  socket.write(getRequest('/livez').repeat(1_000))
  await closed
  t.equal(await dropped('pipeline'), 1)
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

t.test('a request with a body is answered, and its connection closed', async (t) => {
  const { admin } = await start(t)
  for (const field of ['Content-Length: 5', 'Transfer-Encoding: chunked']) {
    const answers = await exchange(admin, getRequest('/livez', [field]))
    t.match(answers, [{ status: 200, headers: { connection: 'close' } }], field)
  }
})
