// The order of the steps if several of them would refuse a request.

import t from 'tap'
import { createKey } from '../../contract/keys/format.ts'
import { KEY_LIMITS } from '../../contract/keys/kinds.ts'
import { serveTiny, startGateway, unlimited } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

t.test('the first step that refuses a request answers it', async (t) => {
  const { base, keys } = await serveTiny(t)
  const [key, spent] = [keys.issue('demo'), keys.issue('named')]
  for (let count = 0; count < KEY_LIMITS.named.requests; count++)
    await call(base, '/beta/offers?limit=0', { key: spent })
  const bad = createKey('named')
  const any = { 'If-None-Match': '*' }
  const cases = [
    ['OPTIONS', '/nothing', bad, {}, 204],
    ['POST', '/nothing', bad, {}, 404],
    ['POST', '/beta/offers', bad, {}, 405],
    ['GET', '/beta/offers?limit=0', bad, any, 401],
    ['GET', '/beta/offers?limit=0', spent, any, 429],
    ['GET', '/beta/offers?limit=0&offset=9999', key, any, 400],
    ['GET', '/beta/offers?offset=9999', key, any, 403],
    ['GET', '/beta/offers/aaaaaaaaaaaaaaaa', key, any, 404],
    ['GET', '/beta/offers', key, any, 304],
  ] as const
  for (const [method, target, key, headers, status] of cases)
    t.equal((await call(base, target, { method, key, headers })).status, status, `${method} ${target}`)
})

t.test('the pages need no key, but a release that has them', async (t) => {
  const { base: without } = await startGateway(t, t.testdir())
  const { base: withRelease } = await serveTiny(t)
  for (const target of ['/?utm_source=mail', '/reference']) {
    const expected = { status: 503, headers: { 'retry-after': '5' }, json: { code: 'catalogue_unavailable' } }
    t.match(await call(without, target), expected, target)
    t.match(await call(withRelease, target), { status: 404, json: { code: 'not_found' } }, target)
  }
})

t.test('without a release no request is counted, whatever it asks for', async (t) => {
  const counted: string[] = []
  const limiter = {
    ...unlimited,
    consume: (...asked: [string, number]) => {
      counted.push(asked[0])
      return unlimited.consume(...asked)
    },
  }
  const { base, keys } = await startGateway(t, t.testdir(), { limiter })
  const key = keys.issue('demo')
  const expected = { status: 503, json: { code: 'catalogue_unavailable' } }
  for (const target of ['/beta/offers', '/beta/offers?limit=0', '/beta/offers?offset=9999', '/beta/snapshot'])
    t.match(await call(base, target, { key }), expected, target)
  t.equal((await call(base, '/beta/offers', { key: createKey('named') })).status, 401)
  t.same(counted, [])
})

t.test('no answer names the program', async (t) => {
  const { base } = await startGateway(t, t.testdir())
  for (const target of ['/', '/nothing', '/beta/openapi.json']) {
    const { headers } = await call(base, target)
    t.notOk('x-powered-by' in headers, target)
    t.notOk('server' in headers, target)
  }
})
