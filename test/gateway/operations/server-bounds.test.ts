// Answers of the server itself, before any step sees a request.

import { join } from 'node:path'
import t from 'tap'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

const folder = join(t.testdir({ out: {} }), 'out')
t.before(() => publishTinyRelease(folder))

t.test('address and headers may have 16 kB together', async (t) => {
  const { base } = await startGateway(t, folder)
  const sized = (size: number) =>
    call(base, '/beta/openapi.json', { headers: { 'X-Filler': 'x'.repeat(size) } })
  t.equal((await sized(15 * 1024)).status, 200)
  t.match(await sized(17 * 1024), { status: 431, json: { code: 'request_header_too_large' } })
})

t.test('an unknown expectation is ignored', async (t) => {
  const { base } = await startGateway(t, folder)
  t.equal((await call(base, '/beta/openapi.json', { headers: { Expect: 'a-miracle' } })).status, 200)
})

t.test(
  'time-outs are longer than those of a balancer if it must close first, and short otherwise',
  async (t) => {
    const { gateway } = await startGateway(t, folder)
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } = gateway.server
    t.match(
      { headersTimeout, requestTimeout, keepAliveTimeout, timeout },
      { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 0, timeout: 65_000 },
    )
    t.ok(maxConnections > 10_000)
  },
)
