// Answers of the server itself, before any step sees a request.

import { once } from 'node:events'
import t from 'tap'
import { serveTiny } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { getRequest, lost, openSocket } from '../../hostile/support/raw-socket.ts'

t.test('address and headers may have 16 kB together', async (t) => {
  const { base } = await serveTiny(t)
  const sized = (size: number) =>
    call(base, '/beta/openapi.json', { headers: { 'X-Filler': 'x'.repeat(size) } })
  t.equal((await sized(15 * 1024)).status, 200)
  t.match(await sized(17 * 1024), { status: 431, json: { code: 'request_header_too_large' } })
})

t.test('an unknown expectation is ignored', async (t) => {
  const { base } = await serveTiny(t)
  t.equal((await call(base, '/beta/openapi.json', { headers: { Expect: 'a-miracle' } })).status, 200)
})

t.test('time-outs are short, but for idle connections', async (t) => {
  const { gateway } = await serveTiny(t)
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } = gateway.server
  t.match(
    { headersTimeout, requestTimeout, keepAliveTimeout, timeout },
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 0, timeout: 65_000 },
  )
  t.ok(maxConnections > 10_000)
})

t.test('an idle connection of a trusted proxy outlasts the balancers that keep one longest', async (t) => {
  const idle = async (isProxy: boolean) => {
    const { base, gateway } = await serveTiny(t, { connections: { isProxy: () => isProxy } })
    const accepted = once(gateway.server, 'connection')
    const client = await openSocket(base)
    const [socket] = await accepted
    client.write(getRequest('/beta/openapi.json'))
    await once(client, 'data')
    return { client, socket }
  }
  const proxy = await idle(true)
  t.equal(proxy.socket.timeout, 620_000, 'also after an answer')
  const other = await idle(false)
  t.equal(other.socket.timeout, 65_000)
  for (const { client, socket } of [proxy, other]) {
    const closed = lost(client)
    // Its time is up.
    socket.emit('timeout')
    await closed
  }
})
