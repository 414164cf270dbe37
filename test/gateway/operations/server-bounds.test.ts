// Answers of the server itself, before any step sees a request.

import t from 'tap'
import { serveTiny } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'

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

t.test(
  'time-outs are longer than those of a balancer if it must close first, and short otherwise',
  async (t) => {
    const { gateway } = await serveTiny(t)
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } = gateway.server
    t.match(
      { headersTimeout, requestTimeout, keepAliveTimeout, timeout },
      { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 0, timeout: 65_000 },
    )
    t.ok(maxConnections > 10_000)
  },
)
